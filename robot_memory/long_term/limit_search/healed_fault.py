"""A fault that stays away under its conditions (rules.md §2.12).

See docs/explanation/conditions.md, "Return to health".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from robot_memory.foundation.exact_bounds import least_rate
from robot_memory.long_term.limit_search.limit_lifecycle import hours, where
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.region import Region
from robot_memory.long_term.limit_search.risk_set import FaultInterval

_BUNCH = 900.0  # s; onsets that are closer count as one
_FEWEST = 3  # onsets that count
_LARGEST_P = 0.01
_LONGEST_GAPS = 3.0  # times the longest gap between onsets
_A_DAY = 86400.0  # s without an onset, or …
_LONG_EXERCISE = 8 * 3600.0  # … s of operation under its conditions


@dataclass(frozen=True)
class HealedFault:
    """A fault that stays away."""

    region: Region | None  # the region in which it used to come; None for running as such
    seconds: float  # how long the robot ran there since
    expected: float  # how many occurrences were to be expected in that time
    p: float  # probability of none, at the lowest rate that its occurrences allow

    def describe(self) -> str:
        """Say so with the evidence."""
        place = where(self.region) if self.region else "of running"
        return (
            f"0 occurrences in {hours(self.seconds / 3600.0)} {place}; "
            f"{self.expected:.0f} were expected (p = {max(self.p, 1e-9):.2g})"
        )


def stays_away(
    intervals: Sequence[FaultInterval],
    operation: OperatingHistory,
    region: Region | None,
    now: float,
) -> HealedFault | None:
    """Tell whether a fault has been away for too long to be chance; None where it may come back.

    Args:
        region: in which it used to come, where one is known.
        now: seconds since the epoch.
    """
    if not intervals or not intervals[-1].is_over:
        return None
    begins, last = _bunches(intervals), intervals[-1].last.timestamp()
    exercise = exercise_of(operation, region)
    since = exercise.between(last, now).running
    is_long = now - last >= _A_DAY or since >= _LONG_EXERCISE
    if len(begins) < _FEWEST or not is_long or since <= 0.0:
        return None
    gaps = [exercise.between(first, second).running for first, second in pairwise(begins)]
    before = sum(gaps)
    if before <= 0.0 or since < _LONGEST_GAPS * max(gaps):
        return None
    p = math.exp(-least_rate(len(gaps)) / before * since)
    return HealedFault(region, since, len(gaps) / before * since, p) if p <= _LARGEST_P else None


def _bunches(intervals: Sequence[FaultInterval]) -> list[float]:
    """Return when it came, where what comes within a quarter of an hour came once."""
    begins: list[float] = []
    before = -math.inf
    for interval in intervals:
        onset = interval.onset.timestamp()
        if onset - before > _BUNCH:
            begins.append(onset)
        before = max(before, interval.last.timestamp(), onset)
    return begins


def exercise_of(operation: OperatingHistory, region: Region | None) -> OperatingHistory:
    """Return the operation in which a fault could show: that in its region, where one is known."""
    if region is None:
        return operation
    if region.variable not in operation.columns:
        return operation.at(np.zeros(len(operation), bool))
    return operation.at(region.holds(operation.columns[region.variable]))
