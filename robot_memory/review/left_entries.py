"""Says why an entry is told no longer, and who did that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robot_memory.entries import EntryType
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.observation import Source, claimed_name

if TYPE_CHECKING:
    from robot_memory.memory import RobotMemory

_DONE = {Kind.RESOLVE: "resolved", Kind.REPAIRED: "resolved", Kind.FORGET: "forgotten"}


def why_untold(memory: RobotMemory, entry_id: str) -> str:
    """Return why an entry that was told is told no longer, as words behind its name.

    A limit is resolved with the fault that it explains, and by a repair of its part.
    """
    entries = {entry.id: entry for _, entry in memory.entries(include_resolved=True)}
    entry = entries.get(entry_id)
    if entry is not None and entry.type is not EntryType.RESOLVED:
        return "has decayed, as nothing confirmed it for long"
    kind = Kind.FORGET if entry is None else Kind.RESOLVE
    ends = [row for row in _ends(memory, entry_id) if _DONE[row.kind] == _DONE[kind]]
    if ends:
        return f"was {_DONE[kind]} by {_author(max(ends, key=lambda row: row.id))}"
    return "left the memory file" if entry is None else "was resolved"


def _ends(memory: RobotMemory, entry_id: str) -> list[Observation]:
    if not memory.has_ledger:
        return []
    ledger = memory.ledger
    rows, limit = ledger.of_entry(entry_id), ledger.newest_limit(entry_id)
    if limit is not None:
        rows += ledger.occurrences(str(limit.detail.get("explains", "")), limit.component)
    return [row for row in rows if row.kind in _DONE]


def _author(row: Observation) -> str:
    return claimed_name(row.author) if row.source is Source.CLAIMED else row.author
