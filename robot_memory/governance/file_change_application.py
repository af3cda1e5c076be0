"""Putting a change of procedural memory into effect, and taking it back.

Approval, before receipt, rollback file, the file itself, the proposal, after receipt: each is on
disk before the next step, so that a crash leaves nothing done or all that tells what was done.
Document 004's gates and caps are about rows; of a procedural file document 002 asks that a person
approves, which is what the signature shows.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from robot_memory import files
from robot_memory.clock import Instant
from robot_memory.errors import DecisionRefused, UnknownProposal
from robot_memory.governance.approval import approve, approver_of, rests_on
from robot_memory.governance.change_records import ChangeEnding, ChangeOrder
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.file_change import FileChange, change_of, digest_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_run
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run import ChangeRun
from robot_memory.governance.run_history import RunHistory
from robot_memory.levels.json_files import naming, write
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.proposal import Proposal, ProposalStatus
from robot_memory.secrets_filter import without_secrets

if TYPE_CHECKING:
    from robot_memory.identity.robot_keys import RobotKeys

_LONGEST_NOTE = 500  # characters


def approve_change(
    store: GovernanceStore, identifier: str, keys: RobotKeys, now: Instant, note: str = ""
) -> Proposal:
    """Sign a proposal as it is and put it into effect. Whoever calls holds the lock of the room.

    Raises:
        UnknownProposal: there is none of that id.
        DecisionRefused: it was decided before, changes nothing, or its file has changed since.
        AssistRefused: the operator is not enrolled with these keys, or they are a robot's.
    """
    words = " ".join(without_secrets(note).split())[:_LONGEST_NOTE]
    with store.proposals.locked():
        proposal = store.proposals.waiting(identifier)
        change = change_of(proposal)
        path = store.tree.resolve(MemoryLevel.PROCEDURAL, change.target)
        _check(change, read_file(path))
        approve(store.approvals, change, keys, store.operators, now.time)
        operator = approver_of(store.approvals, change, store.operators)
        approval = rests_on(store.approvals, change.id, operator, store.operators)
        order = ChangeOrder(store.new_id(), change, operator, now, words, approval=approval)
        return _apply(store, proposal, order, path)


def _check(change: FileChange, found: bytes | None) -> None:
    if digest_of(found) != digest_of(change.previous):
        raise DecisionRefused(
            f"procedural/{change.target} has changed since {change.id} was proposed; "
            f"nothing was done: `robot-memory levels reject {change.id} --by NAME` turns it down, "
            "and `robot-memory levels propose KEY FILE` proposes a skill anew"
        )
    if change.previous == change.content:
        raise DecisionRefused(
            f"{change.id} changes nothing; nothing was done: "
            f"`robot-memory levels reject {change.id} --by NAME` turns it down"
        )


def _apply(store: GovernanceStore, proposal: Proposal, order: ChangeOrder, path: Path) -> Proposal:
    receipts, history, change = store.receipts, store.history(), order.change
    before = receipts.append("before", order.before(read_file(path)))
    rollback = receipts.append("rollback", order.rollback())
    after = ChangeEnding(order, "applied", digest_of(change.content), rollback.ref).after(order.now)
    receipts.checked("after", after)  # nothing is done that could not be receipted
    write(path, change.content.encode())
    approved = approved_by(proposal, order)
    _keep(store, approved)
    note_run(store.events, history.runs, before, receipts.append("after", after), order.now.time)
    return approved


def approved_by(proposal: Proposal, order: ChangeOrder) -> Proposal:
    """Return a proposal as it is once a run has put it into effect."""
    time = order.now.time
    return replace(
        proposal, status=ProposalStatus.APPROVED, decided_at=time, decided_by=order.operator,
        note=order.note, applied_at=time, run_id=order.run_id,
    )  # fmt: skip


def take_back(
    store: GovernanceStore, history: RunHistory, run: ChangeRun, operator: str, now: Instant
) -> tuple[Receipt, list[ContractViolation]]:
    """Restore the file that a run replaced. Whoever calls holds the lock of the room.

    Returns:
        The after receipt, and what stood against it. Where anything did, nothing was written.
    """
    change = run.change
    assert change is not None and run.rollback is not None  # it stands applied
    receipts = store.receipts
    order = ChangeOrder(store.new_id(), change, operator, now, reverses=run.id)
    with store.proposals.locked():
        path = store.tree.resolve(MemoryLevel.PROCEDURAL, change.target)
        found = read_file(path)
        violations = [*_check_back(run, found), *_check_newest(run, history)]
        before = receipts.append("before", order.before(found))
        if violations:
            ending = ChangeEnding(
                order, "aborted", digest_of(found), run.rollback.ref, "the file has changed since",
                violations,
            )  # fmt: skip
        else:
            was = digest_of(change.previous)
            ending = ChangeEnding(order, "rolled_back", was, run.rollback.ref)
            receipts.checked("after", ending.after(now))
            restore(path, change.previous)
            mark_taken_back(store, change.id)
        receipt = receipts.append("after", ending.after(now))
    note_run(store.events, history.runs, before, receipt, now.time)
    return receipt, violations


def _check_back(run: ChangeRun, found: bytes | None) -> list[ContractViolation]:
    """Compare the file, and the texts in the rollback file, with the digests in it."""
    assert run.rollback is not None  # it stands applied
    record, violations = run.rollback.record, []
    for name in ("before", "after"):
        if digest_of(record[f"{name}_text"]) != record[f"{name}_sha256"]:
            problem = f"the rollback file's {name}_text is not that of its hash"
            violations.append(ContractViolation("rollback_hash", f"{name}_text", problem))
    change, was = run.change, run.before.record
    is_known = change is not None and change.digest == was["change_sha256"]
    if not is_known or record["before_sha256"] != was["before_sha256"]:
        problem = f"the rollback file's texts are not those that {run.before.ref} has seen"
        violations.append(ContractViolation("rollback_before", "before_text", problem))
    if digest_of(found) != record["after_sha256"]:
        problem = f"procedural/{run.target} has changed since the run: what it holds now stays"
        violations.append(ContractViolation("file_unchanged", "target", problem))
    return violations


def _check_newest(run: ChangeRun, history: RunHistory) -> list[ContractViolation]:
    """Compare with later runs: one of them may have brought the same text again."""
    of_file = [one for one in history.changes_standing() if one.target == run.target]
    if of_file[-1].id == run.id:
        return []
    problem = (
        f"the run {of_file[-1].id} changed procedural/{run.target} later: take that back first"
    )
    return [ContractViolation("newest_change", "target", problem)]


def restore(path: Path, text: str | None) -> None:
    """Bring a file to what it held; None: to not being there. Durable when this returns."""
    if text is not None:
        write(path, text.encode())
        return
    with naming(path):
        path.unlink(missing_ok=True)
        files.sync_folder(path.parent)


def mark_taken_back(store: GovernanceStore, proposal_id: str) -> None:
    """Note in a proposal that it was taken back, if it is still there."""
    try:
        proposal = store.proposals.get(proposal_id)
    except UnknownProposal:
        return  # somebody removed the file; the receipts tell
    _keep(store, replace(proposal, status=ProposalStatus.ROLLED_BACK))


def _keep(store: GovernanceStore, proposal: Proposal) -> None:
    try:
        store.proposals.keep(proposal)
    except OSError as error:
        problem = (
            f"{os.strerror(error.errno or 0)}; procedural/{proposal.target} has been changed, and "
            "the next deed or start notes that here"
        )
        raise OSError(error.errno, problem, error.filename) from error


def read_file(path: Path) -> bytes | None:
    """Return what a file holds; None where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
