"""Builders of robots' updates, valid and invalid ones."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from robots import keys_of

from robot_memory.entries.entry_id import mint_id
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.identity.robot_keys import RobotKeys, sign
from robot_memory.foundation.time.clock import Instant
from robot_memory.sharing.federation.robot_update import VALIDITY, RobotUpdate, write_update
from robot_memory.sharing.federation.shared_entry import SharedEntry
from robot_memory.sharing.federation.signed_envelope import OVERHEAD, SignedEnvelope, seal

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
BLOCKED = "East corridor is blocked by a construction barrier"
LIP = "Kitchen doorway has a 3 cm lip"


def at(**later: float) -> datetime:
    """Return a time after noon (seconds=, hours=, days=)."""
    return NOON + timedelta(**later)


def instant(*, trusted: bool = True, **later: float) -> Instant:
    """Return an instant after noon."""
    return Instant(at(**later), timedelta(**later).total_seconds(), "test", trusted)


def note(text: str = BLOCKED, **fields: Any) -> SharedEntry:
    """Make a shared entry, seen once, at noon."""
    given: dict[str, Any] = {
        "id": mint_id("environment_note", text), "type": "environment_note", "text": text,
        "confidence": 0.75, "first_seen": NOON, "last_reinforced": NOON, "observation_count": 1,
        **fields,
    }  # fmt: skip
    return SharedEntry(**given)


@dataclass
class Talker:
    """Another robot; by default each of its updates has the next sequence number."""

    keys: RobotKeys
    session: str = "first-start"
    sequence: int = 100

    @property
    def rrn(self) -> str:
        return self.keys.rrn

    @property
    def card(self) -> Card:
        return self.keys.card

    def update(self, *entries: SharedEntry | str, **fields: Any) -> RobotUpdate:
        """Make an update of this robot from notes, or from their texts."""
        self.sequence += 1
        issued = fields.get("issued", NOON)
        given: dict[str, Any] = {
            "rrn": self.rrn, "sequence": self.sequence, "session": self.session,
            "issued": issued, "valid_until": issued + VALIDITY,
            "entries": tuple(note(e) if isinstance(e, str) else e for e in entries), **fields,
        }  # fmt: skip
        return RobotUpdate(**given)

    def says(self, *entries: SharedEntry | str, **fields: Any) -> SignedEnvelope:
        """Make a signed update."""
        return seal(self.update(*entries, **fields), self.keys)

    def record(self, *entries: SharedEntry | str, **fields: Any) -> dict[str, Any]:
        """Return an update as JSON data, for tests to change."""
        record: dict[str, Any] = json.loads(write_update(self.update(*entries)))
        return {**record, **fields}

    def says_record(self, record: Any) -> SignedEnvelope:
        """Sign any JSON data."""
        return self.signs(canonical_json(record))

    def signs(self, message: bytes) -> SignedEnvelope:
        """Sign any bytes."""
        return SignedEnvelope(self.card, zlib.compress(message, 9), sign(self.keys, message))


def talker(number: int = 1, **fields: Any) -> Talker:
    """Return the robot with this number."""
    return Talker(keys_of(number), **fields)


def size_of(envelope: SignedEnvelope) -> int:
    """Return a message's approximate size in bytes."""
    return OVERHEAD + len(envelope.payload)


def forged(envelope: SignedEnvelope) -> SignedEnvelope:
    """Return an envelope with an invalid signature."""
    profile, classical, post_quantum = envelope.signature.split(".")
    return replace(envelope, signature=f"{profile}.{classical[::-1]}.{post_quantum}")


def texts(entries: Iterable[Any]) -> list[str]:
    """Return the texts of entries, which may be records."""
    return [entry["text"] if isinstance(entry, dict) else entry.text for entry in entries]
