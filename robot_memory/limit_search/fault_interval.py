"""From when to when a fault was there, and what went before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.day_row import FOLDED, last_of

Values = Mapping[str, float | str]


@dataclass(frozen=True)
class FaultInterval:
    """One occurrence of a fault.

    Attributes:
        row: its onset, as a row of the ledger.
        onset: when it began.
        last: when it was last known to be there.
        is_over: whether it is known to have ended.
        before: the conditions a little before it, as far as they were known.
    """

    row: int
    onset: datetime
    last: datetime
    is_over: bool
    before: Values = field(default_factory=dict)


def intervals_of(rows: Iterable[Observation]) -> list[FaultInterval]:
    """Return the occurrences that the rows of an entry tell of, oldest first.

    One that another onset follows is over, also where nobody saw its end: the robot was switched
    off. What was before a resolve or a repair is another story. Of occurrences that were rolled up
    into one row the last is told, with its conditions.
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
