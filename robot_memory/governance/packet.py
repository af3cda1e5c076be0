"""A candidate packet: rows and their proposed changes; written once and never changed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from robot_memory.foundation.errors import AssistRefused, Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.identity.canonical import canonical_json
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time import stamps
from robot_memory.governance import schemas


@dataclass(frozen=True)
class PacketCandidate:
    """One row and its proposed changes."""

    observation_id: int  # the row's id in the ledger
    # SHA-256 of its ``detail_json`` at the time of the proposal: a row that has changed since is
    # not touched
    before_sha256: str
    changes: Mapping[str, Any]  # JSON pointer → new value
    # the evidence: ``observation:12``, ``entry:mem-72720dcf``, see
    # :mod:`robot_memory.governance.packet_proposal`
    evidence_refs: tuple[str, ...]

    @property
    def proposal_id(self) -> str:
        """Made from the row, its state and the changes: equal proposals have equal ids."""
        change = {"row": self.observation_id, "was": self.before_sha256, "to": dict(self.changes)}
        return f"prop-{hashlib.sha256(canonical_json(change)).hexdigest()[:12]}"

    def as_record(self) -> dict[str, Any]:
        """Return the candidate as JSON data."""
        return {
            "proposal_id": self.proposal_id,
            "observation_id": self.observation_id,
            "before_sha256": self.before_sha256,
            "changes": dict(self.changes),
            "evidence_refs": list(self.evidence_refs),
        }


@dataclass(frozen=True)
class Packet:
    """A packet for an operator to approve or ignore: it changes nothing by itself."""

    ledger_id: str  # of its rows; in another ledger the ids mean other rows
    # time, proposed_by: the time and author of the proposal
    time: datetime
    proposed_by: str
    note: str  # the reason in a sentence, without secrets
    candidates: tuple[PacketCandidate, ...]
    rrn = ""  # the scope has the ledger's id, which is of one home

    @property
    def rows(self) -> list[int]:
        """The ids of its rows, in order."""
        return [candidate.observation_id for candidate in self.candidates]

    @property
    def id(self) -> str:
        """``pkt-`` and twelve digits, made from its whole content."""
        return f"pkt-{hashlib.sha256(canonical_json(self._body())).hexdigest()[:12]}"

    @property
    def scope(self) -> str:
        """The target of its changes."""
        return f"ledger:{self.ledger_id}"

    @property
    def digest(self) -> str:
        """The SHA-256 of its canonical JSON, to which an approval is bound."""
        return hashlib.sha256(canonical_json(self.as_record())).hexdigest()

    def _body(self) -> dict[str, Any]:
        return {
            "kind": schemas.PACKET,
            "ledger_id": self.ledger_id,
            "ts": stamps.to_text(self.time),
            "proposed_by": self.proposed_by,
            "note": self.note,
            "candidates": [candidate.as_record() for candidate in self.candidates],
        }

    def as_record(self) -> dict[str, Any]:
        """Return the packet as JSON data."""
        return {**self._body(), "packet_id": self.id}


def make_packet(
    ledger_id: str, time: datetime, by: str, candidates: Sequence[PacketCandidate], note: str = ""
) -> Packet:
    """Return a packet of candidates.

    Raises:
        InvalidPacket: it does not fit its schema; lists all defects.
    """
    words = " ".join(without_secrets(note).split())[:200]
    packet = Packet(ledger_id, time, by, words, tuple(candidates))
    schemas.check(packet.as_record(), schemas.PACKET, "what was proposed")
    return packet


def read_packet(data: bytes, where: str) -> Packet:
    """Read the file of a packet.

    Raises:
        InvalidPacket: lists all defects.
    """
    record = schemas.parse(data, schemas.PACKET, where)
    packet = packet_of(record)
    try:
        is_same = packet.as_record() == record
    except InvalidInput as error:
        problem = f"{where} cannot be used; nothing was done"
        raise InvalidPacket(problem, error.defects) from None
    if not is_same:
        problem = "the ids in it are not those of what it says: somebody changed it"
        raise InvalidPacket(f"{where} cannot be used; nothing was done", [Defect("", problem)])
    return packet


def packet_of(record: Mapping[str, Any]) -> Packet:
    """Return the packet in a record that fits its schema."""
    candidates = tuple(
        PacketCandidate(
            one["observation_id"], one["before_sha256"], one["changes"],
            tuple(one["evidence_refs"]),
        )
        for one in record["candidates"]
    )  # fmt: skip
    return Packet(
        record["ledger_id"], stamps.from_text(record["ts"]), record["proposed_by"],
        record["note"], candidates,
    )  # fmt: skip


_ID = re.compile(r"pkt-[0-9a-f]{12}")


def store_packet(folder: Path, packet: Packet) -> None:
    """Write a packet durably."""
    schemas.write(folder / f"{packet.id}.json", packet.as_record(), schemas.PACKET)


def load_packet(folder: Path, packet_id: str) -> Packet:
    """Read a packet."""
    path = folder / f"{packet_id}.json"
    if _ID.fullmatch(packet_id) is None or not path.exists():
        raise AssistRefused(
            f"there is no packet {packet_id!r:.60}; nothing was done: `robot-memory assist show` "
            "lists them"
        )
    return _load(path)


def load_packets(folder: Path) -> tuple[list[Packet], list[str]]:
    """Return the usable packets, oldest first, and the problems of the others."""
    found, problems = [], []
    for path in sorted(folder.glob("pkt-*.json")):
        try:
            found.append(_load(path))
        except InvalidPacket as error:
            problems.append(str(error))
    return sorted(found, key=lambda packet: (packet.time, packet.id)), problems


def _load(path: Path) -> Packet:
    packet = read_packet(schemas.data_of(path), str(path))
    if packet.id != path.stem:
        problem = f"is that of another packet, {packet.id}: somebody changed it"
        raise InvalidPacket(f"{path} cannot be used; nothing was done", [Defect("", problem)])
    return packet
