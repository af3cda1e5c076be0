"""What another robot said, as of its last update (document 000 §6). It is never own evidence."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.entries.memory_entry import MemoryEntry

#: The label of what came from another robot, as in the document's example.
PEER_TAG = "peer"


@dataclass(frozen=True)
class PeerMemory:
    """One item of ``peer_context``.

    Attributes:
        rrn: whose it is.
        last_synced: when the last update that was taken in was received, UTC.
        entries: its lessons, with ids of ours; ``extra`` holds ``of``, the id that the robot itself
            gave, and where they came along ``about`` (detector and symptom) and ``place``.
        valid_until: what it says is not told after that, as the robot has stayed away.
        name: what the operator calls the robot; may be empty.
        problem: why nothing of it is used, empty where all is well.
        extra: fields of other tools.
    """

    rrn: str
    last_synced: datetime
    entries: tuple[MemoryEntry, ...] = ()
    valid_until: datetime | None = None
    name: str = ""
    problem: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What a reader is told that it is."""
        return f"{self.name} ({self.rrn})" if self.name else self.rrn

    def is_current(self, now: datetime) -> bool:
        """Tell whether the robot has been heard of late enough to be believed."""
        return self.valid_until is None or now <= self.valid_until


def peer_entry_id(rrn: str, entry_id: str) -> str:
    """Return the id under which an entry of another robot is kept here (rules.md §6.5)."""
    return f"mem-peer-{hashlib.sha256(f'{rrn}:{entry_id}'.encode()).hexdigest()[:8]}"
