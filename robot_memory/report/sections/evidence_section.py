"""The newest observations behind the entries that are believed most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from robot_memory.entries import MemoryEntry
from robot_memory.ledger import Observation
from robot_memory.ledger.day_row import FOLDED, count_of
from robot_memory.report.extract_facts import ExtractFacts, author
from robot_memory.report.markup import Child
from robot_memory.report.pictures.frame_chart import draw_frame
from robot_memory.report.report_text import (
    by_whom,
    code,
    count,
    identifier,
    number,
    said,
    spoken,
    when,
)
from robot_memory.report.sections.marks import marks_of
from robot_memory.report.sections.report_section import paragraph
from robot_memory.report.tables import Cell, columns, table

_ENTRIES, _ROWS, _NUMBERS, _SIGNALS = 12, 5, 6, 6
_HEADS = columns("time: When (UTC)", "What", "words: Source", "words: What it said",
                 "words: Conditions at that moment", "number: Row")  # fmt: skip


def write_evidence(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    chosen = facts.chief_entries[:_ENTRIES]
    made = [paragraph(
        f"The newest {_ROWS} observations of each of the "
        f"{count(len(chosen), 'entry', 'entries')} that were observed in the period and are "
        "believed most, open ones first. ",
        code("robot-memory why ID"), " shows all of them, with the signals of the ten seconds "
        "before where they were kept.",
    )]  # fmt: skip
    if not chosen:
        return [paragraph("Nothing was observed in the period.")]
    for place, entry in enumerate(chosen, 1):
        made += _of_entry(entry, facts.evidence[entry.id])
        row = facts.frames.get(entry.id)
        picture = _frame(row, entry, place) if row is not None else None
        if picture is not None:
            made.append(picture)
    return made


def _of_entry(entry: MemoryEntry, rows: Sequence[Observation]) -> list[Element]:
    cells = [_row(row) for row in reversed(rows[-_ROWS:])]
    shown = min(len(rows), _ROWS)
    caption: Cell = [identifier(entry.id), " ", said(entry.text),
               f" ({shown} of {count(len(rows), 'row')})"]  # fmt: skip
    return table(caption, _HEADS, cells, empty="")


def _frame(row: Observation, entry: MemoryEntry, number: int) -> Element | None:
    """Return the signals before an onset; None where none of them can be drawn."""
    signals = _signals(row.detail.get("frame"))
    if not signals:
        return None
    return draw_frame(
        f"picture-frame-{number}", spoken(entry.text), signals, "Signals before ",
        said(entry.text), " began, ", when(row.time, seconds=True), f" UTC, row {row.id}",
    )  # fmt: skip


def _signals(frame: Any) -> dict[str, list[tuple[float, float]]]:
    if not isinstance(frame, Mapping):
        return {}
    found = {}
    for name in sorted(frame)[:_SIGNALS]:
        samples = [(float(since), float(value)) for since, value in frame[name]
                   if value is not None]  # fmt: skip
        if samples:
            found[spoken(name)] = samples
    return found


def _row(row: Observation) -> list[Cell]:
    source: list[Child] = [said(row.topic), ": "] if row.topic else []
    message = row.detail.get("message", row.summary)
    return [
        when(row.time, seconds=True), row.kind.value, [*source, *by_whom(author(row))],
        [said(message, 300), _folded(row), *marks_of(row)], _conditions(row), str(row.id),
    ]  # fmt: skip


def _folded(row: Observation) -> str | None:
    """Return what a row tells that speaks for a day; None where it does not."""
    folded = row.detail.get(FOLDED)
    if not isinstance(folded, Mapping):
        return None
    return f" ({count(count_of(row), 'occurrence')} that day, {folded.get('seconds')} s in all)"


def _conditions(row: Observation) -> Cell:
    known = sorted(row.context.items())
    if not known:
        return "–"
    words = ", ".join(f"{name} {number(value, 4)}" for name, value in known[:_NUMBERS])
    more = f" and {len(known) - _NUMBERS} more" if len(known) > _NUMBERS else ""
    return [said(words), more]
