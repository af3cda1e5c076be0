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

_BUNCH = 900.0  # s; closer onsets count as one
_FEWEST = 3  # onsets that count
_LARGEST_P = 0.01
_LONGEST_GAPS = 3.0  # in multiples of the longest gap between onsets
_A_DAY = 86400.0  # s without an onset, or …
_LONG_EXERCISE = 8 * 3600.0  # … s of operation under the fault's conditions


@dataclass(frozen=True)
class HealedFault:
    """A fault that stays away."""

    region: Region | None  # the region in which the fault used to occur; None for any operation
    seconds: float  # running time there since the fault
    expected: float  # the expected number of occurrences in that time
    p: float  # probability of no occurrence, at the lowest rate that fits the earlier ones

    def describe(self) -> str:
        """Return a sentence with the evidence."""
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
    """Return the evidence that a fault stays away, beyond chance; None if it may come back.

    Args:
        region: the region in which it used to occur, if known.
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
    """Return the onsets; occurrences within a quarter of an hour of each other count as one."""
    begins: list[float] = []
    before = -math.inf
    for interval in intervals:
        onset = interval.onset.timestamp()
        if onset - before > _BUNCH:
            begins.append(onset)
        before = max(before, interval.last.timestamp(), onset)
    return begins


def exercise_of(operation: OperatingHistory, region: Region | None) -> OperatingHistory:
    """Return the operation in which a fault could show: in its region, if known."""
    if region is None:
        return operation
    if region.variable not in operation.columns:
        return operation.at(np.zeros(len(operation), bool))
    return operation.at(region.holds(operation.columns[region.variable]))
