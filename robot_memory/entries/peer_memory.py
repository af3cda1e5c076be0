"""The content of another robot's last update; it never counts as evidence (000 §6).

Specification: rules.md §6.5 and §6.7. :mod:`robot_memory.sharing.federation.peer_record` dates the
evidence.

See docs/explanation/sharing.md, "What arrives".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from robot_memory.entries.confidence import effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.rrn import named_rrn
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text

#: The tag of entries from other robots, as in the document's example.
PEER_TAG = "peer"
#: The ``role`` of a fleet's server.
FLEET_ROLE = "fleet"
#: How local ids of others' entries begin.
PEER_ID = "mem-peer-"
_DIGITS = 20  # of an id, hexadecimal
_FEWEST = 4  # of a short id


@dataclass(frozen=True)
class PeerMemory:
    """One item of ``peer_context``.

    Attributes:
        last_synced: when the last accepted update was received, UTC.
        entries: the peer's entries, with ids of this robot; ``extra`` holds ``of`` (the id at the
            peer), ``heard_at`` (when its words were first received), and, if the update had them,
            ``about`` (detector and symptom) and ``place``.
        valid_until: after this time the entries are hidden, because the peer was not heard.
        name: the operator's name for the robot; may be empty.
        problem: why nothing of it is used; empty if all is well.
        extra: fields of other tools; ``role`` is ``fleet`` for a fleet's server.
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
        """Whether it is a fleet's server, through which its operators speak."""
        return self.extra.get("role") == FLEET_ROLE

    @property
    def label(self) -> str:
        """The robot's name for readers."""
        return named_rrn(self.rrn, self.name, is_fleet=self.is_fleet)

    def is_current(self, now: datetime) -> bool:
        """Whether the robot was heard recently enough to be believed."""
        return self.valid_until is None or now <= self.valid_until


def peer_entry_id(rrn: str, entry_id: str) -> str:
    """Return the local id of another robot's entry (rules.md §6.5).

    The other robot chooses its own id: with fewer digits it could take over a third robot's id.
    """
    return f"{PEER_ID}{hashlib.sha256(f'{rrn}:{entry_id}'.encode()).hexdigest()[:_DIGITS]}"


def find_reported(
    peers: Iterable[PeerMemory], entry_id: str
) -> tuple[PeerMemory, MemoryEntry] | None:
    """Return the robot that reports an entry, and the entry; None if no other robot does.

    Args:
        entry_id: its whole id, or the beginning of it that no other entry has.
    """
    whole = f"mem-{entry_id.removeprefix('mem-')}"
    entries = [(peer, entry) for peer in peers for entry in peer.entries]
    exact = [one for one in entries if one[1].id == whole]
    is_short = whole.startswith(PEER_ID) and len(whole) >= len(PEER_ID) + _FEWEST
    found = exact or [one for one in entries if is_short and one[1].id.startswith(whole)]
    return found[0] if len(found) == 1 or exact else None


def check_own(peers: Iterable[PeerMemory], entry_id: str) -> None:
    """Refuse to change an entry of another robot.

    Raises:
        InvalidInput: it is an entry of another robot.
    """
    if (found := find_reported(peers, entry_id)) is not None:
        raise InvalidInput(
            f"{found[1].id} is reported by another robot, which alone can change it; nothing was "
            "stored: `robot-memory mute` hides it here, `robot-memory peers revoke` ends "
            "everything that the robot reports"
        )


def take_update(row: Observation) -> PeerMemory:
    """Return the present content of a robot's update; entries missing in it are withdrawn.

    The row was checked when it was stored. It is complete, so earlier rows may be deleted.
    """
    detail = row.detail
    until, synced = detail.get("valid_until"), detail.get("synced")
    return PeerMemory(
        rrn=row.component,
        last_synced=stamp_from_text(synced) if synced else row.time,
        entries=tuple(_entry(row.component, record) for record in detail.get("entries", ())),
        valid_until=stamp_from_text(until) if until else None,
        name=str(detail.get("name", "")),
        problem=str(detail.get("problem", "")),
        extra={"role": detail["role"]} if "role" in detail else {},
    )


def _entry(rrn: str, record: Mapping[str, Any]) -> MemoryEntry:
    tags = tuple(tag for tag in record["tags"] if tag != PEER_TAG)
    extra: dict[str, Any] = {"of": record["id"]}
    extra |= {name: record[name] for name in ("about", "place") if name in record}
    if "heard" in record:
        extra["heard_at"] = stamp_from_text(record["heard"])
    return MemoryEntry(
        id=peer_entry_id(rrn, record["id"]),
        type=EntryType(record["type"]),
        text=record["text"],
        confidence=float(record["confidence"]),
        first_seen=stamp_from_text(record["first_seen"]),
        last_reinforced=stamp_from_text(record["last_reinforced"]),
        observation_count=int(record["observation_count"]),
        tags=(*tags, PEER_TAG),
        extra=extra,
    )


def pruned(
    peers: Mapping[str, PeerMemory], now: datetime, settings: Settings
) -> dict[str, PeerMemory]:
    """Return the peers without decayed entries, and without those not heard for too long.

    Items that another tool or a person wrote without ``valid_until`` are left alone.
    """
    kept = {}
    for rrn, peer in peers.items():
        if peer.valid_until is None:
            kept[rrn] = peer
            continue
        entries = tuple(
            entry for entry in peer.entries
            if effective(entry, now, settings.decay_per_day) >= settings.prune_min
        )  # fmt: skip
        if not peer.is_current(now):
            continue
        kept[rrn] = peer if len(entries) == len(peer.entries) else replace(peer, entries=entries)
    return kept
