"""The result of a run, and the state of a packet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from robot_memory.foundation.errors import AssistRefused, InvalidPacket
from robot_memory.governance.approval import approver_of
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.withdrawals import find_withdrawal


@dataclass(frozen=True)
class RunOutcome:
    """How a run ended.

    Attributes:
        violations: what stood against it; where anything did, nothing was written.
    """

    receipt: Receipt
    violations: tuple[ContractViolation, ...]
    is_dry: bool = False

    @property
    def is_done(self) -> bool:
        """Whether it did what was asked; of a dry run, whether nothing stands against it."""
        return self.receipt.record["result"] != "aborted" or not self.violations

    @property
    def says(self) -> str:
        """How it ended, in words."""
        ending = ending_of(self.receipt.record, is_dry=self.is_dry)
        reason = "" if self.is_dry else self.receipt.record["reason"]
        return f"{'dry run: ' if self.is_dry else ''}{ending}{f' ({reason})' if reason else ''}"


def ending_of(after: Mapping[str, Any], *, is_dry: bool) -> str:
    """Say how a run ended, in words, by its after receipt.

    Document 004 knows only ``applied``, ``aborted`` and ``rolled_back``: a dry run is aborted
    always, so what people ask of it is said beside.
    """
    if not is_dry:
        return str(after["result"])
    if after["recovered"]:
        return "cut off"
    return "would be refused" if after["violations"] else "nothing stands against it"


def state_of(store: GovernanceStore, packet: Packet, history: RunHistory) -> str:
    """Say what became of a packet, in words: ``proposed``, ``approved by ada``, ``applied``.

    That it was applied stays true whoever tries it again, and whoever is an operator by now.
    """
    runs = history.of_packet(packet.id)
    applied = {run.id for run in runs if run.result == "applied"}
    if applied:
        return "applied" if applied & {run.id for run in history.standing()} else "rolled back"
    withdrawn = _withdrawn(store, packet)
    if withdrawn:
        return withdrawn
    try:
        who = approver_of(store.approvals, packet, store.operators)
    except (AssistRefused, InvalidPacket):
        return "proposed"
    return f"approved by {who}" + (", aborted" if runs else "")


def _withdrawn(store: GovernanceStore, packet: Packet) -> str:
    try:
        record = find_withdrawal(store, packet.id)
    except InvalidPacket:
        return "withdrawn, by whom cannot be read"
    return f"withdrawn by {record['by']}" if record else ""
