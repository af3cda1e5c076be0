"""The assist path: what is proposed is approved, tried, applied, and taken back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from robot_memory.clock import Instant, SystemClock
from robot_memory.errors import Defect
from robot_memory.governance import approvals, packets
from robot_memory.governance.agreement import check_known, compare_rows
from robot_memory.governance.applying import apply_packet
from robot_memory.governance.borne_out import check_borne_out
from robot_memory.governance.changing import approve_change
from robot_memory.governance.desk import Desk
from robot_memory.governance.enrolling import make_operator
from robot_memory.governance.gate import (
    Gate,
    check_open,
    gates,
    read_machine,
    record_rehearsal,
    sign_off,
)
from robot_memory.governance.history import History
from robot_memory.governance.noting import ENROLLED, REHEARSED, SIGNED, note_file
from robot_memory.governance.operators import check_name
from robot_memory.governance.outcome import Outcome, state_of
from robot_memory.governance.packet import Candidate, Packet
from robot_memory.governance.proposing import named_rows, propose, suggest, waiting_rows
from robot_memory.governance.recovery import recover
from robot_memory.governance.rehearsal import Rehearsal, rehearse
from robot_memory.governance.rolling_back import roll_back
from robot_memory.governance.run import Run
from robot_memory.governance.run_records import NOBODY
from robot_memory.governance.withdrawals import check_not_withdrawn, withdraw
from robot_memory.home import Home
from robot_memory.identity.card import Card
from robot_memory.ledger import Observation
from robot_memory.levels.proposal import Proposal

if TYPE_CHECKING:
    from robot_memory.identity.keys import RobotKeys


class Assist:
    """The room's one door. Threads and processes may use one home at the same time.

    Args:
        home: the memory home.
        enabled: whether the settings let packets be applied; what is not applied can be tried.
        machine: identifies this machine; by default it is asked.
        new_id: makes the UUID of a run.
    """

    def __init__(
        self,
        home: Home,
        *,
        enabled: bool,
        machine: str | None = None,
        new_id: Callable[[], str] = lambda: str(uuid.uuid4()),
    ) -> None:
        self._enabled = enabled
        self._desk = Desk(home, new_id, read_machine() if machine is None else machine)

    def enrol(self, name: str, card: Card, now: Instant | None = None) -> Path:
        """Let an operator approve from now on; return the file of their public keys.

        The time is the machine's own where none is given.

        Raises:
            InvalidPacket: the name is none.
            AssistRefused: that name has other keys, or the keys are a robot's.
        """
        with self._desk.locked():
            path = self._desk.operators.enrol(name, card)
            self._note_operator(path, name, card, now)
        return path

    def make_operator(self, name: str, path: Path, now: Instant | None = None) -> tuple[Card, Path]:
        """Make an operator's own keys and enrol the public ones; see :func:`make_operator`."""
        check_name(name)
        with self._desk.locked():
            card, enrolled = make_operator(self._desk, name, path)
            self._note_operator(enrolled, name, card, now)
        return card, enrolled

    def _note_operator(self, path: Path, name: str, card: Card, now: Instant | None) -> None:
        line = {"type": ENROLLED, "name": name, "kid": card.kid}
        note_file(self._desk, path, line, (now or SystemClock().now()).time)

    def propose(
        self, candidates: Sequence[Candidate], *, by: str, now: Instant, note: str = ""
    ) -> Packet:
        """Write a packet; it changes nothing. See :func:`propose` for what it raises."""
        return propose(self._desk, candidates, by=by, now=now, note=note)

    def suggest(self, rows: Sequence[Observation], *, by: str, now: Instant) -> list[Packet]:
        """Write packets of what the evidence, oldest first, suggests; they change nothing.

        No more than an operator may apply in a day waits for one, and a row that was in a packet
        is not suggested again, whatever became of it.
        """
        return suggest(self._desk, rows, by=by, now=now)

    def waiting_rows(self, now: Instant) -> int:
        """Return how many rows wait for an operator, which keep others from being suggested."""
        return waiting_rows(self._desk, now)

    def withdraw(self, packet_id: str, by: str, now: Instant) -> Packet:
        """Withdraw a packet for good; its file stays.

        Raises:
            AssistRefused: there is none of that id, it was withdrawn before, or applied.
            InvalidPacket: the packet cannot be used, or ``by`` is no name.
        """
        with self._desk.locked():
            recover(self._desk, now)
            packet = self.packet(packet_id)
            withdraw(self._desk, packet, by, now)
        return packet

    def packet(self, packet_id: str) -> Packet:
        """Return a packet; see :func:`packets.load` for what it raises."""
        return packets.load(self._desk.packets, packet_id)

    def packets(self) -> tuple[list[tuple[Packet, str]], list[str]]:
        """Return packets with what became of them, oldest first, and what is wrong with others."""
        found, problems = packets.load_all(self._desk.packets)
        history = self._desk.history()
        return [(one, state_of(self._desk, one, history)) for one in found], problems

    def approve(self, packet_id: str, keys: RobotKeys, now: Instant) -> Packet:
        """Let an operator approve a packet as it is.

        Raises:
            AssistRefused: there is none, it was applied or withdrawn, or these are no operator's.
            InvalidPacket: the packet cannot be used.
        """
        with self._desk.locked():
            recover(self._desk, now)  # a run that was cut off rests on the approval that is there
            packet = self.packet(packet_id)
            check_not_withdrawn(self._desk, packet_id)
            self._desk.history().check_not_applied(packet_id, "nothing was signed")
            approvals.approve(self._desk.approvals, packet, keys, self._desk.operators, now.time)
        return packet

    def approve_proposal(
        self, proposal_id: str, keys: RobotKeys, now: Instant, note: str = ""
    ) -> Proposal:
        """Let an operator approve a change of procedural memory, which takes effect (002).

        The gates and ``assist.enabled`` are about rows: here a person's signature is all it takes.

        Raises:
            UnknownProposal: there is none of that id.
            DecisionRefused: it was decided before, or its file has changed since it was proposed.
            AssistRefused: the keys are not an enrolled operator's.
        """
        with self._desk.locked():
            check_borne_out(self._desk)
            recover(self._desk, now)
            return approve_change(self._desk, proposal_id, keys, now, note)

    def dry_run(self, packet_id: str, now: Instant, operator: str = NOBODY) -> Outcome:
        """Check a packet against the contract and the rows, with receipts; nothing is written.

        Raises:
            AssistRefused: there is no such packet, it was withdrawn, or receipts were changed.
            InvalidPacket: the packet cannot be used.
        """
        with self._desk.locked():
            recover(self._desk, now)
            packet = self.packet(packet_id)
            check_not_withdrawn(self._desk, packet_id)
            receipt, found = apply_packet(self._desk, packet, operator, now, dry_run=True)
        return Outcome(receipt, tuple(found), is_dry=True)

    def apply(self, packet_id: str, now: Instant) -> Outcome:
        """Apply a packet that an operator approved; caps count by the time that is given.

        Raises:
            AssistRefused: the assist path is parked, nobody approved the packet as it is, it was
                withdrawn, or rows, receipts and record contradict each other. No run was begun.
            InvalidPacket: the packet, or its approval, cannot be used.
        """
        desk = self._desk
        with desk.locked():
            check_borne_out(desk)
            recover(desk, now)
            check_open(self.gates(), enabled=self._enabled)
            packet = self.packet(packet_id)
            check_not_withdrawn(desk, packet_id)
            operator = approvals.approver_of(desk.approvals, packet, desk.operators)
            check_known(desk)
            receipt, found = apply_packet(desk, packet, operator, now, dry_run=False)
        return Outcome(receipt, tuple(found))

    def roll_back(
        self, run_id: str, operator: str, now: Instant, *, rows_only: bool = False
    ) -> Outcome:
        """Take a run back, of rows or of a procedural file, also while the assist path is parked.

        With ``rows_only`` one of a procedural file is refused.

        Raises:
            AssistRefused: there is no such run, it does not stand applied, nobody of that name is
                an operator, or receipts and record contradict each other.
        """
        with self._desk.locked():
            check_borne_out(self._desk)
            recover(self._desk, now)
            self._desk.operators.check_enrolled(operator)
            receipt, found = roll_back(self._desk, run_id, operator, now, rows_only=rows_only)
        return Outcome(receipt, tuple(found))

    def recover(self, now: Instant) -> list[str]:
        """Write what a crash kept from being written; return the ids of the runs it cut off."""
        if not self._desk.folder.exists():
            return []
        with self._desk.locked():
            return recover(self._desk, now)

    def runs(self) -> tuple[Run, ...]:
        """Return all runs, of rows and of procedural files, oldest first."""
        return self._desk.history().runs

    def verify(self) -> list[Defect]:
        """Return in what receipts and rows are not what was written, or contradict each other."""
        with self._desk.quiet():
            found, defects = self._desk.receipts.read()
            if defects:
                return defects
            return list(compare_rows(self._desk.home.ledger, History(found)).defects)

    def named_rows(self) -> frozenset[int]:
        """Return the rows that packets and receipts name, also as evidence (rules.md §7)."""
        return named_rows(self._desk)

    def gates(self) -> list[Gate]:
        """Return the gates of document 004, as they are now."""
        return gates(self._desk)

    def sign_off(self, gate: str, keys: RobotKeys, now: Instant) -> None:
        """Record an operator's word that the ``contract``, or the ``schemas``, are right.

        Raises:
            AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
        """
        with self._desk.locked():
            path, digest = sign_off(self._desk, gate, keys, now.time)
            who = {"operator": keys.rrn, "kid": keys.card.kid}
            line = {"type": SIGNED, "gate": gate, "digest": digest, **who}
            note_file(self._desk, path, line, now.time)

    def rehearse(self, now: Instant) -> Rehearsal:
        """Rehearse on a fixture database, and record what that showed on this machine."""
        found = rehearse(now, self._desk.new_id)
        with self._desk.locked():
            path = record_rehearsal(self._desk, found, now.time)
            note_file(self._desk, path, {"type": REHEARSED}, now.time)
        return found
