"""What perception asks of the memory that it feeds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.ranking import LOG
from robot_memory.ledger import Key, Observation


@dataclass(frozen=True)
class KnownEntries:
    """A memory, as far as perception asks it.

    Attributes:
        knows: tells whether there is an entry for a key, be it an archived one.
        entries: returns all entries with their effective confidence.
        last_row: finds the newest row about a key from before this start.
    """

    knows: Callable[[Key], bool] = lambda key: False
    entries: Callable[[], Iterable[tuple[float, MemoryEntry]]] = tuple
    last_row: Callable[[Key], Observation | None] = lambda key: None

    def made_of_logs(self) -> list[datetime]:
        """Return when log messages made entries."""
        return [
            entry.first_seen
            for _, entry in self.entries()
            if entry.key is not None and entry.key.detector == LOG
        ]
