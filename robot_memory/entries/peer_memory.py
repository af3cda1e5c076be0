"""What another robot reported in its last update; it never counts as evidence (000 §6).

Specification: rules.md §6.5.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.foundation.identity.rrn import named_rrn

#: The label of what came from another robot, as in the document's example.
PEER_TAG = "peer"
#: What ``role`` says of the server of a fleet.
FLEET_ROLE = "fleet"
_DIGITS = 20  # of an id, hexadecimal


@dataclass(frozen=True)
class PeerMemory:
    """One item of ``peer_context``.

    Attributes:
        rrn: of the peer.
        last_synced: when the last accepted update was received, UTC.
        entries: those of the peer, with ids of this robot; ``extra`` holds ``of``, the id at the
            peer, ``heard_at``, when its words were first received, and, if the update had them,
            ``about`` (detector and symptom) and ``place``.
        valid_until: after this time the entries are not shown, because the peer was not heard.
        name: what the operator calls the robot; may be empty.
        problem: why nothing of it is used, empty where all is well.
        extra: fields of other tools; ``role`` is ``fleet`` for the server of a fleet.
    """

    rrn: str
    last_synced: datetime
    entries: tuple[MemoryEntry, ...] = ()
    valid_until: datetime | None = None
    name: str = ""
    problem: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def is_fleet(self) -> bool:
        """Whether it is the server of a fleet, through which its operators speak."""
        return self.extra.get("role") == FLEET_ROLE

    @property
    def label(self) -> str:
        """What a reader is told that it is."""
        return named_rrn(self.rrn, self.name, is_fleet=self.is_fleet)

    def is_current(self, now: datetime) -> bool:
        """Tell whether the robot has been heard of late enough to be believed."""
        return self.valid_until is None or now <= self.valid_until


def peer_entry_id(rrn: str, entry_id: str) -> str:
    """Return the id under which an entry of another robot is kept here (rules.md §6.5).

    The other robot chooses the id of its entry: with fewer digits it could find one that gets the
    place of another robot's.
    """
    return f"mem-peer-{hashlib.sha256(f'{rrn}:{entry_id}'.encode()).hexdigest()[:_DIGITS]}"
