"""Withdraws a packet: a separate record says so; the packet itself does not change."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidPacket
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance import schemas
from robot_memory.governance.approval import approval_path, find_approval, valid_approver
from robot_memory.governance.governance_store import PACKET_APPROVED, GovernanceStore, append_lines
from robot_memory.governance.packet import Packet
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.signing import (
    check_statement,
    need_cryptography,
    problem_with,
    sign_statement,
)

if TYPE_CHECKING:
    from robot_memory.foundation.identity.card import Card
    from robot_memory.foundation.identity.robot_keys import RobotKeys

_LOG = logging.getLogger(__name__)
#: The type of its line in the event log.
WITHDRAWN = "packet_withdrawn"


def withdraw(
    store: GovernanceStore, history: RunHistory, packet: Packet, by: str | RobotKeys, now: Instant
) -> None:
    """Withdraw a packet for good; an approved packet needs an operator's signature.

    The caller holds the governance lock.

    Args:
        by: an operator's keys; or a name, to withdraw a packet that nobody approved.

    Raises:
        AssistRefused: it was withdrawn before, or applied (even if rolled back since); or it was
            approved, or the name is an operator's, and no keys are given.
        InvalidPacket: the name is not allowed.
    """
    check_not_withdrawn(store, packet.id)
    history.check_not_applied(packet.id, "nothing was withdrawn")
    if isinstance(by, str):
        if approval_path(store.approvals, packet.id).exists() or _was_approved(store, packet.id):
            raise AssistRefused(
                f"an operator approved {packet.id}, so an operator's signature withdraws it; "
                f"nothing was withdrawn: `robot-memory assist withdraw {packet.id} --key FILE`"
            )
        store.operators.check_no_operator(by)
    else:
        store.operators.check_signer(by.card)
    name = without_secrets(by) if isinstance(by, str) else by.rrn
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
    line = {"type": WITHDRAWN, "id": packet.id, "by": name, "withdrawal": record}
    problem = f"{packet.id} is withdrawn, and the record of what the memory did does not say so"
    append_lines(store.events, [line], now.time, problem, signed="withdrawal")


def find_withdrawal(store: GovernanceStore, packet_id: str) -> Mapping[str, Any] | None:
    """Return the record of a packet's withdrawal, or None.

    An unsigned withdrawal has no effect on an approved packet; it is logged.

    Raises:
        InvalidPacket: the record cannot be read, and nobody approved the packet.
    """
    path = _path(store, packet_id)
    if not path.exists():
        return None
    if not _is_approved(store, packet_id):
        return schemas.read(path, schemas.WITHDRAWAL)
    try:
        record = schemas.read(path, schemas.WITHDRAWAL)
        _check_signature(store, packet_id, record)
    except (AssistRefused, InvalidPacket) as error:
        _LOG.error("%s counts for nothing, as an operator approved the packet: %s", path, error)
        return _recorded(store, packet_id)
    return record


def is_withdrawn(store: GovernanceStore, packet_id: str) -> bool:
    """Whether a packet was withdrawn; also true if the record cannot be read."""
    try:
        return find_withdrawal(store, packet_id) is not None
    except InvalidPacket:
        return True


def _check_signature(store: GovernanceStore, packet_id: str, record: Any) -> None:
    """Check that a present operator, or one of that time, signed a withdrawal.

    If a former operator's keys are missing the result is unknown, and the withdrawal counts: it
    keeps the packet from being applied.
    """
    schemas.check(record, schemas.WITHDRAWAL, f"the withdrawal of {packet_id}")
    if record["packet_id"] != packet_id:
        problem = f"is {record['packet_id']}"
        raise InvalidPacket("it is of another packet", [Defect("packet_id", problem)])
    if "signature" not in record or "operator" not in record:
        raise InvalidPacket("no operator signed it", [Defect("signature", "is missing")])
    need_cryptography()
    name = str(record["operator"])
    cards = store.operators.cards_of(name)
    problems = [problem_with(record, card) for card in cards]
    if None in problems or _has_lost_keys(store, name, cards):
        return
    problem = f"not {name}'s: {problems[0] if problems else 'nobody of that name was enrolled'}"
    raise InvalidPacket("no operator signed it", [Defect("signature", problem)])


def _has_lost_keys(store: GovernanceStore, name: str, cards: Sequence[Card]) -> bool:
    """Whether this home enrolled somebody with keys that are now missing.

    Imported keys that were put aside, or only named in the imported log, are not lost: nobody
    confirmed them.
    """
    kids = {card.kid for card in (*cards, *store.operators.unknown())}
    return not store.enrolled_kids(name) <= kids


def _is_approved(store: GovernanceStore, packet_id: str) -> bool:
    """Whether an operator approved a packet, by the approval's file or the event log."""
    try:
        approval = find_approval(store.approvals, packet_id)
        if approval is not None and approval["subject"] == packet_id:
            again = f"robot-memory assist approve {packet_id} --key FILE"
            check_statement(approval, store.operators, f"the approval of {packet_id}", again)
            return True
    except (AssistRefused, InvalidPacket):
        pass  # the event log may know it
    return _was_approved(store, packet_id)


def _was_approved(store: GovernanceStore, packet_id: str) -> bool:
    lines = store.events.find(json.dumps(packet_id), after=0)
    return any(line.get("type") == PACKET_APPROVED for line in lines)


def check_not_withdrawn(store: GovernanceStore, packet_id: str) -> None:
    """Refuse a packet that was withdrawn, according to the file or the event log.

    Raises:
        AssistRefused: it was withdrawn.
        InvalidPacket: the record of it cannot be read.
    """
    record = find_withdrawal(store, packet_id) or _recorded(store, packet_id)
    if record is not None:
        raise AssistRefused(
            f"{packet_id} was withdrawn by {record['by']}, {record['ts']}; nothing was done: "
            "`robot-memory assist propose --row N --set POINTER=VALUE --evidence REF` makes another"
        )


def _recorded(store: GovernanceStore, packet_id: str) -> Mapping[str, Any] | None:
    """Return the withdrawal in the event log; for an approved packet, only a signed one."""
    found = store.events.find(json.dumps(packet_id), after=0)
    lines = [one for one in found if one.get("type") == WITHDRAWN]
    is_approved = bool(lines) and _is_approved(store, packet_id)
    for one in lines:
        try:
            if is_approved:
                _check_signature(store, packet_id, one.get("withdrawal"))
        except (AssistRefused, InvalidPacket) as error:
            _LOG.error("a line that withdraws %s counts for nothing: %s", packet_id, error)
            continue
        return {"by": one.get("by"), "ts": one.get("timestamp")}
    return None


def _path(store: GovernanceStore, packet_id: str) -> Path:
    return store.withdrawals / f"{packet_id}.json"


def state_of(store: GovernanceStore, packet: Packet, history: RunHistory) -> str:
    """Return the state of a packet in words: ``proposed``, ``approved by ada``, ``applied``.

    An applied packet stays ``applied``, whatever later attempts, and whoever is an operator now.
    """
    runs = history.of_packet(packet.id)
    applied = {run.id for run in runs if run.result == "applied"}
    if applied:
        return "applied" if applied & {run.id for run in history.standing()} else "rolled back"
    try:
        if (record := find_withdrawal(store, packet.id)) is not None:
            return f"withdrawn by {record['by']}"
    except InvalidPacket:
        return "withdrawn, by whom cannot be read"
    if who := valid_approver(store.approvals, packet, store.operators):
        return f"approved by {who}" + (", aborted" if runs else "")
    has_one = approval_path(store.approvals, packet.id).exists()
    return "proposed; its approval is not valid" if has_one else "proposed"
