"""Peers: which ones this robot trusts, since when, and what they reported."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from robot_memory.entries.json_records import entry_record
from robot_memory.entries.lifecycle import effective
from robot_memory.entries.peer_memory import PeerMemory
from robot_memory.faces.web.endpoint import Answer, Call, Handlers
from robot_memory.foundation.identity.trust_store import TrustedRobot, TrustStore
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.peer_record import PeerRecord


def _peers(call: Call) -> Answer:
    memory = call.memory
    trust, known = TrustStore(memory.home.peers).read(), memory.peers.all()
    stories = _stories(memory, known.values())
    now = memory.clock.now().time
    return Answer({
        "peers": [
            {
                "rrn": rrn,
                **_trust_record(trust.by_rrn.get(rrn)),
                **_knowledge_record(memory, known.get(rrn), now),
                "stories": stories.get(rrn, []),
            }
            for rrn in sorted(trust.by_rrn.keys() | known.keys())
        ],
        "problems": list(trust.problems),
    })  # fmt: skip


def _trust_record(robot: TrustedRobot | None) -> dict[str, Any]:
    """Return what an operator said of a robot; ``trust`` is trusted, revoked or unknown."""
    if robot is None:
        return {"trust": "unknown", "name": "", "since": None, "revoked_at": None,
                "fingerprint": ""}  # fmt: skip
    return {
        "trust": "revoked" if robot.is_revoked else "trusted",
        "name": robot.name,
        "since": robot.since,
        "revoked_at": robot.revoked_at,
        "fingerprint": robot.card.fingerprint,
    }


def _knowledge_record(
    memory: RobotMemory, peer: PeerMemory | None, now: datetime
) -> dict[str, Any]:
    """Return what a robot said last; ``last_synced`` is null where it was never heard."""
    if peer is None:
        return {"last_synced": None, "valid_until": None, "is_current": False, "problem": "",
                "entries": []}  # fmt: skip
    decay = memory.settings.decay_per_day
    return {
        "last_synced": peer.last_synced,
        "valid_until": peer.valid_until,
        "is_current": peer.is_current(now),
        "problem": peer.problem,
        "entries": [entry_record(effective(entry, now, decay), entry) for entry in peer.entries],
    }


def _stories(memory: RobotMemory, known: Collection[PeerMemory]) -> dict[str, list[list[str]]]:
    """Return the stories of robots that contradicted themselves, by RRN.

    The ledger is read only where a robot has a problem: to find the rows it is read as a whole.
    """
    if not any(peer.problem for peer in known) or not memory.has_ledger:
        return {}
    records = map(PeerRecord.of_row, memory.ledger.peers())
    return {one.rrn: [list(story) for story in one.stories] for one in records if one.stories}


HANDLERS: Handlers = {
    "GET /api/memory/peers": _peers,
}
