"""Withdraws a packet: a record beside it states that; the packet itself does not change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.errors import AssistRefused
from robot_memory.governance import schemas
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet
from robot_memory.governance.record_lines import append_lines
from robot_memory.governance.run_history import RunHistory

#: The type of the line in the record of what the memory did.
WITHDRAWN = "packet_withdrawn"


def withdraw(
    store: GovernanceStore, history: RunHistory, packet: Packet, by: str, now: Instant
) -> None:
    """Withdraw a packet for good. A no changes nothing: a name will do.

    The caller holds the governance lock.

    Raises:
        AssistRefused: it was withdrawn before, or applied, be it taken back since.
        InvalidPacket: the name is none.
    """
    check_not_withdrawn(store, packet.id)
    history.check_not_applied(packet.id, "nothing was withdrawn")
    record = {
        "kind": schemas.WITHDRAWAL,
        "packet_id": packet.id,
        "packet_sha256": packet.digest,
        "by": by,
        "ts": stamps.to_text(now.time),
    }
    schemas.write(_path(store, packet.id), record, schemas.WITHDRAWAL)
    line = {"type": WITHDRAWN, "id": packet.id, "by": by}
    problem = f"{packet.id} is withdrawn, and the record of what the memory did does not say so"
    append_lines(store.events, [line], now.time, problem)


def find_withdrawal(store: GovernanceStore, packet_id: str) -> Mapping[str, Any] | None:
    """Return who withdrew a packet and when; None where nobody did.

    Raises:
        InvalidPacket: the record cannot be read.
    """
    path = _path(store, packet_id)
    if not path.exists():
        return None
    return schemas.read(path, schemas.WITHDRAWAL)


def is_withdrawn(store: GovernanceStore, packet_id: str) -> bool:
    """Tell whether a packet was withdrawn, also where the record of it cannot be read."""
    return _path(store, packet_id).exists()


def check_not_withdrawn(store: GovernanceStore, packet_id: str) -> None:
    """Check that a packet may still be signed, tried and applied.

    Raises:
        AssistRefused: it was withdrawn.
        InvalidPacket: whether it was cannot be read.
    """
    record = find_withdrawal(store, packet_id)
    if record is not None:
        raise AssistRefused(
            f"{packet_id} was withdrawn by {record['by']}, {record['ts']}; nothing was done: "
            "`robot-memory assist propose --row N --set POINTER=VALUE --evidence REF` makes another"
        )


def _path(store: GovernanceStore, packet_id: str) -> Path:
    return store.withdrawals / f"{packet_id}.json"
