"""Builders of other robots' notes, for the tests in this folder."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from entry_builders import NOON, at, make_entry

from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.peer_memory import PeerMemory, peer_entry_id
from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import Kind, Observation, Source
from robot_memory.ledger.observation import stamp_text

ALEX, BOB, CAROL = (f"RRN-{number:012d}" for number in (5, 6, 7))
BLOCKED = "East corridor is blocked by a construction barrier"
LIP = "Kitchen doorway has a 3 cm lip"
WEEK = timedelta(days=7)


def make_note(text: str = BLOCKED, rrn: str = ALEX, **fields: Any) -> MemoryEntry:
    """Make an entry of another robot, as this robot keeps it: seen once, at noon."""
    of = fields.pop("of", f"of {text}")
    extra = {"of": of, **fields.pop("extra", {})}
    given = {
        "id": peer_entry_id(rrn, of), "type": EntryType.ENVIRONMENT_NOTE, "confidence": 0.75,
        "tags": ("peer",), "extra": extra, **fields,
    }  # fmt: skip
    return make_entry(text, **given)


def make_peer(*entries: MemoryEntry | str, rrn: str = ALEX, **fields: Any) -> PeerMemory:
    """Make the peer that sent these notes at noon."""
    notes = tuple(make_note(e, rrn) if isinstance(e, str) else e for e in entries)
    given = {"last_synced": NOON, "valid_until": NOON + WEEK, "name": "", **fields}
    return PeerMemory(rrn, entries=notes, **given)


def make_peer_row(
    number: int, *texts: str, rrn: str = ALEX, days: float = 0.0, **detail: Any
) -> Observation:
    """Make the ledger row for an update of another robot."""
    time = at(days)
    record = {
        "entries": [
            {"id": f"of {text}", "type": "environment_note", "text": text, "confidence": 0.75,
             "first_seen": stamp_text(time), "last_reinforced": stamp_text(time),
             "observation_count": 1, "tags": []}
            for text in texts
        ],
        "valid_until": stamp_text(time + WEEK), "name": "", "problem": "", **detail,
    }  # fmt: skip
    instant = Instant(time, days * 86400, "b1", True)
    return Observation(Kind.PEER, instant, f"{rrn}: shares", Source.PEER, component=rrn,
                       detail=record, id=number)  # fmt: skip
