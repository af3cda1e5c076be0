"""What a row of the ledger did to an entry, and which entries leave the file."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger import Observation


@dataclass(frozen=True)
class EntryChange:
    """What a row did to an entry; for ``~/events`` an :class:`.EntryEvent` is made of it.

    The entry was created, reinforced, resolved, reopened, (un)muted, declared known or no longer
    so, corrected, undone or retimed, proposed as recovered, or it left: it was forgotten, or merged
    into another.
    """

    kind: str
    entry: MemoryEntry
    row: Observation

    @property
    def leaves(self) -> bool:
        """Whether the entry leaves the file with the next save."""
        return self.kind in ("forgotten", "merged")


@dataclass(frozen=True)
class EntryRemoval:
    """An entry that leaves the file.

    Attributes:
        kind: 'pruned', or 'archived' where it was deleted or became a part of another.
        entry: as it was when it left.
        seq: only rows with a greater number can create it again.
        row: the row that removed it; None if it was pruned, or a person deleted it from the file.
        makes_room: it was pruned although it had not decayed, because there were too many entries.
    """

    kind: str
    entry: MemoryEntry
    seq: int
    row: Observation | None = None
    makes_room: bool = False
