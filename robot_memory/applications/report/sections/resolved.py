"""What was resolved and how, what came back, and what left the memory."""

from __future__ import annotations

from datetime import datetime

from robot_memory.applications.report.memory_record import RecordEvent
from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import WORDS, Values
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.ledger import Kind, Observation

_LEFT = WORDS["left"]


def resolved_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    entries = [entry for _, entry in facts.entries if entry.type is EntryType.RESOLVED]
    entries.sort(key=_resolved_at, reverse=True)
    returned = facts.record.of("entry_reopened", period=facts.period)
    left = facts.record.of(*_LEFT, period=facts.period)
    return {
        "resolved": [
            (entry, _resolving_row(facts, entry))
            for entry in in_shared_room(entries, 100, lambda one: not one.is_agents_word)
        ],
        "total": len(entries),
        "returned": [(_time(facts, line), line) for line in reversed(returned)],
        "recovered": [entry for _, entry in facts.open_entries if "recovered_note" in entry.extra],
        "left": [(line, _forgotten(facts, line), _why(line)) for line in reversed(left)],
    }


def _resolved_at(entry: MemoryEntry) -> tuple[datetime, str]:
    return entry.time_of("resolved_at") or entry.last_reinforced, entry.id


def _resolving_row(facts: ReportFacts, entry: MemoryEntry) -> Observation | None:
    """Return the row that resolved an entry: the record names it."""
    lines = [line for line in facts.record.by_entry.get(entry.id, ())
             if line.what == "entry_resolved"]  # fmt: skip
    row = facts.row_by_id.get(lines[-1].row) if lines else None
    return row if row is not None else facts.resolves.get(entry.id)


def _time(facts: ReportFacts, line: RecordEvent) -> datetime | None:
    row = facts.row_by_id.get(line.row)
    return row.time if row is not None else line.time


def _forgotten(facts: ReportFacts, line: RecordEvent) -> Observation | None:
    """Return the row by which somebody had an entry forgotten; None where nobody did."""
    row = facts.row_by_id.get(line.row)
    return row if row is not None and row.kind is Kind.FORGET else None


def _why(line: RecordEvent) -> str:
    return _LEFT[line.what] if "part of" not in line.text("detail") else "one with another place"
