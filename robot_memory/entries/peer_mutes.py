"""A person's mutes of single statements of other robots (rules.md §6.7).

A mute holds for the words that the person saw: if the robot says something else under the same id,
it is shown again. It is kept in the robot's item of the memory file, and in the row of the mute.
The row has a digest of the words: none of them may stay if their robot deletes them (§6.17).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.mute_rules import MUTE_FIELDS, with_mute
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.foundation.errors import NotYours
from robot_memory.ledger import Observation, Source

_DIGEST = "text_sha256"


def muted_detail(entry: MemoryEntry) -> dict[str, str]:
    """Return what the row of a mute says of a statement."""
    return {_DIGEST: hashlib.sha256(entry.text.encode()).hexdigest()}


def check_person(entry: MemoryEntry, by_whom: Source) -> None:
    """Refuse a mute of another robot's entry by anybody but a proven person.

    Raises:
        NotYours: an agent, or somebody who cannot be checked, asks for it.
    """
    if by_whom is not Source.PERSON:
        raise NotYours(
            f"{entry.id} is reported by another robot: only a person at the robot's machine mutes "
            "it; nothing was stored"
        )


def with_mutes(
    peers: Mapping[str, PeerMemory], rows: Mapping[str, Observation]
) -> dict[str, PeerMemory]:
    """Return robots' statements with the mutes of rows, by entry; the newest row of each counts."""
    return {rrn: _muted(peer, rows) for rrn, peer in peers.items()}


def after_update(
    before: PeerMemory | None, update: PeerMemory, rows: Mapping[str, Observation]
) -> PeerMemory:
    """Return the content of an update with the mutes of statements that have the same text."""
    known = {entry.id: entry for entry in before.entries} if before else {}
    entries = tuple(_as_before(entry, known.get(entry.id)) for entry in update.entries)
    return _muted(replace(update, entries=entries), rows)


def _as_before(entry: MemoryEntry, before: MemoryEntry | None) -> MemoryEntry:
    if before is None or before.text != entry.text:
        return entry
    kept = {name: before.extra[name] for name in MUTE_FIELDS if name in before.extra}
    return replace(entry, extra={**entry.extra, **kept}) if kept else entry


def _muted(peer: PeerMemory, rows: Mapping[str, Observation]) -> PeerMemory:
    if not any(entry.id in rows for entry in peer.entries):
        return peer
    entries = (
        with_mute(entry, row)
        if (row := rows.get(entry.id)) is not None
        and muted_detail(entry).items() <= row.detail.items()
        else entry
        for entry in peer.entries
    )
    return replace(peer, entries=tuple(entries))
