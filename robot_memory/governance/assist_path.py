"""The assist path: proposals are approved, tried, applied and rolled back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import Defect
from robot_memory.foundation.home import Home
from robot_memory.foundation.identity.card import Card
from robot_memory.foundation.time.clock import Instant, SystemClock
from robot_memory.governance import approval
from robot_memory.governance.apply_file_changes import approve_change
from robot_memory.governance.apply_row_changes import apply_packet
from robot_memory.governance.approval_gate import (
    ApprovalGate,
    check_open,
    gates,
    read_machine,
    record_rehearsal,
    sign_off,
)
from robot_memory.governance.file_change import FileChange, change_of
from robot_memory.governance.governance_store import (
    ENROLLED,
    PACKET_APPROVED,
    REHEARSED,
    SIGNED,
    GovernanceStore,
)
from robot_memory.governance.operators import check_new_name
from robot_memory.governance.packet import Packet, load_packet, load_packets
from robot_memory.governance.packet_proposal import PacketProposals
from robot_memory.governance.receipt_witness import verify_chain
from robot_memory.governance.rehearsal import Rehearsal, rehearse
from robot_memory.governance.rollback import find_run, recover, roll_back, sign_rollback
from robot_memory.governance.row_receipt_comparison import check_known, compare_rows
from robot_memory.governance.run_history import Run, RunHistory, RunLog
from robot_memory.governance.run_transaction import NOBODY, RunOutcome
from robot_memory.governance.signing import make_operator
from robot_memory.governance.withdrawals import check_not_withdrawn, state_of, withdraw
from robot_memory.long_term.levels.proposal import Proposal

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys


class AssistPath(PacketProposals):
    """The entry point of the package. Threads and processes may use one home concurrently.

    A forbidden or presently impossible action raises :class:`AssistRefused`: somebody is no
    operator, there is no such packet or run, or receipts, rows and record contradict each other. An
    unusable file or name raises :class:`InvalidPacket` with all defects. In both cases nothing was
    done.

    Args:
        enabled: whether the settings allow packets to be applied; a dry run is always allowed.
        machine: identifies this machine; by default read from it.
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
        this_machine = read_machine() if machine is None else machine
        super().__init__(GovernanceStore(home, new_id, this_machine))

    @property
    def store(self) -> GovernanceStore:
        """The files of governance, with the operators and their approvals."""
        return self._store

    def enrol(self, name: str, card: Card, now: Instant | None = None) -> Path:
        """Enrol an operator, who may approve from now on; return the file of the public keys.

        By default the machine's own time is used.

        Raises:
            InvalidPacket: the name is not allowed.
            AssistRefused: the name has other keys, or the keys are a robot's or another operator's.
        """
        with self._store.locked():
            path = self._store.operators.enrol(name, card)
            self._note_operator(path, name, card, now)
        return path

    def make_operator(self, name: str, path: Path, now: Instant | None = None) -> tuple[Card, Path]:
        """Make an operator's keys and enrol the public ones; see :func:`make_operator`."""
        check_new_name(name)
        with self._store.locked():
            card, enrolled = make_operator(self._store.operators, self._store.home, name, path)
            self._note_operator(enrolled, name, card, now)
        return card, enrolled

    def _note_operator(self, path: Path, name: str, card: Card, now: Instant | None) -> None:
        line = {"type": ENROLLED, "name": name, "kid": card.kid}
        self._store.note_file(path, line, (now or SystemClock().now()).time)

    def operators(self) -> list[str]:
        """Return the names of the operators, who may approve."""
        return self._store.operators.names()

    def withdraw(self, packet_id: str, by: str | RobotKeys, now: Instant) -> Packet:
        """Withdraw a packet for good; its file stays; see :func:`withdrawals.withdraw`.

        Raises:
            AssistRefused: no packet has that id, it was withdrawn before or applied, or it needs an
                operator's signature.
            InvalidPacket: the packet cannot be used, or ``by`` is no name.
        """
        with self._action(now) as log:
            packet = self.packet(packet_id)
            withdraw(self._store, log.history, packet, by, now)
        return packet

    def packet(self, packet_id: str) -> Packet:
        """Return a packet."""
        return load_packet(self._store.packets, packet_id)

    def packets(self) -> tuple[list[tuple[Packet, str]], list[str]]:
        """Return packets with their states, oldest first, and the problems of unusable ones."""
        found, problems = load_packets(self._store.packets)
        history = self._store.history()
        return [(one, state_of(self._store, one, history)) for one in found], problems

    def approve(self, packet_id: str, keys: RobotKeys, now: Instant) -> Packet:
        """Store an operator's approval of a packet in its present state.

        Raises:
            AssistRefused: no packet has that id, it was applied or withdrawn, or the keys are no
                operator's.
            InvalidPacket: the packet cannot be used.
        """
        with self._action(now) as log:  # an interrupted run rests on the present approval
            packet = self.packet(packet_id)
            check_not_withdrawn(self._store, packet_id)
            log.history.check_not_applied(packet_id, "nothing was signed")
            self._store.operators.check_signer(keys.card)
            line = {"type": PACKET_APPROVED, "id": packet_id, "operator": keys.rrn,
                    "sha256": packet.digest}  # fmt: skip
            store = self._store
            before = approval.valid_approver(store.approvals, packet, store.operators)
            if before not in ("", keys.rrn):
                line["replaces"] = before
            store.events.append([line], now.time)
            approval.approve(store.approvals, packet, keys, store.operators, now.time)
        return packet

    def approver_of(self, packet_id: str) -> str:
        """Return the operator who approved a packet as it is; empty if no approval is valid.

        Raises:
            AssistRefused: no packet has that id.
            InvalidPacket: the packet cannot be used.
        """
        packet, store = self.packet(packet_id), self._store
        return approval.valid_approver(store.approvals, packet, store.operators)

    def approve_proposal(
        self, rrn: str, proposal_id: str, keys: RobotKeys, now: Instant, note: str = ""
    ) -> Proposal:
        """Store an operator's approval of a procedural change, which takes effect (002).

        The gates and ``assist.enabled`` are for rows: here a person's signature is enough.

        Raises:
            UnknownProposal: no proposal has that id.
            DecisionRefused: it was decided before, or its file has changed since it was proposed.
            AssistRefused: the keys are not an enrolled operator's, or the robot has no name.
        """
        operators = self._store.operators
        sign = partial(approval.approve, self._store.approvals, keys=keys, operators=operators)
        return self._approve_change(rrn, proposal_id, partial(sign, now=now.time), now, note)

    def to_sign(self, rrn: str, proposal: Proposal) -> FileChange:
        """Return a proposal's change on a robot, in the form that an operator now signs.

        Raises:
            AssistRefused: the receipts are not as written.
        """
        return change_of(rrn, proposal, self._store.history().newest_of(proposal.target))

    def take_signed_approval(
        self, rrn: str, proposal_id: str, record: Mapping[str, Any], now: Instant,
        note: str = "", *, by: str = "",
    ) -> Proposal:  # fmt: skip
        """Take an approval that an operator signed on another computer; the change takes effect.

        Args:
            rrn: this robot.
            by: who submits it. The note is stored with this name, as no signature covers it.

        Raises:
            UnknownProposal: no proposal has that id.
            DecisionRefused: it was decided before, or its file has changed since it was proposed.
            InvalidPacket: the record is no approval, or its signature does not hold.
            AssistRefused: it is for another change or robot, or the operator is not enrolled.
        """
        operators = self._store.operators
        take = partial(
            approval.take_approval, self._store.approvals, record=record, operators=operators
        )
        if by:
            note = f"{by}: {note}" if note else f"brought by {by}"
        return self._approve_change(rrn, proposal_id, take, now, note)

    def _approve_change(
        self, rrn: str, proposal_id: str, store_approval: Callable[[FileChange], None],
        now: Instant, note: str,
    ) -> Proposal:  # fmt: skip
        with self._action(now, verify_record=True) as log:
            return approve_change(self._store, log, rrn, proposal_id, store_approval, now, note)

    def dry_run(self, packet_id: str, now: Instant) -> RunOutcome:
        """Check a packet against the contract and the rows, with receipts but no change.

        Raises:
            AssistRefused: no packet has that id, it was withdrawn, or receipts were changed.
            InvalidPacket: the packet cannot be used.
        """
        with self._action(now) as log:
            packet = self.packet(packet_id)
            check_not_withdrawn(self._store, packet_id)
            return apply_packet(self._store, log, packet, NOBODY, now, dry_run=True)

    def apply(self, packet_id: str, now: Instant) -> RunOutcome:
        """Apply a packet that an operator approved; caps refer to the given time.

        Raises:
            AssistRefused: the assist path is parked, nobody approved the packet's present state, it
                was withdrawn, or rows, receipts and record contradict each other. No run was begun.
            InvalidPacket: the packet, or its approval, cannot be used.
        """
        store = self._store
        with self._action(now, verify_record=True) as log:
            check_open(self.gates(), enabled=self._enabled)
            packet = self.packet(packet_id)
            check_not_withdrawn(store, packet_id)
            operator = approval.approver_of(store.approvals, packet, store.operators)
            check_known(store, log.history)
            return apply_packet(store, log, packet, operator, now, dry_run=False)

    def check_run(self, run_id: str) -> None:
        """Check that a run exists.

        Raises:
            AssistRefused: no run has that id.
        """
        find_run(self._store.history(), run_id)

    def approve_rollback(self, run_id: str, keys: RobotKeys, now: Instant) -> None:
        """Store an operator's signature for a rollback; nothing is restored yet.

        Raises:
            AssistRefused: no run has that id, it is not applied at present, or the keys are no
                operator's.
        """
        with self._action(now) as log:
            sign_rollback(self._store, log, run_id, keys, now)

    def roll_back(
        self, run_id: str, now: Instant, keys: RobotKeys | None = None, *, rows_only: bool = False
    ) -> RunOutcome:
        """Roll back a run, of rows or of a procedural file, even while the assist path is parked.

        Args:
            keys: an operator's keys to sign the rollback; None: it was signed before.
            rows_only: refuse a run that changed a procedural file.

        Raises:
            AssistRefused: no run has that id, it is not applied at present, no operator signed the
                rollback, or receipts and record contradict each other.
            InvalidPacket: the signature does not hold.
        """
        with self._action(now, verify_record=True) as log:
            if keys is not None:
                sign_rollback(self._store, log, run_id, keys, now)
            return roll_back(self._store, log, run_id, now, rows_only=rows_only)

    def recover(self, now: Instant) -> list[str]:
        """Complete interrupted runs after a crash; return their ids."""
        if not self._store.folder.exists():
            return []
        with self._store.locked():
            return recover(self._store, RunLog(self._store.receipts), now)

    def runs(self) -> tuple[Run, ...]:
        """Return all runs, of rows and of procedural files, oldest first."""
        return self._store.history().runs

    def verify(self) -> list[Defect]:
        """Return the defects of receipts and rows: not as written, or contradictory."""
        with self._store.read_lock():
            found, defects = self._store.receipts.read()
            if defects:
                return defects
            return list(compare_rows(self._store.home.ledger, RunHistory(found)).defects)

    def gates(self) -> list[ApprovalGate]:
        """Return the gates of document 004 in their present state."""
        return gates(self._store)

    def sign_off(self, gate: str, keys: RobotKeys, now: Instant) -> None:
        """Record an operator's sign-off of the ``contract`` or the ``schemas``.

        Raises:
            AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
        """
        with self._store.locked():
            path, digest = sign_off(self._store, gate, keys, now.time)
            who = {"operator": keys.rrn, "kid": keys.card.kid}
            line = {"type": SIGNED, "gate": gate, "digest": digest, **who}
            self._store.note_file(path, line, now.time)

    def rehearse(self, now: Instant) -> Rehearsal:
        """Rehearse on a fixture database, and record the result for this machine."""
        found = rehearse(now, self._store.new_id)
        with self._store.locked():
            path = record_rehearsal(self._store, found, now.time)
            self._store.note_file(path, {"type": REHEARSED}, now.time)
        return found

    @contextmanager
    def _action(self, now: Instant, *, verify_record: bool = False) -> Iterator[RunLog]:
        """Hold the lock, with verified receipts and completed runs."""
        with self._store.locked():
            log = RunLog(self._store.receipts)
            if verify_record:
                verify_chain(self._store, log.receipts)
            recover(self._store, log, now)
            yield log
