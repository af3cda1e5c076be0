"""Whether packets are as proposed, and procedural memory is as operators signed it.

See docs/reference/audit.md, "What is not a defect".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from robot_memory.foundation.disk.files import read_existing, read_regular
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.time.stamps import time_of, to_text
from robot_memory.governance import schemas
from robot_memory.governance.audit.audit_report import AuditPart, defects_in
from robot_memory.governance.audit.record_notes import RecordLine, RecordNotes
from robot_memory.governance.audit.signature_audit import (
    OperatorKeyring,
    keys_are_gone,
    signature_problem,
)
from robot_memory.governance.file_change import digest_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet, load_packet
from robot_memory.governance.run_history import ChangeRun, RunHistory
from robot_memory.governance.withdrawals import WITHDRAWN
from robot_memory.long_term.levels.json_files import own_files, parse_line
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import Proposal, ProposalStatus, read_proposal
from robot_memory.long_term.levels.proposal_store import MADE, REJECTED


def audit_procedural(store: GovernanceStore, history: RunHistory | None) -> AuditPart:
    """Compare files and proposals with receipts; interrupted runs are left to recovery.

    Files that no run has written are not checked.
    """
    proposals = own_files(store.tree.proposals, "*.json")
    if history is None:
        remark = "is not compared with receipts that are not what was written"
        return AuditPart("procedural", {"files": 0, "proposals": 0}, remarks=(remark,))
    expected = _expected(history)
    cut_off = {run.target for run in history.unfinished() if isinstance(run, ChangeRun)}
    defects = [
        defect
        for target, found in expected.items()
        if target not in cut_off
        for defect in _file_defects(store, target, *found)
    ]
    known = {run.id: run.operator for run in history.runs}
    applied = {
        run.subject: run.id for run in history.changes_standing() if run.target not in cut_off
    }
    for path in proposals:
        try:
            proposal = read_proposal(parse_line(read_regular(path)), str(path))
        except InvalidInput as error:
            defects.extend(defects_in(path, error))
            continue
        if proposal.applied_at is not None and proposal.run_id not in known:
            defects.append(
                Defect(str(path), "says that it was applied, but no receipt confirms it")
            )
        elif proposal.applied_at is not None and proposal.decided_by != known[proposal.run_id]:
            problem = f"says by {proposal.decided_by}; its receipts say {known[proposal.run_id]}"
            defects.append(Defect(str(path), problem))
        elif proposal.id in applied and proposal.status is not ProposalStatus.APPROVED:
            run_id = applied[proposal.id]
            problem = f"is {proposal.status.value}; the run {run_id} applied it, and stands"
            defects.append(Defect(str(path), problem))
    counts = {"files": len(expected), "proposals": len(proposals)}
    return AuditPart("procedural", counts, defects=tuple(defects))


def read_proposals(store: GovernanceStore) -> dict[str, Proposal]:
    """Return the readable proposals, by id."""
    read = {path.stem: _read_proposal(path) for path in own_files(store.tree.proposals, "*.json")}
    return {name: proposal for name, proposal in read.items() if proposal is not None}


def check_proposals(
    store: GovernanceStore, before: Mapping[str, Proposal], notes: RecordNotes
) -> Iterator[Defect]:
    """Yield the proposals that contradict the event log, or are missing.

    ``before`` holds the proposals from before the event log was read: later decisions are no
    defect.
    """
    for name, lines in sorted(notes.by("id", MADE, REJECTED).items()):
        path = store.tree.proposals / f"{name}.json"
        if name not in before and not path.exists():
            yield Defect(str(path), f"is gone; {lines[-1].place} names it")
        elif name in before and _contradicts(before[name], lines):
            now = _read_proposal(path)
            if now is not None and (problem := _contradicts(now, lines)):
                yield Defect(str(path), problem)


def _read_proposal(path: Path) -> Proposal | None:
    try:
        return read_proposal(parse_line(read_existing(path) or b""), str(path))
    except InvalidInput:
        return None


def _contradicts(proposal: Proposal, lines: Sequence[RecordLine]) -> str:
    """Return how a proposal contradicts its lines; empty if it does not."""
    dates = (time_of(line.data.get("refused_at")) for line in lines)
    refusals = [date for date in dates if date is not None]
    place, by = lines[-1].place, lines[-1].says("by")
    if not proposal.tells_refusals(refusals):
        again = f"`robot-memory levels reject {proposal.id} --key FILE` says it anew"
        return f"does not say that an operator refused it at {to_text(refusals[-1])}: {again}"
    if lines[-1].data["type"] == REJECTED:
        if proposal.is_undecided:
            return f"is not decided; {place} says that {by} rejected it: decide it again"
        is_other = proposal.status is ProposalStatus.REJECTED and proposal.decided_by != by
        return f"says by {proposal.decided_by}; {place} says by {by}" if is_other else ""
    if proposal.status is ProposalStatus.REJECTED:
        return f"says that {proposal.decided_by} rejected it, and no line after {place} does"
    is_as_made = proposal.proposed_by == by
    return "" if is_as_made else f"is by {proposal.proposed_by}; {place} says by {by}"


def _expected(history: RunHistory) -> dict[str, tuple[str, str]]:
    """Return the expected SHA-256 of each file that runs wrote, and the run behind it.

    This is the text of the newest applied change, which was signed. A text restored by a rollback
    counts only if it is the same: otherwise an edit between two changes could be restored as if
    signed. If no change is applied, it is the text that the first one replaced.
    """
    found: dict[str, tuple[str, str]] = {}
    standing = {run.id for run in history.changes_standing()}
    for run in history.runs:
        if not isinstance(run, ChangeRun) or run.change is None or run.result != "applied":
            continue
        if run.id in standing:
            why = f"as the run {run.id} left it, the newest that stands"
            found[run.target] = digest_of(run.change.content), why
        elif run.target not in found:
            why = f"as it was before the run {run.id}; no run of it stands"
            found[run.target] = digest_of(run.change.previous), why
    return found


def _file_defects(store: GovernanceStore, target: str, sha256: str, why: str) -> Iterator[Defect]:
    try:
        path = store.tree.resolve(MemoryLevel.PROCEDURAL, target)
        found = digest_of(read_existing(path))
    except InvalidInput as error:
        yield from error.defects
        return
    if found != sha256:
        is_to_be = f"is to be {_name(sha256)}, {why}"
        problem = f"{is_to_be}; it is {_name(found)}, for which no operator's word stands"
        yield Defect(str(path), problem)


def _name(sha256: str) -> str:
    return f"sha256 {sha256}" if sha256 else "no file"


def audit_packets(
    store: GovernanceStore, notes: RecordNotes, keyring: OperatorKeyring
) -> AuditPart:
    """Check packets and withdrawals."""
    paths = sorted(store.packets.glob("[!.]*.json"))
    withdrawals = sorted(store.withdrawals.glob("[!.]*.json"))
    approved = {path.stem for path in store.approvals.glob("pkt-*.json")}
    found: dict[str, Packet] = {}
    defects: list[Defect] = []
    for path in paths:
        try:
            found[path.stem] = load_packet(store.packets, path.stem)
        except InvalidPacket as error:
            defects.extend(defects_in(path, error))
        except AssistRefused:
            defects.append(Defect(str(path), "is not named as a packet"))
    remarks: list[str] = []
    for path in withdrawals:
        is_approved = path.stem in approved
        wrong = _withdrawal_defects(path, found, keyring, remarks, is_approved=is_approved)
        defects.extend(wrong)
    names = {path.stem for path in withdrawals}
    defects += [
        Defect(str(store.packets / f"{name}.json"), "is gone; its approval names it")
        for name in sorted(approved - {path.stem for path in paths})
    ]
    defects += [
        Defect(str(store.withdrawals / f"{name}.json"), f"is gone; {lines[-1].place} names it")
        for name, lines in notes.by("id", WITHDRAWN).items()
        if name not in names
    ]
    counts = {"packets": len(paths), "withdrawn": len(withdrawals)}
    return AuditPart("packets", counts, defects=tuple(defects), remarks=tuple(remarks))


def _withdrawal_defects(
    path: Path, found: Mapping[str, Packet], keyring: OperatorKeyring, remarks: list[str], *,
    is_approved: bool,
) -> list[Defect]:  # fmt: skip
    """Return the defects of a withdrawal; add a remark if the signer's keys are missing."""
    try:
        record = schemas.read(path, schemas.WITHDRAWAL)
    except InvalidPacket as error:
        return defects_in(path, error)
    name, packet = record.get("operator"), found.get(path.stem)
    if name is not None and name not in keyring.cards:
        remarks.append(f"{path}: {keys_are_gone(name)}")
    if record["packet_id"] != path.stem:
        return [Defect(str(path), f"is that of another, {record['packet_id']}")]
    if packet is not None and record["packet_sha256"] != packet.digest:
        return [Defect(str(path), "is of another packet of that name")]
    if "signature" not in record:
        problem = "nobody signed it, and an operator approved the packet"
        return [Defect(str(path), problem)] if is_approved else []
    problem = signature_problem(record, keyring)
    return [Defect(f"{path}: signature", problem)] if problem else []
