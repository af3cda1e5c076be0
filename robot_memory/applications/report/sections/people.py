"""What people, agents and other robots told the memory, and what it did by itself."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from robot_memory.applications.report.report_facts import ReportFacts
from robot_memory.applications.report.sections.report_section import Values, words_of_kinds
from robot_memory.entries import MemoryEntry
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.foundation.time.stamps import time_of
from robot_memory.ledger import Kind, Observation, Source

#: What somebody said, by the kind of its row.
SAID = words_of_kinds("said")
_DATED = words_of_kinds("said_with_a_date")
_SPEAKERS = (Source.PERSON, Source.AGENT, Source.CLAIMED)
_ITSELF = words_of_kinds("did_by_itself")
_MOST = 150


def people_values(facts: ReportFacts) -> Values:
    """Return what the section about people and agents shows beside the facts."""
    rows = [row for row in facts.rows_in_period
            if row.kind in SAID and row.source in _SPEAKERS]  # fmt: skip
    amounts = Counter(row.kind for row in facts.rows_in_period
                      if row.kind in _ITSELF and row.source is Source.DETECTOR)  # fmt: skip
    changes = facts.record.of("entry_created", "entry_reinforced", period=facts.period)
    made = Counter(line.what for line in changes)
    return {
        "statements": [
            statement_of(facts, row)
            for row in in_shared_room(rows[::-1], _MOST, lambda row: row.source.is_proven)
        ],
        "total": len(rows),
        "created": made["entry_created"],
        "reinforced": made["entry_reinforced"],
        "itself": [(words, amounts[kind]) for kind, words in _ITSELF.items() if amounts[kind]],
    }


def others_values(facts: ReportFacts) -> Values:
    """Return what the section about peers shows beside the facts."""
    updates = [row for row in facts.rows_in_period if row.kind is Kind.PEER]
    return {"updates": updates[::-1]}


def statement_of(
    facts: ReportFacts, row: Observation
) -> tuple[Observation, MemoryEntry | None, str, datetime | None]:
    """Return a row, the entry that it is about, what was done, and until when."""
    until = time_of(row.detail.get("until")) if row.kind in _DATED else None
    what = _DATED[row.kind] if until else SAID[row.kind]
    return row, facts.entry_by_id.get(row.entry_id), what, until
