"""An operator's word for one packet, as it is (document 004, rules.md §8)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory import files, stamps
from robot_memory.errors import AssistRefused
from robot_memory.governance import schemas
from robot_memory.governance.operators import Operators
from robot_memory.governance.packet import Packet
from robot_memory.governance.signing import check_statement, sign_statement

if TYPE_CHECKING:
    from robot_memory.identity.keys import RobotKeys


def approve(
    folder: Path, packet: Packet, keys: RobotKeys, operators: Operators, now: datetime
) -> dict[str, Any]:
    """Store an operator's approval of a packet, in place of an earlier one.

    Args:
        folder: ``governance/approvals``.
        packet: what is approved.
        keys: the operator's own.
        operators: who may approve.
        now: when, UTC.

    Raises:
        AssistRefused: the operator is not enrolled, with these keys; or they are a robot's.
    """
    operators.check_no_robot(keys.card)
    if operators.card(keys.rrn) != keys.card:
        raise AssistRefused(
            f"{keys.rrn} is enrolled with other keys than these; nothing was approved: use the "
            "file that `robot-memory assist key` made"
        )
    statement = {
        "kind": schemas.APPROVAL,
        "packet_id": packet.id,
        "packet_sha256": packet.digest,
        "ledger_id": packet.ledger_id,
        "operator": keys.rrn,
        "approved_at": stamps.to_text(now),
    }
    record = sign_statement(statement, keys)
    path = folder / f"{packet.id}.json"
    schemas.check(record, schemas.APPROVAL, str(path))
    files.make_private_folder(folder)
    files.replace_durably(path, schemas.pretty(record))
    return record


def find_approval(folder: Path, packet_id: str) -> Mapping[str, Any] | None:
    """Return what is said to be an approval of a packet; None where there is none."""
    path = folder / f"{packet_id}.json"
    if not path.exists():
        return None
    return schemas.parse(path.read_bytes(), schemas.APPROVAL, str(path))


def approver_of(folder: Path, packet: Packet, operators: Operators) -> str:
    """Return who approved a packet as it is.

    Raises:
        AssistRefused: nobody did, or it has changed since, or who did is no operator.
        InvalidPacket: the approval cannot be read, or its signature does not hold.
    """
    record = find_approval(folder, packet.id)
    if record is None:
        raise AssistRefused(
            f"nobody has approved {packet.id}; no row was changed: `robot-memory assist approve "
            f"{packet.id} --key KEYFILE`"
        )
    meant = (record["packet_id"], record["packet_sha256"], record["ledger_id"])
    if meant != (packet.id, packet.digest, packet.ledger_id):
        raise AssistRefused(
            f"{packet.id} has changed since {record['operator']} approved it, so it is approved no "
            "longer; no row was changed"
        )
    check_statement(record, operators, f"the approval of {packet.id}")
    return str(record["operator"])
