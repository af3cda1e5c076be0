"""Whether a fault got worse since somebody declared it known (rules.md §1.13). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.applications.reliability.failure import FailureRecord, failures_of
from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.applications.reliability.poisson_bounds import (
    LEVEL,
    RateComparison,
    compare_rates,
    estimate_rate,
)
from robot_memory.foundation.text.text_enum import TextEnum
from robot_memory.foundation.time.duration_words import duration_words
from robot_memory.ledger import Observation, Severity
from robot_memory.ledger.day_row import first_of, worst_of

_HOUR = 3600.0  # s
#: Times the longest occurrence before.
LONGER = 3.0
#: What lasts no longer is not worse for its length, s.
SHORTEST = 60.0
#: Occurrences that ended before: of fewer the longest says little.
FEWEST_ENDED = 3


class WorseSign(TextEnum):
    """In which way a fault got worse."""

    SEVERITY = "severity"
    DURATION = "duration"
    RATE = "rate"
    CONDITION = "condition"  # it has a limit now that it did not have


@dataclass(frozen=True)
class Worsening:
    """How a fault got worse."""

    sign: WorseSign
    words: str


@dataclass(frozen=True)
class KnownFault:
    """A fault that somebody declared known.

    Attributes:
        since: when, UTC.
        rows: onsets, presences and ends that detectors observed of it, in the order of their
            numbers.
    """

    since: datetime
    rows: Sequence[Observation]

    @property
    def records(self) -> list[FailureRecord]:
        """Its occurrences, by their onset."""
        return failures_of(self.rows)

    def worse_severity(self) -> Worsening | None:
        """Tell whether it was ever as bad before; without evidence from before nobody knows."""
        before = [worst_of(row) for row in self.rows if first_of(row) <= self.since]
        after = [worst_of(row) for row in self.rows if first_of(row) > self.since]
        if not before or not after:
            return None
        worst, known = max(after, key=_rank), max(before, key=_rank)
        if worst.rank <= known.rank:
            return None
        words = f"its severity is {worst.value}; it was at most {known.value}"
        return Worsening(WorseSign.SEVERITY, words)

    def longer(self, now: datetime, boot: str) -> Worsening | None:
        """Tell whether it lasts much longer than it ever did.

        What went on when the fault was declared known had a length then, which counts as before.

        Args:
            now: the present time, UTC.
            boot: the present one, in which an occurrence may go on.
        """
        records = self.records
        before = [one for one in records if one.has_ended and one.last <= self.since]
        after = [one for one in records if one.count == 1 and one.last > self.since]
        after += [one for one in records if one.is_open(boot) and one not in after]
        if sum(one.count for one in before) < FEWEST_ENDED or not after:
            return None
        spanning = [one for one in after if one.onset <= self.since]
        lengths = [(self.since - one.onset).total_seconds() for one in spanning]
        longest = max(lengths + [one.longest for one in before])
        lasted = max(
            (now - one.onset).total_seconds() if one.is_open(boot) else one.seconds for one in after
        )
        if lasted <= max(SHORTEST, LONGER * longest):
            return None
        words = f"it lasts {duration_words(lasted)}; the longest was {duration_words(longest)}"
        return Worsening(WorseSign.DURATION, words)

    def more_often(self, operating: OperatingTime) -> Worsening | None:
        """Tell whether it comes at a higher rate than before, by the exact conditional test.

        It is tested at the 2nd, 4th, 8th … onset. What may go wrong halves each time, so that all
        tests together claim a rise by chance in at most 2.5 % of faults whose rate is the same.
        """
        if operating.begins is None:
            return None
        onsets = [onset for one in self.records for onset in one.onsets]
        count = sum(operating.begins <= onset <= self.since for onset in onsets)
        before = estimate_rate(count, operating.between(operating.begins, self.since) / _HOUR)
        after = sorted(onset for onset in onsets if onset > self.since)
        look = 1
        while before is not None and 2**look <= len(after):
            hours = _hours_until(after[2**look - 1], self.since, operating)
            rate = estimate_rate(2**look, hours)
            change = compare_rates(before, rate) if rate else None
            if change is not None and _is_rise(change, look):
                return Worsening(WorseSign.RATE, _rise_words(change))
            look += 1
        return None


def _rank(severity: Severity) -> int:
    return severity.rank


def _hours_until(onset: datetime, since: datetime, operating: OperatingTime) -> float:
    """Return the running time up to an onset; after the newest sample the robot runs."""
    newest = max(since, operating.ends or since)
    unsampled = max(0.0, (onset - newest).total_seconds())
    return (operating.between(since, onset) + unsampled) / _HOUR


def _is_rise(change: RateComparison, look: int) -> bool:
    return change.after.value > change.before.value and change.p <= (1.0 - LEVEL) / 2**look


def _rise_words(change: RateComparison) -> str:
    before, after = change.before, change.after
    return (
        f"it comes {after.value:.3g} times an hour ({after.count} in {after.exposure:.3g} h); "
        f"before {before.value:.3g} ({before.count} in {before.exposure:.3g} h; p = {change.p:.2g})"
    )
