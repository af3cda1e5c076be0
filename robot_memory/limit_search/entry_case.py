"""One entry's onsets beside the operation of the robot."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.limit_search.fault_interval import FaultInterval
from robot_memory.limit_search.operating_history import OperatingHistory
from robot_memory.limit_search.region import Region
from robot_memory.limit_search.risk_set import RiskSet, at_risk

_MOST_SPELLS = 300
_MOST_MOMENTS = 6000


def risk_of(intervals: Sequence[FaultInterval], operation: OperatingHistory) -> RiskSet:
    """Return the newest onsets of a fault, and the operation to compare them with.

    That is all in which it could have come: not long before it came first, when the robot may have
    been another; and not while it was there.

    Args:
        intervals: its occurrences, oldest first.
        operation: how the robot ran.
    """
    intervals = intervals[-_MOST_SPELLS:]
    first, last = (interval.onset.timestamp() for interval in (intervals[0], intervals[-1]))
    usual = (last - first) / max(1, len(intervals) - 1)
    operation = operation.between(first - usual, float("inf"))
    onsets = _onsets(intervals, operation)
    faulty = [(interval.onset.timestamp(), _end(interval)) for interval in intervals]
    risk = at_risk(onsets, operation, faulty)
    return risk._replace(operation=risk.operation.thinned(_MOST_MOMENTS))


def holds_any(
    intervals: Sequence[FaultInterval], operation: OperatingHistory, region: Region
) -> bool:
    """Tell whether any of some occurrences began in a region."""
    column = _onsets(intervals, operation).columns.get(region.variable)
    return column is not None and bool(region.holds(column).any())


def _onsets(intervals: Sequence[FaultInterval], operation: OperatingHistory) -> OperatingHistory:
    return OperatingHistory.beside(
        operation, [(interval.onset, interval.before) for interval in intervals]
    )


def _end(interval: FaultInterval) -> float:
    return interval.last.timestamp() if interval.is_over else float("inf")
