"""The robot's running hours, rates of faults in them, and the presence of faults.

Rates are computed when an entry is read; they are not stored (rules.md §1.10, §11.2).
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Annotated, TypedDict

from robot_memory.entries.limit_rules import CONCLUSIONS
from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.presence import Presence, Presences, PresenceState
from robot_memory.foundation.exact_bounds import binomial_tail
from robot_memory.ledger import Ledger
from robot_memory.ledger.recent_rows import DrivenOnsets, RunningHour

_FEWEST = 3  # occurrences needed for a rate
_LEAST = 2.0  # hours needed for a rate
_STEPS = (1.0, 2.0, 3.0, 5.0, 8.0, 10.0)
_TIMES = {1: "once", 2: "twice"}
_HOUR = 3600.0  # s
_NEARLY_ALL = 0.9  # share of the onsets
_LARGEST_P = 0.05
_COURSE_P = 0.01
_START = timedelta(minutes=5)  # after a start, in which a fault counts as coming with it


@dataclass(frozen=True)
class RunningHours:
    """How long the robot ran, its occurrences while driving, and the present faults.

    Attributes:
        known: seconds of operation in each known clock hour, oldest first.
        onsets_of: returns an entry's newest onsets, by its id, with those while driving.
        times_of: returns the times and counts of an entry's newest onsets, newest first.
        starts: the robot's starts, oldest first.
        presence_of: returns the presence of an entry's fault; None if unknown.
        heard_until: returns until when the robot was heard, UTC; None while it is.
    """

    known: Sequence[RunningHour] = ()
    onsets_of: Callable[[str], DrivenOnsets] = lambda _: DrivenOnsets(0, 0)
    times_of: Callable[[str], Sequence[tuple[datetime, int]]] = lambda _: ()
    starts: Sequence[datetime] = ()
    presence_of: Callable[[MemoryEntry], Presence | None] = lambda _: None
    heard_until: Callable[[], datetime | None] = lambda: None

    @classmethod
    def of(cls, ledger: Ledger, presences: Presences | None = None) -> RunningHours:
        """Read them from a ledger; answers for entries are cached."""
        kept = lru_cache(maxsize=1024)  # entries
        return cls(
            ledger.running_hours(), kept(ledger.driven_onsets), kept(ledger.newest_onsets),
            ledger.starts(), cls.presence_of if presences is None else presences.of,
            cls.heard_until if presences is None else presences.heard_until,
        )  # fmt: skip

    def rate_of(self, entry: MemoryEntry) -> OccurrenceRate | None:
        """Return how often a detector's finding comes per hour; None if too little is known.

        An entry first seen before the known running time has no rate: the times of its occurrences
        are unknown.
        """
        known, count = self.known, entry.observation_count
        if count < _FEWEST or not known or entry.first_seen < known[0].begin:
            return None
        key = entry.key
        if key is None or key.detector in CONCLUSIONS:
            return None
        ran = self._since(entry.first_seen, self._ran)
        driven = self._since(entry.first_seen, self._driven)
        if driven >= _LEAST and self._comes_from_driving(entry.id, driven / ran):
            course = self._course_of(entry.id, self._driven)
            return OccurrenceRate(count / driven, "driving", driven, course)
        if ran < _LEAST:
            return None
        return OccurrenceRate(count / ran, "operation", ran, self._course_of(entry.id, self._ran))

    def _course_of(self, entry_id: str, sums: Sequence[float]) -> str:
        """Return in which half of the time since the first onset a fault came in more hours.

        Only one onset per hour counts, as one disturbance may cause many. Empty: neither is
        certain, or days were folded into a number.
        """
        onsets = sorted(self.times_of(entry_id))
        times = [time for time, _ in onsets]
        is_rolled_up = any(number > 1 for _, number in onsets)
        if not times or is_rolled_up or times[0] < self._begins[0]:
            return ""
        begin, *others = {bisect_right(self._begins, time): time for time in times}.values()
        half = self._since(begin, sums) / 2.0
        later = sum(self._since(time, sums) <= half for time in others)
        if binomial_tail(later, len(others), 0.5) <= _COURSE_P:
            return "more often lately"
        is_less = binomial_tail(len(others) - later, len(others), 0.5) <= _COURSE_P
        return "less often lately" if is_less else ""

    def is_there(self, entry: MemoryEntry) -> bool:
        """Whether the fault of an entry is present now."""
        presence = self.presence_of(entry)
        return presence is not None and presence.state is PresenceState.PRESENT

    def usualness_of(self, entry_id: str) -> float:
        """Return how usual a fault is for this robot, 0 to 1 (rules.md §2.14).

        This is twice the probability that so many of its occurrences are recent, if occurrences
        were spread evenly over time. Time is counted in hours of operation or in starts, whichever
        makes the fault more usual: it may come at each start. 0: it is new, or nothing is known.

        The newest occurrence, the newest two and so on are tested. The least probability of many
        tests says little, so it is multiplied by their number. Neighbouring tests say nearly the
        same, so each doubling of the number counts as one test.
        """
        times = self.times_of(entry_id) if self.known else ()
        count = sum(number for _, number in times)
        came, least = 0, 0.5 if times else 0.0
        for time, number in times:
            came += number
            least = min(least, binomial_tail(came, count, self._share_since(time)))
        looks = 1.0 + math.log2(max(1, count))
        return 2.0 * min(0.5, looks * least)

    def _share_since(self, moment: datetime) -> float:
        """Return the share of the hours of operation, or of the starts, since a moment."""
        total = self._ran[-1] / _HOUR
        ran = self._since(max(moment, self._begins[0]), self._ran) / total if total else 0.0
        since = len(self.starts) - bisect_left(self.starts, moment - _START)
        return min(1.0, max(ran, since / max(1, len(self.starts))))

    def _comes_from_driving(self, entry_id: str, share: float) -> bool:
        """Whether nearly all onsets came while driving, more than its share of time explains."""
        onsets = self.onsets_of(entry_id)
        if onsets.known < _FEWEST or onsets.driven < _NEARLY_ALL * onsets.known:
            return False
        return binomial_tail(onsets.driven, onsets.known, share) <= _LARGEST_P

    def _since(self, moment: datetime, sums: Sequence[float]) -> float:
        """Return hours of operation since a moment; its own clock hour counts proportionally."""
        first = bisect_right(self._begins, moment) - 1
        gone = (moment - self.known[first].begin).total_seconds()
        own = (sums[first + 1] - sums[first]) * max(0.0, 1.0 - gone / _HOUR)
        return (own + sums[-1] - sums[first + 1]) / _HOUR

    @cached_property
    def _begins(self) -> list[datetime]:
        return [hour.begin for hour in self.known]

    @cached_property
    def _ran(self) -> list[float]:
        """Cumulative seconds of operation: before each hour, and at the end."""
        return [0.0, *accumulate(hour.ran for hour in self.known)]

    @cached_property
    def _driven(self) -> list[float]:
        """Cumulative seconds of driving, likewise."""
        return [0.0, *accumulate(hour.driven for hour in self.known)]


class RateRecord(TypedDict):
    """How often something comes in an hour of what the robot did."""

    number: float
    unit: Annotated[str, "1/h."]
    exposure: Annotated[str, "In which hours it is counted: 'driving' or 'operation'."]
    exposure_hours: Annotated[float, "How many hours these were."]
    words: str


@dataclass(frozen=True)
class OccurrenceRate:
    """How often a fault comes per hour of the robot's operation.

    Attributes:
        exposure: the hours in which occurrences are counted: "driving" or "operation".
        hours: the number of these hours.
        course: the trend in words, more or less often lately; empty if uncertain.
    """

    per_hour: float
    exposure: str
    hours: float
    course: str = ""

    def __str__(self) -> str:
        """Return "about twice an hour of driving"; the coarse steps keep the text stable."""
        if self.per_hour < 0.7:
            often = f"about once in {_coarse(1.0 / self.per_hour):.0f} h"
        else:
            times = round(_coarse(self.per_hour))
            often = f"about {_TIMES.get(times, f'{times} times')} an hour"
        return f"{often} of {self.exposure}{f', {self.course}' if self.course else ''}"

    def as_record(self) -> RateRecord:
        """Return the rate as JSON data."""
        return {
            "number": float(f"{self.per_hour:.3g}"),
            "unit": "1/h",
            "exposure": self.exposure,
            "exposure_hours": round(self.hours, 3),
            "words": str(self),
        }


def _coarse(number: float) -> float:
    """Return the nearest of 1, 2, 3, 5 and 8 times a power of ten."""
    power: float = 10.0 ** math.floor(math.log10(number))
    return power * min(_STEPS, key=lambda step: abs(step - number / power))
