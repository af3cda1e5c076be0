"""What a limit's rows, and a proposal that a fault is gone, do to entries (rules.md §1.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger import Observation

LIMIT = "limit"
#: What stands in an entry that is proposed as resolved.
PROPOSAL = ("recovered_at", "recovered_note")


def limit_field(row: Observation) -> dict[str, Any]:
    """Return the limit itself for the field ``limit`` of its entry: variable, bound and value."""
    detail = row.detail
    names = {"above": "maximum", "below": "minimum", "is": "not"}
    return {"variable": detail["variable"], names[detail["side"]]: detail["limit"]}


def retold(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return a limit as the row has it; the sentence of a person stays."""
    is_ours = entry.text == row.detail.get("was")
    extra = {**entry.extra, LIMIT: limit_field(row)}
    return replace(entry, text=row.summary if is_ours else entry.text, extra=extra)


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
