"""Withdraws a packet: a record beside it states that; the packet itself does not change."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory import stamps
from robot_memory.clock import Instant
from robot_memory.errors import AssistRefused
from robot_memory.governance import schemas
from robot_memory.governance.approval import approval_path
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet
from robot_memory.governance.record_lines import PACKET_APPROVED, append_lines
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.signing import sign_statement

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys

#: The type of the line in the record of what the memory did.
WITHDRAWN = "packet_withdrawn"


def withdraw(
    store: GovernanceStore, history: RunHistory, packet: Packet, by: str | RobotKeys, now: Instant
) -> None:
    """Withdraw a packet for good; what an operator signed needs an operator's signature.

    The caller holds the governance lock.

    Args:
        by: an operator's own keys; or the name of whoever withdraws what nobody signed.

    Raises:
        AssistRefused: it was withdrawn before, or applied, be it taken back since; or it was
            approved, or the name is an operator's, and no keys are given.
        InvalidPacket: the name is none.
    """
    check_not_withdrawn(store, packet.id)
    history.check_not_applied(packet.id, "nothing was withdrawn")
    if isinstance(by, str):
        _check_unsigned(store, packet.id)
        store.operators.check_no_operator(by)
    else:
        store.operators.check_signer(by.card)
    name = by if isinstance(by, str) else by.rrn
    record = {
        "kind": schemas.WITHDRAWAL,
        "packet_id": packet.id,
        "packet_sha256": packet.digest,
        "by": name,
        "ts": stamps.to_text(now.time),
    }
    if not isinstance(by, str):
        record = sign_statement({**record, "operator": name}, by)
    schemas.write(_path(store, packet.id), record, schemas.WITHDRAWAL)
    line = {"type": WITHDRAWN, "id": packet.id, "by": name}
    problem = f"{packet.id} is withdrawn, and the record of what the memory did does not say so"
    append_lines(store.events, [line], now.time, problem)


def _check_unsigned(store: GovernanceStore, packet_id: str) -> None:
    lines = store.events.find(json.dumps(packet_id), after=0)
    is_signed = any(line.get("type") == PACKET_APPROVED for line in lines)
    if is_signed or approval_path(store.approvals, packet_id).exists():
        raise AssistRefused(
            f"an operator approved {packet_id}, so an operator's signature withdraws it; nothing "
            f"was withdrawn: `robot-memory assist withdraw {packet_id} --key FILE`"
        )


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

    The record of what the memory did knows it where somebody took the file away.

    Raises:
        AssistRefused: it was withdrawn.
        InvalidPacket: whether it was cannot be read.
    """
    record = find_withdrawal(store, packet_id) or _recorded(store, packet_id)
    if record is not None:
        raise AssistRefused(
            f"{packet_id} was withdrawn by {record['by']}, {record['ts']}; nothing was done: "
            "`robot-memory assist propose --row N --set POINTER=VALUE --evidence REF` makes another"
        )


def _recorded(store: GovernanceStore, packet_id: str) -> Mapping[str, Any] | None:
    found = store.events.find(json.dumps(packet_id), after=0)
    line = next((one for one in found if one.get("type") == WITHDRAWN), None)
    return None if line is None else {"by": line.get("by"), "ts": line.get("timestamp")}


def _path(store: GovernanceStore, packet_id: str) -> Path:
    return store.withdrawals / f"{packet_id}.json"
