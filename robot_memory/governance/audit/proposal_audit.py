"""Whether packets are what was proposed, and procedural memory what operators signed.

See docs/reference/audit.md, "What is not a defect".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from robot_memory.foundation.disk.files import read_existing, read_regular
from robot_memory.foundation.errors import AssistRefused, Defect, InvalidInput, InvalidPacket
from robot_memory.foundation.time.stamps import to_text
from robot_memory.governance import packet_folder, schemas
from robot_memory.governance.audit.audit_report import AuditPart, defects_in
from robot_memory.governance.audit.record_notes import ProposalNote
from robot_memory.governance.audit.signature_audit import (
    OperatorKeyring,
    keys_are_gone,
    signature_problem,
)
from robot_memory.governance.file_change import digest_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.packet import Packet
from robot_memory.governance.run import ChangeRun
from robot_memory.governance.run_history import RunHistory
from robot_memory.long_term.levels.json_files import own_files, parse_line
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import Proposal, ProposalStatus, read_proposal


def audit_procedural(store: GovernanceStore, history: RunHistory | None) -> AuditPart:
    """Compare files and proposals with receipts; what a crash cut off is left to its recovery.

    Files that no run has written are whoever's put them there, and nothing is said of them.

    Args:
        history: the runs; None where the receipts are not what was written.
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
        for defect in _file_defects(store, target, found)
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
    """Return the proposals that can be read, by id."""
    found = {}
    for path in own_files(store.tree.proposals, "*.json"):
        proposal = _read_proposal(path)
        if proposal is not None:
            found[path.stem] = proposal
    return found


def check_proposals(
    store: GovernanceStore, before: Mapping[str, Proposal], notes: Mapping[str, ProposalNote]
) -> Iterator[Defect]:
    """Yield the proposals that are not what the record of changes says of them, or are gone.

    Args:
        before: those that there were before the record was read; what was decided since is none.
        notes: what the record says last of each proposal, by its id.
    """
    for name, note in sorted(notes.items()):
        path = store.tree.proposals / f"{name}.json"
        if name not in before and not path.exists():
            yield Defect(str(path), f"is gone; {note.place} names it")
        elif name in before and _contradicts(before[name], note):
            now = _read_proposal(path)
            if now is not None and (problem := _contradicts(now, note)):
                yield Defect(str(path), problem)


def _read_proposal(path: Path) -> Proposal | None:
    try:
        return read_proposal(parse_line(read_existing(path) or b""), str(path))
    except InvalidInput:
        return None


def _contradicts(proposal: Proposal, note: ProposalNote) -> str:
    """Return in what a proposal is not what a line says; empty where it is."""
    if not proposal.tells_refusals(note.refusals):
        again = f"`robot-memory levels reject {proposal.id} --key FILE` says it anew"
        return f"does not say that an operator refused it at {to_text(note.refusals[-1])}: {again}"
    if note.is_rejected:
        words = f"is not decided; {note.place} says that {note.by} rejected it: decide it again"
        if proposal.is_undecided:
            return words
        is_other = proposal.status is ProposalStatus.REJECTED and proposal.decided_by != note.by
        return f"says by {proposal.decided_by}; {note.place} says by {note.by}" if is_other else ""
    if proposal.status is ProposalStatus.REJECTED:
        return f"says that {proposal.decided_by} rejected it, and no line after {note.place} does"
    is_as_made = proposal.proposed_by == note.by
    return "" if is_as_made else f"is by {proposal.proposed_by}; {note.place} says by {note.by}"


@dataclass(frozen=True)
class _Expected:
    """What a file of procedural memory is to hold.

    Attributes:
        sha256: of its text; empty where there is to be no file.
        why: which run says so, in words.
    """

    sha256: str
    why: str


