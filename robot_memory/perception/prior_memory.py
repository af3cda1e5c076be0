"""What perception reads from the memory: known faults, baselines, names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.ranking import LOG
from robot_memory.foundation.text.part_names import PartNames
from robot_memory.ledger import Key, Observation
from robot_memory.perception.baselines import State


@dataclass(frozen=True)
class PriorMemory:
    """A memory, as far as perception asks it.

    Attributes:
        knows: tells whether there is an entry for a key, be it an archived one.
        entries: returns all entries with their effective confidence.
        last_row: finds the newest row about a key from before this start.
        last_version: finds the same about the key of a version.
        baselines: what was normal for this robot before this start, by signal.
        seen_until: log messages up to this time were processed before it; seconds since the epoch,
            0 where there was none.
        names: what people call the parts of the robot.
    """

    knows: Callable[[Key], bool] = lambda key: False
    entries: Callable[[], Iterable[tuple[float, MemoryEntry]]] = tuple
    last_row: Callable[[Key], Observation | None] = lambda key: None
    last_version: Callable[[Key], Observation | None] = lambda key: None
    baselines: Mapping[str, State] = field(default_factory=dict)
    seen_until: float = 0.0
    names: PartNames = field(default_factory=lambda: PartNames({}))

    def made_of_logs(self) -> list[datetime]:
        """Return when log messages made entries."""
        return [
            entry.first_seen
            for _, entry in self.entries()
            if entry.key is not None and entry.key.detector == LOG
        ]
