"""An entry in the archive, and the interface for looking one up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.ledger import Key
from robot_memory.settings import Settings


@dataclass(frozen=True)
class ArchivedEntry:
    """An entry that left the file.

    Attributes:
        entry: as it was when it left.
        pruned: it left because its confidence had decayed; otherwise a person deleted it.
        seq: only rows with a greater number can create it again.
    """

    entry: MemoryEntry
    pruned: bool
    seq: int

    def was_proven(self, settings: Settings) -> bool:
        """Tell whether it was a detector's or a person's entry, and does not come back."""
        comes_back = self.pruned and settings.recurrence
        return not comes_back and not self.entry.is_agents_word


#: Looks up an archived entry by key or by id.
FindArchived = Callable[["Key | None", str], "ArchivedEntry | None"]
