"""The moments that a limit rests on: when its fault began, and when it could have begun.

See docs/explanation/conditions.md, "What is compared with what".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.entries import MemoryEntry
from robot_memory.ledger import Ledger
from robot_memory.long_term.limit_search.operating_history import OperatingHistory, known
from robot_memory.long_term.limit_search.risk_set import RUNNING, SPEED, intervals_of, risk_of

_MOST = 400  # moments; more are not told apart in a picture

Moment = tuple[float, float | str]
"""Seconds since the epoch, and what the variable was."""


@dataclass(frozen=True)
class LimitMoments:
    """What the variable of a limit was, in the order of time.

    Attributes:
        onsets: shortly before each onset of the fault.
        others: while the fault was not there, at most 400 moments.
        time: what the time of the others is called, 'driving' or 'running'.
    """

    onsets: Sequence[Moment]
    others: Sequence[Moment]
    time: str


def moments_of(ledger: Ledger, fault: MemoryEntry, variable: str) -> LimitMoments:
    """Return the moments of a fault and of operation, as the search for limits compares them."""
    component = fault.key.component if fault.key else ""
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
