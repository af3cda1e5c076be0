"""The assist path: what is proposed is approved, tried, applied, and taken back."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from robot_memory.clock import Instant
from robot_memory.errors import Defect, InvalidPacket
from robot_memory.governance import approvals, packets
from robot_memory.governance.agreement import check_known, row_defects
from robot_memory.governance.applying import apply_packet
from robot_memory.governance.candidates import find_candidates, in_packets
from robot_memory.governance.changing import approve_change
from robot_memory.governance.contract import CAPS
from robot_memory.governance.desk import Desk
from robot_memory.governance.gate import (
    Gate,
    check_open,
    gates,
    read_machine,
    record_rehearsal,
    sign_off,
)
from robot_memory.governance.history import History
from robot_memory.governance.outcome import Outcome, state_of
from robot_memory.governance.packet import Candidate, Packet, make_packet
from robot_memory.governance.recovery import recover
from robot_memory.governance.rehearsal import Rehearsal, rehearse
from robot_memory.governance.rolling_back import roll_back
from robot_memory.governance.rules import check_packet
from robot_memory.governance.run import Run
from robot_memory.governance.run_records import NOBODY
from robot_memory.home import Home
from robot_memory.identity.card import Card
from robot_memory.ledger import Observation
from robot_memory.levels.proposal import Proposal

if TYPE_CHECKING:
    from robot_memory.identity.keys import RobotKeys

#: A packet that nobody has taken up for so long does not keep others from being suggested.
_PATIENCE = timedelta(days=30)


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

    def enrol(self, name: str, card: Card) -> Path:
        """Let an operator approve from now on; return the file of their public keys.

        Raises:
            InvalidPacket: the name is none.
            AssistRefused: that name has other keys, or the keys are a robot's.
        """
        with self._desk.locked():
            return self._desk.operators.enrol(name, card)

    def propose(
        self, candidates: Sequence[Candidate], *, by: str, now: Instant, note: str = ""
    ) -> Packet:
        """Write a packet; it changes nothing.

        Raises:
            InvalidPacket: it would never be applied; lists each line of the contract against it.
        """
        with self._desk.database() as database:
            packet = make_packet(database.ledger_id, now.time, by, candidates, note)
        violations = check_packet(packet)
        if violations:
            defects = [Defect(one.path, f"{one.problem} ({one.rule})") for one in violations]
            raise InvalidPacket("the contract stands against it; nothing was proposed", defects)
        with self._desk.locked():
            packets.store(self._desk.packets, packet)
        return packet

    def suggest(self, rows: Sequence[Observation], *, by: str, now: Instant) -> list[Packet]:
        """Write packets of what the evidence suggests; they change nothing.

        No more than an operator may apply in a day waits for one, and a row that was in a packet
        is not suggested again, whatever became of it.

        Args:
            rows: the evidence, oldest first.
            by: who looked.
            now: the time.
        """
        found, _ = packets.load_all(self._desk.packets)
        begun = {run.subject for run in self.runs() if not run.is_dry}
        waiting = [one for one in found if one.id not in begun and now.time - one.time < _PATIENCE]
        room = CAPS.max_rows_per_24h - sum(len(packet.rows) for packet in waiting)
        candidates = find_candidates(rows, now.time, leave=self.named_rows(), limit=max(0, room))
        return [self.propose(portion, by=by, now=now) for portion in in_packets(candidates)]

    def packet(self, packet_id: str) -> Packet:
        """Return a packet.

        Raises:
            AssistRefused: there is none of that id.
            InvalidPacket: it cannot be used.
        """
        return packets.load(self._desk.packets, packet_id)

    def packets(self) -> tuple[list[tuple[Packet, str]], list[str]]:
        """Return packets with what became of them, oldest first, and what is wrong with others."""
        found, problems = packets.load_all(self._desk.packets)
        history = self._desk.history()
        return [(one, state_of(self._desk, one, history)) for one in found], problems

    def approve(self, packet_id: str, keys: RobotKeys, now: Instant) -> Packet:
        """Let an operator approve a packet as it is.

        Raises:
            AssistRefused: there is none of that id, it was applied before, or the keys are not an
                enrolled operator's.
            InvalidPacket: the packet cannot be used.
        """
        with self._desk.locked():
            packet = self.packet(packet_id)
            self._desk.history().check_not_applied(packet_id)
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
            recover(self._desk, now)
            return approve_change(self._desk, proposal_id, keys, now, note)

    def dry_run(self, packet_id: str, now: Instant, operator: str = NOBODY) -> Outcome:
        """Check a packet against the contract and the rows, with receipts; nothing is written.

        Raises:
            AssistRefused: there is no such packet, or the receipts are not what was written.
            InvalidPacket: the packet cannot be used.
        """
        with self._desk.locked():
            recover(self._desk, now)
            packet = self.packet(packet_id)
            receipt, found = apply_packet(self._desk, packet, operator, now, dry_run=True)
        return Outcome(receipt, tuple(found))

    def apply(self, packet_id: str, now: Instant) -> Outcome:
        """Apply a packet that an operator approved.

        Args:
            packet_id: which.
            now: the time; by the machine's own clocks, since the caps count by it.

        Raises:
            AssistRefused: the assist path is parked, nobody approved the packet as it is, or rows
                and receipts contradict each other. No run was begun.
            InvalidPacket: the packet, or its approval, cannot be used.
        """
        desk = self._desk
        with desk.locked():
            recover(desk, now)
            check_open(self.gates(), enabled=self._enabled)
            packet = self.packet(packet_id)
            operator = approvals.approver_of(desk.approvals, packet, desk.operators)
            check_known(desk)
            receipt, found = apply_packet(desk, packet, operator, now, dry_run=False)
        return Outcome(receipt, tuple(found))

    def roll_back(self, run_id: str, operator: str, now: Instant) -> Outcome:
        """Take a run back, of rows or of a procedural file, also while the assist path is parked.

        Raises:
            AssistRefused: there is no such run, it does not stand applied, or nobody of that name
                is an operator.
        """
        with self._desk.locked():
            recover(self._desk, now)
            self._desk.operators.check_enrolled(operator)
            receipt, found = roll_back(self._desk, run_id, operator, now)
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
        found, defects = self._desk.receipts.read()
        if defects or not self._desk.home.ledger.exists():
            return defects
        return row_defects(self._desk, History(found))

    def named_rows(self) -> frozenset[int]:
        """Return the rows that packets and receipts name, which retention keeps (rules.md §7)."""
        found, _ = packets.load_all(self._desk.packets)
        of_runs = [run.packet for run in self._desk.history().of_rows]
        return frozenset(row for packet in (*found, *of_runs) for row in packet.rows)

    def gates(self) -> list[Gate]:
        """Return the gates of document 004, as they are now."""
        return gates(self._desk)

    def sign_off(self, gate: str, keys: RobotKeys, now: Instant) -> None:
        """Record an operator's word that the ``contract``, or the ``schemas``, are right.

        Raises:
            AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
        """
        with self._desk.locked():
            sign_off(self._desk, gate, keys, now.time)

    def rehearse(self, now: Instant) -> Rehearsal:
        """Rehearse on a fixture database, and record what that showed on this machine."""
        found = rehearse(now, self._desk.new_id)
        with self._desk.locked():
            record_rehearsal(self._desk, found, now.time)
        return found
