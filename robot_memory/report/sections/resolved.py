"""What was resolved and how, what came back, and what left the memory."""

from __future__ import annotations

from datetime import datetime
from xml.etree.ElementTree import Element

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.ledger import Kind, Observation
from robot_memory.report.extract_facts import ExtractFacts, author
from robot_memory.report.markup import Child
from robot_memory.report.memory_record import RecordEvent
from robot_memory.report.report_text import by_whom, code, confidence, count, identifier, said, when
from robot_memory.report.sections.entry_tables import SHOW, lesson
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_LEFT = {
    "entry_pruned": "faded: there was no evidence for too long",
    "entry_archived": "taken out of the memory file by hand",
}
_RECORD = (code("episodic/events/events.jsonl"), " in the memory home has them")


def write_resolved(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    entries = [entry for _, entry in facts.entries if entry.type is EntryType.RESOLVED]
    entries.sort(key=_resolved_at, reverse=True)
    heads = columns("words: What was resolved", "Was", "number: Observed", "time: First seen (UTC)",
                    "time: Resolved (UTC)", "words: By whom, and how")  # fmt: skip
    caption = f"Resolved: {count(len(entries), 'entry', 'entries')}, the newest first"
    rows = [_resolved(facts, entry) for entry in entries[:100]]
    return [
        paragraph("A resolved entry is kept with its history and is not told to agents. It is "
                  "reopened by itself when its fault is observed again."),
        *table(caption, heads, rows, empty="No entry stands resolved.", rest=SHOW,
               total=len(entries)),
        heading("What came back"), *_reopened(facts),
        heading("What is proposed as resolved"), *_recovered(facts),
        heading("What left the memory file"), *_left(facts),
    ]  # fmt: skip


def _resolved_at(entry: MemoryEntry) -> tuple[datetime, str]:
    return entry.time_of("resolved_at") or entry.last_reinforced, entry.id


def _resolved(facts: ExtractFacts, entry: MemoryEntry) -> list[Cell]:
    was = entry.resolved_from
    return [
        lesson(entry), was.value.replace("_", " ") if was else "not noted",
        f"{entry.observation_count:,}", when(entry.first_seen), when(entry.time_of("resolved_at")),
        _how(facts, entry),
    ]  # fmt: skip


def _how(facts: ExtractFacts, entry: MemoryEntry) -> list[Child]:
    row = _deed(facts, entry)
    note = str(entry.extra.get("resolved_note", ""))
    words: list[Child] = [": ", said(note)] if note else [", without a word"]
    if row is None:
        return ["not noted in the evidence: the file was edited, or came from elsewhere", *words]
    part: list[Child] = []
    if row.kind is Kind.REPAIRED:
        part = [" noted a repair of ", said(row.component)]
    return [*by_whom(author(row)), *part, *words]


def _deed(facts: ExtractFacts, entry: MemoryEntry) -> Observation | None:
    """Return the row that resolved an entry: the record names it."""
    lines = [line for line in facts.record.by_entry.get(entry.id, ())
             if line.what == "entry_resolved"]  # fmt: skip
    row = facts.row_by_id.get(lines[-1].row) if lines else None
    return row if row is not None else facts.resolves.get(entry.id)


def _reopened(facts: ExtractFacts) -> list[Element]:
    lines = facts.record.of("entry_reopened", period=facts.period)
    rows: list[list[Cell]] = [
        [_time(facts, line), [said(line.text("text")), " ", identifier(line.entry_id)],
         confidence(float(line.data.get("confidence", 0.0)))]
        for line in reversed(lines)
    ]  # fmt: skip
    heads = columns("time: When (UTC)", "words: What", "number: Confidence then")
    return table(f"{count(len(rows), 'return')} of what was resolved, the newest first", heads,
                 rows, empty="Nothing that was resolved came back in the period.",
                 rest=_RECORD)  # fmt: skip


def _recovered(facts: ExtractFacts) -> list[Element]:
    open_ones = [entry for _, entry in facts.open_entries if "recovered_note" in entry.extra]
    rows: list[list[Cell]] = [
        [lesson(entry), when(entry.time_of("recovered_at")), said(entry.extra["recovered_note"])]
        for entry in open_ones
    ]
    heads = columns("words: What", "time: Since (UTC)", "words: Why")
    caption = "Faults that stay away although what used to bring them goes on; a person decides"
    return table(caption, heads, rows, empty="No fault is proposed as resolved.", rest=SHOW)


def _left(facts: ExtractFacts) -> list[Element]:
    lines = facts.record.of(*_LEFT, period=facts.period)
    rows: list[list[Cell]] = [
        [when(line.time), [said(line.text("text")), " ", identifier(line.entry_id)],
         _why(facts, line)]
        for line in reversed(lines)
    ]  # fmt: skip
    heads = columns("time: When (UTC)", "words: What", "Why")
    return table(
        f"{count(len(rows), 'entry', 'entries')} that left in the period, the newest first", heads,
        rows, empty="No entry left the memory file in the period, as far as the record goes.",
        rest=_RECORD,
    )  # fmt: skip


def _why(facts: ExtractFacts, line: RecordEvent) -> Cell:
    row = facts.row_by_id.get(line.row)
    if row is not None and row.kind is Kind.FORGET:
        note: list[Child] = [": ", said(row.summary)] if row.summary else []
        return ["forgotten by ", *by_whom(author(row)), *note]
    return _LEFT[line.what] if "part of" not in line.text("detail") else "one with another place"


def _time(facts: ExtractFacts, line: RecordEvent) -> Cell:
    row = facts.row_by_id.get(line.row)
    return when(row.time if row is not None else line.time)
