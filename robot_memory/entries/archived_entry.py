"""An entry in the archive, and how to look one up (rules.md §1.6 and §2.7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.persons_decision import DECIDED_BY, is_decided_by_person
from robot_memory.ledger import Key


@dataclass(frozen=True)
class ArchivedEntry:
    """An entry that left the file.

    Attributes:
        entry: as it was when it left.
        pruned: it left because its confidence had decayed; otherwise somebody deleted it.
        seq: only rows with a greater number can create it again.
    """

    entry: MemoryEntry
    pruned: bool
    seq: int

    def is_decided(self, now: datetime) -> bool:
        """Tell whether a person decided about it, so that no agent says it again.

        A person deleted, muted, resolved, reworded or declared known what an agent said; or muted,
        resolved or declared known what others said, and it faded since.
        """
        is_quieted = self.pruned and is_decided_by_person(self.entry, now)
        return DECIDED_BY in self.entry.extra or is_quieted


#: Looks up an archived entry by key or by id.
FindArchived = Callable[["Key | None", str], "ArchivedEntry | None"]
