"""How many hours the robot ran since a moment, how often something came in them, and what is there.

Rates are told when an entry is read; they are not stored (rules.md §1.10, §11.2).
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

_FEWEST = 3  # occurrences that make a rate
_LEAST = 2.0  # hours that make one
_STEPS = (1.0, 2.0, 3.0, 5.0, 8.0, 10.0)
_TIMES = {1: "once", 2: "twice"}
_HOUR = 3600.0  # s
_NEARLY_ALL = 0.9  # share of the onsets
_LARGEST_P = 0.05
_COURSE_P = 0.01
_START = timedelta(minutes=5)  # in which something comes with a start


@dataclass(frozen=True)
class RunningHours:
    """How long the robot ran, what came while it drove, and what is there now.

    Attributes:
        known: seconds of operation in each hour of the clock of which they are known, oldest first.
        onsets_of: returns the newest onsets of an entry, by its id, with those while it drove.
        times_of: returns when the newest onsets of an entry came, and how many, newest first.
        starts: when the robot was started, oldest first.
        presence_of: tells whether what an entry tells of is there; None where that is not known.
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
        """Read them from a ledger; what it says of an entry is read once."""
        kept = lru_cache(maxsize=1024)  # entries
        return cls(
            ledger.running_hours(), kept(ledger.driven_onsets), kept(ledger.newest_onsets),
            ledger.starts(), cls.presence_of if presences is None else presences.of,
            cls.heard_until if presences is None else presences.heard_until,
        )  # fmt: skip

    def rate_of(self, entry: MemoryEntry) -> OccurrenceRate | None:
        """Return how often what a detector found comes in an hour; None: too little is known.

        Nothing is told of what was first seen before the running time is known: all of its
        occurrences have no known time in which they came.
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
        """Say in which half of the time since its first onset a fault came in more hours.

        Of an hour one onset counts, as one disturbance may be many. Empty: neither is sure, or days
        were rolled up to a number.
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
        """Tell whether what an entry tells of is there now."""
        presence = self.presence_of(entry)
        return presence is not None and presence.state is PresenceState.PRESENT

    def usualness_of(self, entry_id: str) -> float:
        """Return how usual it is for this robot that a fault comes, 0 to 1 (rules.md §2.14).

        It is twice the probability that so many of its occurrences come so lately, had all of them
        come at any time alike. Time is counted in hours of operation or in starts, whichever makes
        it more usual: a fault may come at each start. 0: it is new, or nothing is known.

        The newest occurrence, the newest two and so on are each looked at. The least probable of
        many looks says little, so it is multiplied by their number; near looks say nearly the same,
        so each doubling of the number counts as one.
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
        """Return which share of the hours of operation, or of the starts, there was since then."""
        total = self._ran[-1] / _HOUR
        ran = self._since(max(moment, self._begins[0]), self._ran) / total if total else 0.0
        since = len(self.starts) - bisect_left(self.starts, moment - _START)
        return min(1.0, max(ran, since / max(1, len(self.starts))))

    def _comes_from_driving(self, entry_id: str, share: float) -> bool:
        """Tell whether nearly all came while the robot drove, more than its share of time makes."""
        onsets = self.onsets_of(entry_id)
        if onsets.known < _FEWEST or onsets.driven < _NEARLY_ALL * onsets.known:
            return False
        return binomial_tail(onsets.driven, onsets.known, share) <= _LARGEST_P

    def _since(self, moment: datetime, sums: Sequence[float]) -> float:
        """Return hours of operation since a moment; of its own hour the share that was left."""
        first = bisect_right(self._begins, moment) - 1
        gone = (moment - self.known[first].begin).total_seconds()
        own = (sums[first + 1] - sums[first]) * max(0.0, 1.0 - gone / _HOUR)
        return (own + sums[-1] - sums[first + 1]) / _HOUR

    @cached_property
    def _begins(self) -> list[datetime]:
        return [hour.begin for hour in self.known]

    @cached_property
    def _ran(self) -> list[float]:
        """Seconds of operation before each hour, and at the end of the last."""
        return [0.0, *accumulate(hour.ran for hour in self.known)]

    @cached_property
    def _driven(self) -> list[float]:
        """The same of driving."""
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
    """How often something comes in an hour of what the robot did.

    Attributes:
        exposure: in which hours the occurrences are counted: "driving" or "operation".
        hours: of them, in which the occurrences came.
        course: that it comes more, or less, often lately, in words; empty: neither is sure.
    """

    per_hour: float
    exposure: str
    hours: float
    course: str = ""

    def __str__(self) -> str:
        """Return "about twice an hour of driving"; the steps are coarse, so that it stays long."""
        if self.per_hour < 0.7:
            often = f"about once in {_coarse(1.0 / self.per_hour):.0f} h"
        else:
            times = round(_coarse(self.per_hour))
            often = f"about {_TIMES.get(times, f'{times} times')} an hour"
        return f"{often} of {self.exposure}{f', {self.course}' if self.course else ''}"

    def as_record(self) -> RateRecord:
        """Return it as JSON data."""
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
