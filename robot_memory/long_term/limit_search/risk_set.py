"""When a fault was present, and the operation in which an onset could have come.

See docs/explanation/conditions.md, "What is compared with what".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from robot_memory.entries import MemoryEntry
from robot_memory.ledger import Kind, Ledger, Observation
from robot_memory.ledger.day_row import FOLDED, last_of
from robot_memory.long_term.limit_search.operating_history import OperatingHistory, known
from robot_memory.long_term.limit_search.region import Region

_DRIVING, RUNNING = "driving", "running"
SPEED = "speed"
_LEAST_SPEED = 0.02  # m/s
_OF_FAST = 0.05  # share of a high speed of the robot
_NEARLY_ALL = 0.9


class RiskSet(NamedTuple):
    """Onsets, and the operation in which they could have come."""

    onsets: OperatingHistory  # the conditions shortly before each onset
    # normal running, without the time in which the fault was already present
    operation: OperatingHistory
    time: str  # the kind of that time, driving or running


def _at_risk(
    onsets: OperatingHistory, operation: OperatingHistory, faulty: Iterable[tuple[float, float]]
) -> RiskSet:
    """Return the onsets and the operation to compare them with.

    A fault that nearly always occurs while driving is compared with driving: its absence at the
    charger does not prove a speed limit.
    """
    operation = operation.outside(faulty)
    if SPEED not in operation.columns or SPEED not in onsets.columns:
        return RiskSet(onsets, operation, RUNNING)
    fast = np.nanquantile(_speed(operation), 0.95) if len(operation) else np.nan
    least = max(_LEAST_SPEED, _OF_FAST * float(fast))
    drove = _speed(onsets) >= least
    has_speed = np.isfinite(_speed(onsets))
    if (
        2 * has_speed.sum() < len(onsets)
        or drove.sum() < _NEARLY_ALL * has_speed.sum()
        or not drove.any()
    ):
        return RiskSet(onsets, operation, RUNNING)
    return RiskSet(onsets.at(drove), operation.at(_speed(operation) >= least), _DRIVING)


def _speed(operation: OperatingHistory) -> NDArray[np.float64]:
    return np.asarray(operation.columns[SPEED], float)


Values = Mapping[str, float | str]


_MOST_INTERVALS = 300
_MOST_MOMENTS = 6000


@dataclass(frozen=True)
class FaultInterval:
    """One occurrence of a fault."""

    row: int  # its onset, as a row of the ledger
    onset: datetime
    last: datetime  # when it was last known to be present
    is_over: bool
    # the operating conditions shortly before the onset, as far as known
    before: Values = field(default_factory=dict)


def intervals_of(rows: Iterable[Observation]) -> list[FaultInterval]:
    """Return the occurrences in the rows of an entry, oldest first.

    An occurrence has ended if another onset follows, even without a row of its end: the robot was
    switched off. Occurrences before a resolve or a repair are left out. Of occurrences that were
    rolled up into one row, only the last is returned, with its conditions.
    """
    intervals: list[FaultInterval] = []
    for row in sorted(rows, key=lambda row: row.id):
        if row.kind in (Kind.RESOLVE, Kind.REPAIRED):
            intervals.clear()
        elif row.kind is Kind.ONSET:
            if intervals:
                intervals[-1] = replace(intervals[-1], is_over=True)
            before = row.detail.get("before", {})
            intervals.append(
                FaultInterval(row.id, row.time, last_of(row), FOLDED in row.detail, before)
            )
        elif intervals and row.kind in (Kind.PRESENT, Kind.END):
            last = max(intervals[-1].last, row.time)
            is_over = intervals[-1].is_over or row.kind is Kind.END
            intervals[-1] = replace(intervals[-1], last=last, is_over=is_over)
    return sorted(intervals, key=lambda interval: interval.onset)


def risk_of(intervals: Sequence[FaultInterval], operation: OperatingHistory) -> RiskSet:
    """Return the newest onsets of a fault, and the operation to compare them with.

    That is the operation in which the fault could have begun: not long before its first onset, when
    the robot may have been different, and not while the fault was present.
    """
    intervals = intervals[-_MOST_INTERVALS:]
    first, last = (interval.onset.timestamp() for interval in (intervals[0], intervals[-1]))
    usual = (last - first) / max(1, len(intervals) - 1)
    operation = operation.between(first - usual, float("inf"))
    onsets = _onsets(intervals, operation)
    faulty = [
        (one.onset.timestamp(), one.last.timestamp() if one.is_over else float("inf"))
        for one in intervals
    ]
    risk = _at_risk(onsets, operation, faulty)
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


_MOST = 400  # moments; a picture cannot show more

Moment = tuple[float, float | str]  # seconds since the epoch, and the value of the variable


@dataclass(frozen=True)
class LimitMoments:
    """The values of a limit's variable, in order of time."""

    onsets: Sequence[Moment]  # shortly before each onset of the fault
    others: Sequence[Moment]  # while the fault was absent, at most 400 moments
    time: str  # the kind of that time, 'driving' or 'running'


def moments_of(ledger: Ledger, fault: MemoryEntry, variable: str) -> LimitMoments:
    """Return the moments of a fault and of operation that the search for limits compares."""
    component = fault.component
    intervals = intervals_of(ledger.occurrences(fault.id, component))
    operation = OperatingHistory.of(ledger.operating_samples(), only={variable, SPEED})
    if not intervals:  # resolved, or repaired
        return LimitMoments((), _moments(operation.thinned(_MOST), variable), RUNNING)
    risk = risk_of(intervals, operation)
    others = risk.operation.thinned(_MOST)
    return LimitMoments(_moments(risk.onsets, variable), _moments(others, variable), risk.time)


def _moments(history: OperatingHistory, variable: str) -> list[Moment]:
    column = history.columns.get(variable)
    if column is None:
        return []
    is_known = known(column)
    return list(zip(history.times[is_known].tolist(), column[is_known].tolist(), strict=True))
