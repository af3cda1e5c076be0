"""How a run ended, and what became of a packet, for whoever asks."""

from __future__ import annotations

from dataclasses import dataclass

from robot_memory.errors import AssistRefused, InvalidPacket
from robot_memory.governance.approvals import approver_of
from robot_memory.governance.desk import Desk
from robot_memory.governance.history import History
from robot_memory.governance.packet import Packet
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.rules import Violation


@dataclass(frozen=True)
class Outcome:
    """How a run ended.

    Attributes:
        receipt: its after receipt.
        violations: what stood against it; where anything did, nothing was written.
    """

    receipt: Receipt
    violations: tuple[Violation, ...]

    @property
    def is_done(self) -> bool:
        """Whether it did what was asked; of a dry run, whether nothing stands against it."""
        return self.receipt.record["result"] != "aborted" or not self.violations


def state_of(desk: Desk, packet: Packet, history: History) -> str:
    """Say what became of a packet, in words: ``proposed``, ``approved by ada``, ``applied``."""
    runs = history.of_packet(packet.id)
    if runs and runs[-1].result == "applied":
        is_standing = runs[-1].id in {run.id for run in history.standing()}
        return "applied" if is_standing else "rolled back"
    try:
        who = approver_of(desk.approvals, packet, desk.operators)
    except (AssistRefused, InvalidPacket):
        return "proposed"
    return f"approved by {who}" + (", aborted" if runs else "")
