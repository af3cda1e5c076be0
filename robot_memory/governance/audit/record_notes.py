"""Whether receipts, keys, sign-offs, approvals and limits match the lines of the event log.

See docs/reference/audit.md, "Limits that were cut off".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import Defect, InvalidPacket
from robot_memory.foundation.text.finite_json import read_json
from robot_memory.governance import schemas
from robot_memory.governance.audit.signature_audit import (
    OperatorKeyring,
    newest_on_each,
    signature_problem,
)
from robot_memory.governance.governance_store import (
    ENROLLED,
    LIMIT_ID,
    LIMIT_LINES,
    LIMIT_WITHDRAWN,
    NOTED,
    PACKET_APPROVED,
    GovernanceStore,
)
from robot_memory.governance.receipt_witness import WRITTEN
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run_history import Run
from robot_memory.governance.schemas import sha256_of
from robot_memory.governance.withdrawals import WITHDRAWN
from robot_memory.long_term.levels.hash_chain import ChainHead, is_ours
from robot_memory.long_term.levels.json_files import parse_line
from robot_memory.long_term.levels.proposal_store import MADE, REJECTED
from robot_memory.long_term.levels.record_verification import RecordVerification, Witness

_TYPES = (WRITTEN, WITHDRAWN, PACKET_APPROVED, MADE, REJECTED, *NOTED, *LIMIT_LINES)
_WORDS = tuple(kind.encode() for kind in _TYPES)


class RecordLine(NamedTuple):
    """A line of the event log about a file, a receipt, a packet, a proposal or a limit."""

    seq: int
    place: str
    data: Mapping[str, Any]

    def says(self, field: str) -> str:
        """Return a field as text, whatever its content."""
        return str(self.data.get(field))


class RecordNotes:
    """Collects the lines that an audit needs while the event log is read."""

    def __init__(self) -> None:
        self._lines: list[RecordLine] = []

    def take(self, seq: int, place: str, line: bytes) -> None:
        """Take in a line if it is ours and of a needed type."""
        data = parse_line(line) if any(word in line for word in _WORDS) else None
        if data is not None and is_ours(data) and data.get("type") in _TYPES:
            self._lines.append(RecordLine(seq, place, data))

    def of(self, *types: str) -> list[RecordLine]:
        """Return the lines of some types, oldest first."""
        return [line for line in self._lines if line.data["type"] in types]

    def by(self, field: str, *types: str) -> dict[str, list[RecordLine]]:
        """Return the lines of some types, oldest first, grouped by the text of a field."""
        found: dict[str, list[RecordLine]] = defaultdict(list)
        for line in self.of(*types):
            found[line.says(field)].append(line)
        return dict(found)


def witnesses_of(receipts: Sequence[Receipt]) -> list[Witness]:
    """Return the receipts as witnesses of the event log."""
    return [
        Witness(ChainHead(**receipt.record["witness"]), receipt.ref)
        for receipt in receipts
        if receipt.stage != "rollback"
    ]


def check_noted(notes: RecordNotes, folder: Path, digests: Mapping[str, str]) -> list[Defect]:
    """Return defects for receipts in the event log that are now missing or different.

    Args:
        digests: SHA-256 of receipts by their names; missing ones are read now.
    """
    found: dict[str, str] = {}
    for line in notes.of(WRITTEN):
        path = folder / Path(line.says("ref")).name
        digest = digests.get(line.says("ref")) or (sha256_of(path) if path.is_file() else "")
        if not digest:
            found.setdefault(str(path), f"is gone; {line.place} says that it was written")
        elif digest != line.says("sha256"):
            found.setdefault(str(path), f"differs from the one that {line.place} names")
    return [Defect(path, problem) for path, problem in found.items()]


def unnoted(
    receipts: Sequence[Receipt], notes: RecordNotes, record: RecordVerification, folder: Path
) -> tuple[list[Defect], list[Receipt]]:
    """Return defects for after receipts without their line, and the receipts still to be noted.

    Lines are added in the order of receipts. So only the newest receipts may still lack their line,
    after a crash or a disk error. A line in an archive that was taken away is not required. If the
    event log itself was cut off or begun anew, no receipt counts as still to be noted.
    """
    named = {line.says("ref") for line in notes.of(WRITTEN)}
    afters = [receipt for receipt in receipts if receipt.stage == "after"]
    newest = max((n for n, receipt in enumerate(afters, 1) if receipt.ref in named), default=0)
    problem = "is not named in events.jsonl, although later receipts are"
    defects = [
        Defect(str(folder / receipt.ref), problem)
        for receipt in afters[:newest]
        if receipt.ref not in named and record.first <= receipt.record["witness"]["seq"] + 1
    ]
    return defects, [] if record.missing else afters[newest:]


def check_files(store: GovernanceStore, notes: RecordNotes, folder: str) -> Iterator[Defect]:
    """Yield the files of a folder that were replaced after the event log recorded them.

    A missing file is no defect, because it opens nothing: an operator's file was moved, or a gate
    closed again.
    """
    told = notes.by("file", *NOTED)
    for path in sorted((store.folder / folder).glob("[!.]*.json")):
        line = told[f"{folder}/{path.name}"][-1] if f"{folder}/{path.name}" in told else None
        if line is not None and path.is_file() and sha256_of(path) != line.says("sha256"):
            yield Defect(str(path), f"differs from the one that {line.place} names")


def check_approvals(
    store: GovernanceStore, runs: Sequence[Run], known: Sequence[Defect], notes: RecordNotes
) -> Iterator[Defect]:
    """Yield the approvals that are missing, or not those that runs rested on.

    Approvals with known defects are not reported twice.
    """
    rested = {run.approval_id for run in runs}
    for name, lines in sorted(notes.by("id", PACKET_APPROVED).items()):
        path = store.approvals / f"{name}.json"
        if name not in rested and not path.exists():
            who = f"{lines[-1].place} says that {lines[-1].says('operator')} approved it"
            again = f"`robot-memory assist approve {name} --key FILE`"
            yield Defect(str(path), f"is gone, or was not written; {who}: {again}")
    for run in newest_on_each(runs):
        path = store.approvals / f"{run.approval_id}.json"
        is_reported = any(one.path.startswith(str(path)) for one in known)
        rests_on = run.approval.get("sha256")
        if rests_on and not is_reported and path.is_file() and sha256_of(path) != rests_on:
            yield Defect(str(path), f"is not the one that the run {run.id} rested on")


def check_keys(
    store: GovernanceStore, runs: Sequence[Run], notes: RecordNotes, *, is_all: bool
) -> Iterator[Defect]:
    """Yield the runs that rested on keys without a line about their enrolment.

    For an operator enrolled before such lines existed, only runs after the operator's first line
    are checked; without the whole event log, none are.
    """
    enrolled = notes.by("name", ENROLLED)
    for run in runs:
        lines, kid = enrolled.get(run.operator, []), run.approval.get("kid")
        is_told = bool(lines) and lines[0].seq <= run.before.record["witness"]["seq"]
        is_known = kid in (None, *(line.says("kid") for line in lines))
        if is_all and is_told and not is_known:
            problem = f"rests on keys {kid}, with which no line says that {run.operator} was"
            yield Defect(str(store.receipts.folder / run.before.ref), f"{problem} enrolled")


_END = "withdrawn"  # the scope of a signed end, which replaces an approval

Record = Mapping[str, Any]


class LimitFiles(NamedTuple):
    """The limit files of governance."""

    approvals: Mapping[str, Record]  # by name; an unreadable one is empty
    # from ``governance/in_force``: the file, the limit, and its effect
    acting: Sequence[tuple[Path, str, Record]]
    defects: Sequence[Defect]  # unreadable files of ``in_force``


def read_limits(store: GovernanceStore) -> LimitFiles:
    """Read the files; call it before reading the event log, which records limits first."""
    approvals: dict[str, Record] = {}
    for path in store.approvals.glob("mem-*.json"):
        try:
            approvals[path.stem] = schemas.read(path, schemas.APPROVAL)
        except InvalidPacket:  # reported with all approvals
            approvals[path.stem] = {}
    acting: list[tuple[Path, str, Record]] = []
    defects: list[Defect] = []
    for name, read in (("speed.json", _speeds), ("places.json", _places)):
        path = store.folder / "in_force" / name
        try:
            data = files.read_existing(path)
            held = {} if data is None else read(read_json(data))
            acting += [(path, entry_id, what) for entry_id, what in held.items()]
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            defects.append(Defect(str(path), f"cannot be read: {type(error).__name__}: {error}"))
    return LimitFiles(approvals, acting, defects)


def check_limits(
    store: GovernanceStore, notes: RecordNotes, found: LimitFiles, keyring: OperatorKeyring, *,
    is_all: bool,
) -> Iterator[Defect]:  # fmt: skip
    """Yield the approvals and ends of limits, and the limits in force, that contradict the log.

    A line that does not hold its operator's signature is reported and ignored. ``is_all``: the
    event log is complete from its first line.
    """
    signed: dict[str, list[RecordLine]] = {}
    for name, lines in sorted(notes.by("id", *LIMIT_LINES).items()):
        if not LIMIT_ID.fullmatch(name):
            continue
        told = [(line, _forgery(name, line, keyring)) for line in lines]
        yield from (Defect(line.place, why) for line, why in told if why)
        signed[name] = [line for line, why in told if not why]
        problem = _problem(found.approvals.get(name), signed[name][-1]) if signed[name] else ""
        if problem:
            yield Defect(str(store.approvals / f"{name}.json"), problem)
    yield from found.defects
    for path, entry_id, what in found.acting:
        if _is_unapproved(what, signed.get(entry_id, ()), is_all=is_all):
            problem = f"holds {entry_id}, and no line of the record says that it was approved so"
            yield Defect(str(path), problem)


def _signed(line: RecordLine) -> Record:
    signed = line.data.get("approval")
    return signed if isinstance(signed, dict) else {}


def _is_end(line: RecordLine) -> bool:
    return bool(line.data["type"] == LIMIT_WITHDRAWN)


def _forgery(name: str, line: RecordLine, keyring: OperatorKeyring) -> str:
    """Return why a line does not hold what its operator signed; empty if it does, or if unknown."""
    signed, why = _signed(line), f"does not hold what {line.says('operator')} signed of {name}"
    if signed.get("subject") != name:
        return why
    try:
        schemas.check(signed, schemas.APPROVAL, line.place)
    except InvalidPacket as error:
        return f"{why}: {error.defects[0].problem}"
    problem = signature_problem(signed, keyring)
    return f"its signature {problem}" if problem else ""


def _problem(approval: Record | None, line: RecordLine) -> str:
    done, verb = ("ended", "withdraw") if _is_end(line) else ("approved", "approve")
    what = f"{line.place} says that {line.says('operator')} {done} the limit"
    to_do = f"{what}: sign that anew with `robot-memory limits {verb}`"
    if approval is None:
        return f"is gone, or was not written, and {to_do}"
    if approval and (approval["scope"] == _END) != _is_end(line):
        return f"{'holds the limit still' if _is_end(line) else 'ends the limit'}, and {to_do}"
    if approval and approval != _signed(line):
        return f"is not the newest signature, and {to_do}"
    return ""


def _is_unapproved(what: Record, lines: Sequence[RecordLine], *, is_all: bool) -> bool:
    """Whether the event log certainly has no line that approves a limit in its present effect."""
    approved = [_signed(line) for line in lines if not _is_end(line)]
    if not approved:
        return is_all
    whole = ({**terms, **(terms.get("limit") or {})} for terms in approved)
    return not any(all(one.get(k) == value for k, value in what.items()) for one in whole)


def _speeds(data: Record) -> dict[str, Record]:
    return {str(one): {"variable": "speed", "value": data["speed_m_s"]} for one in data["limits"]}


def _places(data: Record) -> dict[str, Record]:
    return {
        str(one["id"]): {"value": one["value"], "place": one["place"]} for one in data["places"]
    }
