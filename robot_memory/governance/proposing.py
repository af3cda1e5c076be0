"""Proposing: packets are checked against the contract, the rows and their evidence, and written."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from itertools import islice

from robot_memory.clock import Instant
from robot_memory.errors import Defect, InvalidPacket
from robot_memory.governance import packets
from robot_memory.governance.candidates import find_candidates, in_packets
from robot_memory.governance.contract import CAPS
from robot_memory.governance.desk import Desk
from robot_memory.governance.evidence_refs import check_evidence, evidence_rows
from robot_memory.governance.packet import Candidate, Packet, make_packet
from robot_memory.governance.rules import Past, Violation, check_packet, check_rows
from robot_memory.governance.withdrawals import is_withdrawn
from robot_memory.ledger import Observation

#: A packet that nobody has taken up for so long does not keep others from being suggested.
_PATIENCE = timedelta(days=30)


def propose(
    desk: Desk, candidates: Sequence[Candidate], *, by: str, now: Instant, note: str = ""
) -> Packet:
    """Write a packet; it changes nothing.

    Raises:
        InvalidPacket: it would never be applied; lists each line of the contract against it.
    """
    packet = _valid(desk, candidates, by, now, note)
    with desk.locked():
        packets.store(desk.packets, packet)
    return packet


def _valid(
    desk: Desk, candidates: Sequence[Candidate], by: str, now: Instant, note: str = ""
) -> Packet:
    packet, violations = _checked(desk, candidates, by, now, note)
    if violations:
        defects = [Defect(one.path, f"{one.problem} ({one.rule})") for one in violations]
        raise InvalidPacket("the contract stands against it; nothing was proposed", defects)
    return packet


def _checked(
    desk: Desk, candidates: Sequence[Candidate], by: str, now: Instant, note: str = ""
) -> tuple[Packet, list[Violation]]:
    """Return a packet, and what stands against it whenever it would be applied.

    What the caps of a day stand against today may be applied tomorrow: that is told then.
    """
    with desk.database() as database:
        packet = make_packet(database.ledger_id, now.time, by, candidates, note)
        texts = database.texts(packet.rows)
    always = [*check_packet(packet), *check_rows(packet, texts, Past())]
    return packet, [*always, *check_evidence(desk, packet)]


def suggest(desk: Desk, rows: Sequence[Observation], *, by: str, now: Instant) -> list[Packet]:
    """Write packets of what the evidence suggests, as far as there is room; they change nothing.

    A row that the contract stands against, as one whose text another tool wrote, is left out. Rows
    that wait are counted and packets are written under one lock: of several who look at once the
    later see what the earlier wrote.

    Args:
        desk: where they go.
        rows: the evidence, oldest first.
        by: who looked.
        now: the time.
    """
    if not _found(desk, rows, by, now):
        return []  # before the lock, which makes a folder
    with desk.locked():
        portions = in_packets(_found(desk, rows, by, now))
        made = [_valid(desk, portion, by, now) for portion in portions]
        for packet in made:
            packets.store(desk.packets, packet)
    return made


def _found(desk: Desk, rows: Sequence[Observation], by: str, now: Instant) -> list[Candidate]:
    room = CAPS.max_rows_per_24h - waiting_rows(desk, now)
    if room <= 0:
        return []
    leave = {row for packet in _all_packets(desk) for row in packet.rows}
    found = find_candidates(rows, now.time, leave=leave, limit=len(rows))
    fit = (one for one in found if not _checked(desk, [one], by, now)[1])
    return list(islice(fit, room))


def waiting_rows(desk: Desk, now: Instant) -> int:
    """Return how many rows wait for an operator: in packets nobody has taken up or withdrawn.

    A packet of another time, as of a clock that was wrong, or of another ledger keeps none waiting.
    """
    found, _ = packets.load_all(desk.packets)
    ledger_id = desk.ledger_id()
    begun = {run.subject for run in desk.history().of_rows if not run.is_dry}
    waiting = [
        one
        for one in found
        if one.id not in begun
        and one.ledger_id == ledger_id
        and abs(now.time - one.time) < _PATIENCE
        and not is_withdrawn(desk, one.id)
    ]
    return sum(len(packet.rows) for packet in waiting)


def named_rows(desk: Desk) -> frozenset[int]:
    """Return the rows that packets and receipts change or rest on, which retention keeps."""
    found = _all_packets(desk)
    changed = (row for packet in found for row in packet.rows)
    return frozenset((*changed, *(row for packet in found for row in evidence_rows(packet))))


def _all_packets(desk: Desk) -> list[Packet]:
    """Return the packets of the ledger that is there, those too of which only receipts tell."""
    found, _ = packets.load_all(desk.packets)
    ledger_id = desk.ledger_id()
    of_runs = (run.packet for run in desk.history().of_rows)
    return [packet for packet in (*found, *of_runs) if packet.ledger_id == ledger_id]
