"""Whether receipts, keys, sign-offs and approvals are those that the record of events names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from robot_memory.foundation.errors import Defect
from robot_memory.foundation.time.stamps import time_of
from robot_memory.governance.audit.limit_audit import LimitNotes
from robot_memory.governance.audit.signature_audit import newest_on_each
from robot_memory.governance.governance_store import ENROLLED, GovernanceStore
from robot_memory.governance.receipt_witness import WRITTEN
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.record_lines import (
    LIMIT_LINES,
    NOTED,
    PACKET_APPROVED,
)
from robot_memory.governance.run import Run
from robot_memory.governance.schemas import sha256_of
from robot_memory.governance.withdrawals import WITHDRAWN
from robot_memory.long_term.levels.hash_chain import ChainHead, is_ours
from robot_memory.long_term.levels.json_files import parse_line
from robot_memory.long_term.levels.proposal_store import MADE, REJECTED
from robot_memory.long_term.levels.record_verification import RecordVerification, Witness

_WORDS = tuple(
    word.encode()
    for word in (WRITTEN, WITHDRAWN, PACKET_APPROVED, MADE, REJECTED, *NOTED, *LIMIT_LINES)
)


@dataclass(frozen=True)
class RecordNote:
    """A line of the record that names an after receipt, or another file.

    Attributes:
        ref: the name of the receipt's file, or of the other one below ``governance/``.
        sha256: of that file.
    """

    place: str
    ref: str
    sha256: str


@dataclass(frozen=True)
class ProposalNote:
    """A line of the record that says who proposed, or rejected, a change.

    Attributes:
        refusals: when operators rejected it with their keys, there or before.
    """

    place: str
    by: str
    is_rejected: bool
    refusals: tuple[datetime, ...]


class RecordNotes:
    """Gathers what an audit asks of the record, while that is walked through.

    Attributes:
        all: the lines that name receipts.
        withdrawn: the places of the lines that say of a packet that it was withdrawn, by its id.
        approved: likewise of the newest line that says who approved it, with the operator.
        files: the newest line of each file of operators and gates.
        enrolled: the kids that operators were enrolled with, by their names, each with the number
            of its first line.
        limits: the lines about limits.
        proposals: what the record says last of each proposal, by its id.
    """

    def __init__(self) -> None:
        self.all: list[RecordNote] = []
        self.withdrawn: dict[str, str] = {}
        self.approved: dict[str, tuple[str, str]] = {}
        self.files: dict[str, RecordNote] = {}
        self.enrolled: dict[str, dict[str, int]] = defaultdict(dict)
        self.limits = LimitNotes()
        self.proposals: dict[str, ProposalNote] = {}

    def take(self, seq: int, place: str, line: bytes) -> None:
        """Take in a line of ours, if it is one of those."""
        data = parse_line(line) if any(word in line for word in _WORDS) else None
        if data is None or not is_ours(data):
            return
        if data.get("type") == WRITTEN:
            self.all.append(RecordNote(place, str(data.get("ref")), str(data.get("sha256"))))
        elif data.get("type") == WITHDRAWN:
            self.withdrawn[str(data.get("id"))] = place
        elif data.get("type") == PACKET_APPROVED:
            self.approved[str(data.get("id"))] = (place, str(data.get("operator")))
        elif data.get("type") in (MADE, REJECTED):
            name, by = str(data.get("id")), str(data.get("by"))
            known = self.proposals.get(name)
            refused_at = time_of(data.get("refused_at"))
            refusals = (*(known.refusals if known else ()), *([refused_at] if refused_at else []))
            is_rejected = data["type"] == REJECTED
            self.proposals[name] = ProposalNote(place, by, is_rejected, refusals)
        elif data.get("type") in LIMIT_LINES:
            self.limits.take(place, data)
        elif data.get("type") in NOTED:
            name = str(data.get("file"))
            self.files[name] = RecordNote(place, name, str(data.get("sha256")))
            if data["type"] == ENROLLED:
                self.enrolled[str(data.get("name"))].setdefault(str(data.get("kid")), seq)


def witnesses_of(receipts: Sequence[Receipt]) -> list[Witness]:
    """Return what receipts have seen of the record."""
    return [
        Witness(ChainHead(**receipt.record["witness"]), receipt.ref)
        for receipt in receipts
        if receipt.stage != "rollback"
    ]


def check_noted(
    notes: Sequence[RecordNote], folder: Path, digests: Mapping[str, str]
) -> list[Defect]:
    """Return the receipts that the record names and that are gone, or others.

    Args:
        notes: the lines that name receipts.
        digests: SHA-256 of receipts by their names; others are read now.
    """
    found: dict[str, str] = {}
    for note in notes:
        path = folder / Path(note.ref).name
        digest = digests.get(note.ref) or (sha256_of(path) if path.is_file() else "")
        if not digest:
            found.setdefault(str(path), f"is gone; {note.place} says that it was written")
        elif digest != note.sha256:
            found.setdefault(str(path), f"differs from the one that {note.place} names")
    return [Defect(path, problem) for path, problem in found.items()]


def unnoted(
    receipts: Sequence[Receipt],
    notes: Sequence[RecordNote],
    record: RecordVerification,
    folder: Path,
) -> tuple[list[Defect], list[Receipt]]:
    """Return the after receipts that a line should name, and those that the next action notes.

    Lines are added in the order of receipts, so only the newest ones can still lack theirs, after
    a crash or on a disk that refused. A line that an archive held which was taken away is not
    asked for. Where the record itself was cut off or begun anew, that is all there is to say.

    Args:
        receipts: oldest first.
        notes: the lines that name receipts.
    """
    named = {note.ref for note in notes}
    afters = [receipt for receipt in receipts if receipt.stage == "after"]
    newest = max((n for n, receipt in enumerate(afters, 1) if receipt.ref in named), default=0)
    defects = [
        Defect(
            str(folder / receipt.ref), "is not named in events.jsonl, although later receipts are"
        )
        for receipt in afters[:newest]
        if receipt.ref not in named and record.first <= receipt.record["witness"]["seq"] + 1
    ]
    return defects, [] if record.missing else afters[newest:]


def check_files(store: GovernanceStore, notes: RecordNotes, folder: str) -> Iterator[Defect]:
    """Yield the files of a folder in whose place another was put since the record told of them.

    One that is gone opens nothing: an operator's that was moved, or a gate that is closed again.

    Args:
        notes: the newest line of each file.
        folder: ``operators`` or ``gates``.
    """
    for path in sorted((store.folder / folder).glob("[!.]*.json")):
        note = notes.files.get(f"{folder}/{path.name}")
        if note is not None and path.is_file() and sha256_of(path) != note.sha256:
            yield Defect(str(path), f"differs from the one that {note.place} names")


def check_approvals(
    store: GovernanceStore,
    runs: Sequence[Run],
    known: Sequence[Defect],
    approved: Mapping[str, tuple[str, str]],
) -> Iterator[Defect]:
    """Yield the approvals that are gone, or not those that runs rested on.

    Args:
        approved: of packets the lines of the record that say so, each with the operator.
        runs: those that rest on an approval.
        known: what is wrong with approvals by themselves, which is not told twice.
    """
    rested = {run.approval_id for run in runs}
    for name, (place, operator) in sorted(approved.items()):
        path = store.approvals / f"{name}.json"
        if name not in rested and not path.exists():
            problem = (
                f"is gone, or was not written; {place} says that {operator} approved it: "
                f"`robot-memory assist approve {name} --key FILE`"
            )
            yield Defect(str(path), problem)
    for run in newest_on_each(runs):
        path = store.approvals / f"{run.approval_id}.json"
        is_reported = any(one.path.startswith(str(path)) for one in known)
        rests_on = run.approval.get("sha256")
        if rests_on and not is_reported and path.is_file() and sha256_of(path) != rests_on:
            yield Defect(str(path), f"is not the one that the run {run.id} rested on")


def check_keys(
    store: GovernanceStore,
    runs: Sequence[Run],
    enrolled: Mapping[str, Mapping[str, int]],
    *,
    is_all: bool,
) -> Iterator[Defect]:
    """Yield the runs that rested on keys which nobody is told to have been enrolled with.

    Of an operator who was enrolled before the record told of that, it is asked from the first line
    on that does.

    Args:
        runs: those that rest on an approval.
        enrolled: the kids that the record tells of, with the numbers of its lines, by operators.
        is_all: whether the record is kept from its first line on.
    """
    for run in runs:
        kids = enrolled.get(run.operator, {})
        kid, seen = run.approval.get("kid"), run.before.record["witness"]["seq"]
        is_asked = is_all and kid is not None and bool(kids) and min(kids.values()) <= seen
        if is_asked and kid not in kids:
            problem = (
                f"rests on keys {kid}, with which no line says that {run.operator} was enrolled"
            )
            yield Defect(str(store.receipts.folder / run.before.ref), problem)
