"""What a limit's rows, and a proposal that a fault is gone, do to entries (rules.md §1.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.reading_rules import told_text, with_own_words
from robot_memory.ledger import Observation
from robot_memory.ledger.told_words import told_summary

LIMIT = "limit"
OUTCOME = "outcome"
#: Detectors of what many rows show: their sentences have the counts in them.
CONCLUSIONS = frozenset({LIMIT, OUTCOME})
#: What a limit is to its variable, by the side of the region in which faults come.
BOUNDS: Mapping[Any, str] = {"above": "maximum", "below": "minimum", "is": "not"}
#: What stands in an entry that is proposed as resolved.
PROPOSAL = ("recovered_at", "recovered_note")


def with_limit(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the limit that a row is: its variable, and its bound.

    Without the numbers of the limit, as in a row that somebody changed, it is a sentence only.
    """
    detail = row.detail
    bound, variable = BOUNDS.get(detail.get("side")), detail.get("variable")
    if bound is None or variable is None:
        return entry
    field = {"variable": variable, bound: detail.get("limit")}
    return replace(entry, extra={**entry.extra, LIMIT: field})


def retold(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return a limit, or how a task goes, as the row has it; the sentence of a person stays."""
    was = str(row.detail.get("was", ""))
    is_ours = entry.text in (was, told_summary(row.component, was, {}))
    return with_limit(with_own_words(entry, told_text(row)) if is_ours else entry, row)


def explained_by(entry: MemoryEntry) -> str:
    """Return the id of the entry that a limit explains; empty where the entry is no limit."""
    key = entry.key
    return key.symptom.split(" ")[0] if key is not None and key.detector == LIMIT else ""


def explains(limit: MemoryEntry, entry_id: str) -> bool:
    """Tell whether an entry is a limit that explains another one."""
    return explained_by(limit) == entry_id


def proposed(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the proposal that its fault is gone."""
    extra = {**entry.extra, "recovered_at": row.time, "recovered_note": row.summary}
    return replace(entry, extra=extra)
