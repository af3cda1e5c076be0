"""The time spans of faults, from the onsets and ends in the evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from robot_memory.ledger.day_row import FOLDED, first_of, last_of
from robot_memory.ledger.displayed_text import displayed_summary
from robot_memory.ledger.observation import Kind, Observation
from robot_memory.ledger.recent_rows import MOMENTARY, lasted_of


@dataclass(frozen=True)
class OccurrenceSpan:
    """One occurrence of a fault, or the folded occurrences of a day.

    Attributes:
        start: its onset, UTC; of several the first.
        end: its end, UTC; None while it goes on, or if the end was never seen.
        count: the number of occurrences that this stands for.
        boot: the boot of its newest row.
    """

    entry_id: str
    summary: str
    start: datetime
    end: datetime | None
    count: int = 1
    boot: str = ""


def find_spans(rows: Iterable[Observation]) -> list[OccurrenceSpan]:
    """Return the occurrences in rows of evidence, sorted by start.

    Args:
        rows: oldest first. If the onset of an end is missing, its start is computed from the end.
    """
    spans: list[OccurrenceSpan] = []
    open_spans: dict[tuple[str, object], int] = {}
    for row in rows:
        about = row.entry_id, row.key
        if FOLDED in row.detail:
            count = int(row.detail[FOLDED]["count"])
            spans.append(_span(row, first_of(row), last_of(row), count))
        elif row.kind is Kind.ONSET:
            open_spans[about] = len(spans)
            spans.append(_span(row, row.time, row.time if MOMENTARY in row.detail else None))
        elif row.kind is Kind.PRESENT:
            if (place := open_spans.get(about)) is not None:
                spans[place] = replace(spans[place], end=None, boot=row.instant.boot)
        elif row.kind is Kind.PLACE:
            spans.append(_span(row, row.time, row.time))
        elif row.kind is Kind.END:
            began = row.time - timedelta(seconds=max(0.0, lasted_of(row.detail) or 0.0))
            place = open_spans.pop(about, None)
            if place is None:
                spans.append(_span(row, began, row.time))
            else:
                spans[place] = _span(row, min(spans[place].start, row.time), row.time)
    return sorted(spans, key=lambda span: span.start)


def _span(
    row: Observation, start: datetime, end: datetime | None, count: int = 1
) -> OccurrenceSpan:
    told = displayed_summary(row.component, row.summary, row.detail)
    return OccurrenceSpan(row.entry_id, told, start, end, count, row.instant.boot)
