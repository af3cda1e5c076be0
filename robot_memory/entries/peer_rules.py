"""What a row about another robot does to ``peer_context``; own entries are out of its reach.

Specification: rules.md §6.7. :mod:`robot_memory.sharing.federation.peer_record` dates the evidence.

See docs/explanation/sharing.md, "What arrives".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.confidence import effective
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.peer_memory import PEER_TAG, PeerMemory, peer_entry_id
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Observation
from robot_memory.ledger.observation import stamp_from_text


def take_update(row: Observation) -> PeerMemory:
    """Return what a robot says now. An update is the whole of it: what it leaves out is withdrawn.

    The row was checked when it was stored; it holds all that is needed, so that the rows before it
    may go.
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
    """Return the peers without decayed entries, and without peers that stayed away too long.

    What another tool or a person wrote, without saying how long it is valid, is left to them.
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