def _expected(history: RunHistory) -> dict[str, _Expected]:
    """Return what each file that runs wrote is to hold.

    That is what the newest change left that stands: its text was signed. What a rollback brought
    back was signed only if that is the same, since who edits a file between two changes would have
    their edit restored. Where no change stands, it is what the first one replaced.
    """
    found: dict[str, _Expected] = {}
    standing = {run.id for run in history.changes_standing()}
    for run in history.runs:
        if not isinstance(run, ChangeRun) or run.change is None or run.result != "applied":
            continue
        if run.id in standing:
            why = f"as the run {run.id} left it, the newest that stands"
            found[run.target] = _Expected(digest_of(run.change.content), why)
        elif run.target not in found:
            why = f"as it was before the run {run.id}; no run of it stands"
            found[run.target] = _Expected(digest_of(run.change.previous), why)
    return found


def _file_defects(store: GovernanceStore, target: str, expected: _Expected) -> Iterator[Defect]:
    try:
        path = store.tree.resolve(MemoryLevel.PROCEDURAL, target)
        found = digest_of(read_existing(path))
    except InvalidInput as error:
        yield from error.defects
        return
    if found != expected.sha256:
        is_to_be = f"is to be {_name(expected.sha256)}, {expected.why}"
        problem = f"{is_to_be}; it is {_name(found)}, for which no operator's word stands"
        yield Defect(str(path), problem)


def _name(sha256: str) -> str:
    return f"sha256 {sha256}" if sha256 else "no file"


def audit_packets(
    store: GovernanceStore, recorded: Mapping[str, str], keyring: OperatorKeyring
) -> AuditPart:
    """Check packets and withdrawals.

    Args:
        recorded: the places of the lines of the record that tell of withdrawals, by packets.
    """
    paths = sorted(store.packets.glob("[!.]*.json"))
    withdrawals = sorted(store.withdrawals.glob("[!.]*.json"))
    approved = {path.stem for path in store.approvals.glob("pkt-*.json")}
    found: dict[str, Packet] = {}
    defects: list[Defect] = []
    for path in paths:
        try:
            found[path.stem] = packet_folder.load(store.packets, path.stem)
        except InvalidPacket as error:
            defects.extend(defects_in(path, error))
        except AssistRefused:
            defects.append(Defect(str(path), "is not named as a packet"))
    for path in withdrawals:
        is_approved = path.stem in approved
        defects.extend(_withdrawal_defects(path, found, keyring, is_approved=is_approved))
    names = {path.stem for path in withdrawals}
    defects += [
        Defect(str(store.packets / f"{name}.json"), "is gone; its approval names it")
        for name in sorted(approved - {path.stem for path in paths})
    ]
    defects += [
        Defect(str(store.withdrawals / f"{name}.json"), f"is gone; {place} names it")
        for name, place in recorded.items()
        if name not in names
    ]
    counts = {"packets": len(paths), "withdrawn": len(withdrawals)}
    remarks = tuple(filter(None, (_nobody_can_tell(path, keyring) for path in withdrawals)))
    return AuditPart("packets", counts, defects=tuple(defects), remarks=remarks)


def _nobody_can_tell(path: Path, keyring: OperatorKeyring) -> str:
    """Return that the keys of who signed a withdrawal are gone; empty where they are there."""
    try:
        name = schemas.read(path, schemas.WITHDRAWAL).get("operator")
    except InvalidPacket:
        return ""  # told as a defect
    if name is None or name in keyring.cards:
        return ""
    return f"{path}: {keys_are_gone(name)}"


def _withdrawal_defects(
    path: Path, found: Mapping[str, Packet], keyring: OperatorKeyring, *, is_approved: bool
) -> list[Defect]:
    try:
        record = schemas.read(path, schemas.WITHDRAWAL)
    except InvalidPacket as error:
        return defects_in(path, error)
    packet = found.get(path.stem)
    if record["packet_id"] != path.stem:
        return [Defect(str(path), f"is that of another, {record['packet_id']}")]
    if packet is not None and record["packet_sha256"] != packet.digest:
        return [Defect(str(path), "is of another packet of that name")]
    if "signature" not in record:
        problem = "nobody signed it, and an operator approved the packet"
        return [Defect(str(path), problem)] if is_approved else []
    problem = signature_problem(record, keyring)
    return [Defect(f"{path}: signature", problem)] if problem else []
