"""Who may resolve an entry, and what becomes of who can only ask for it (rules.md §1.5 and §2.12).

See docs/reference/security.md, "Who may do what".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.ledger import Observation, Source

#: The fields of an entry that is proposed as resolved.
PROPOSAL = ("recovered_at", "recovered_note")
_WAITS = (
    "it rests on a detector or on a person's word, and only a person at the robot's machine can "
    "resolve it; the request waits in `robot-memory review`"
)


def can_only_propose(entry: MemoryEntry, by_whom: Source) -> bool:
    """Tell whether somebody can only ask to resolve an entry.

    What a detector or a person found, neither an agent resolves, nor who cannot be checked.
    """
    is_open = entry.type is not EntryType.RESOLVED
    return is_open and not by_whom.is_proven and not entry.is_agents_word


def open_about(entries: Iterable[MemoryEntry], component: str) -> list[MemoryEntry]:
    """Return the entries about a component, by key or tags, that are not resolved."""
    return [
        entry
        for entry in entries
        if entry.type is not EntryType.RESOLVED
        and (component in entry.tags or (entry.key and entry.key.component == component))
    ]


def proposed(entry: MemoryEntry, row: Observation) -> MemoryEntry:
    """Return an entry with the proposal of a row that it be resolved."""
    note = row.summary
    if row.source is not Source.DETECTOR:
        note = f"{row.author} asks to resolve it{f': {note}' if note else ''}"
    return replace(entry, extra={**entry.extra, "recovered_at": row.time, "recovered_note": note})


def resolve_words(entry: MemoryEntry) -> str:
    """Return what a resolve came to."""
    if entry.type is EntryType.RESOLVED:
        return f"resolved: {entry.text}"
    return f"stays told: {_WAITS}: {entry.text}"


def repair_words(entries: Sequence[MemoryEntry]) -> str:
    """Return what a repair came to.

    Args:
        entries: that were open and are about the part, as they are now.
    """
    if not entries:
        return "no open entry is about it; the repair is noted all the same"
    resolved = [entry.id for entry in entries if entry.type is EntryType.RESOLVED]
    waiting = [entry.id for entry in entries if entry.type is not EntryType.RESOLVED]
    parts = [f"resolved {', '.join(resolved)}"] if resolved else []
    parts += [f"{', '.join(waiting)} stay told: of each {_WAITS}"] if waiting else []
    return "; ".join(parts)
