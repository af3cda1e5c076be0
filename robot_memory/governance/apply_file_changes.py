"""Changes of procedural files: approving a proposal, rolling it back, recovery.

Document 004's gates and caps are for rows. For a procedural file, document 002 requires a person's
approval, which the signature proves.

Specification: rules.md §8.15.

See docs/reference/governance.md, "Procedural memory".
"""

from __future__ import annotations

import errno
import glob
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from robot_memory.foundation.disk import files
from robot_memory.foundation.disk.file_replacement import remove_unchanged, replace_unchanged
from robot_memory.foundation.errors import (
    AssistRefused,
    DecisionRefused,
    InvalidInput,
    UnknownProposal,
)
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.foundation.time.clock import Instant
from robot_memory.foundation.time.stamps import time_of, to_text
from robot_memory.governance import schemas
from robot_memory.governance.approval import approver_of, check_named, rests_on
from robot_memory.governance.contract_rules import ContractViolation
from robot_memory.governance.file_change import FileChange, change_of, digest_of
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.run_history import ChangeRun, RunHistory, RunLog
from robot_memory.governance.run_transaction import (
    CUT_OFF,
    ChangePlan,
    RunEnding,
    RunOrder,
    RunOutcome,
    recovered_ending,
    run_change,
)
from robot_memory.long_term.levels.level_tree import MemoryLevel
from robot_memory.long_term.levels.proposal import Proposal, ProposalStatus
from robot_memory.long_term.levels.proposal_store import REJECTED

_LONGEST_NOTE = 500  # characters
_UNKNOWN = "it was cut off, and the file is now neither what it was nor what it was to become"


def approve_change(
    store: GovernanceStore,
    log: RunLog,
    rrn: str,
    identifier: str,
    store_approval: Callable[[FileChange], None],
    now: Instant,
    note: str,
) -> Proposal:
    """Apply a proposal exactly as an operator signed it.

    The caller holds the governance lock.

    Args:
        store_approval: stores the operator's approval of the change; raises if there is none.

    Raises:
        UnknownProposal: no proposal has that id.
        DecisionRefused: it was decided before, changes nothing, or its file has changed since.
        AssistRefused: the operator is not enrolled with these keys, or they are a robot's; or an
            operator refused the change, or changed the file, after it was signed; or the robot has
            no name, or another one than was signed.
    """
    check_named(rrn)
    words = " ".join(without_secrets(note).split())[:_LONGEST_NOTE]
    with store.proposals.locked():
        proposal = store.proposals.to_sign(identifier)
        change = change_of(rrn, proposal, log.history.newest_of(proposal.target))
        path = store.tree.resolve(MemoryLevel.PROCEDURAL, change.target)
        found = files.read_existing(path)
        _check_unchanged(change, found)
        _check_refusals(store, proposal)
        store_approval(change)
        operator = approver_of(store.approvals, change, store.operators)
        approval = rests_on(store.approvals, change.id, operator, store.operators)
        order = RunOrder(store.new_id(), operator, now, words, approval=approval)
        run_change(store, log, order, lambda ref: _plan(store, order, change, found))
        return _decided(proposal, order)


def _check_refusals(store: GovernanceStore, proposal: Proposal) -> None:
    """Compare the last refusal in a proposal with the record of changes."""
    lines = store.events.find(f'"{proposal.id}"', after=0)
    found = (time_of(line.get("refused_at")) for line in lines
             if line.get("type") == REJECTED and line.get("id") == proposal.id)  # fmt: skip
    times = [time for time in found if time is not None]
    if not proposal.tells_refusals(times):
        raise AssistRefused(
            f"the record says that an operator refused {proposal.id} at {to_text(times[-1])}, and "
            "its file does not: it was edited or deleted since; nothing was changed: refuse it "
            f"anew with `robot-memory levels reject {proposal.id} --key FILE`, then sign it"
        )


def take_back_file(
    store: GovernanceStore, log: RunLog, run: ChangeRun, order: RunOrder
) -> RunOutcome:
    """Restore the file that a run replaced. The caller holds the governance lock."""
    change = run.change
    assert change is not None  # it is applied at present

    def plan(ref: str) -> ChangePlan:
        found = files.read_existing(store.tree.resolve(MemoryLevel.PROCEDURAL, change.target))
        violations = [*_check_reversal(run, found), *_check_newest(run, log.history)]
        return _plan(store, order, change, found, violations)

    with store.proposals.locked():
        return run_change(store, log, order, plan)


def _plan(
    store: GovernanceStore, order: RunOrder, change: FileChange, found: bytes | None,
    violations: Sequence[ContractViolation] = (),
) -> ChangePlan:  # fmt: skip
    goal = change.content if order.reverses is None else change.previous
    about = {"proposal_id": change.id, "target": change.target}
    before = {
        "kind": schemas.PROCEDURAL_BEFORE,
        **about,
        "scope": change.scope,
        **change.circumstances,
        "change_sha256": change.digest,
        "before_sha256": digest_of(found),
        "note": order.note,
    }
    rollback = {  # only this file holds the texts
        "kind": schemas.PROCEDURAL_ROLLBACK,
        **about,
        "before_text": change.previous,
        "after_text": change.content,
        "before_sha256": digest_of(change.previous),
        "after_sha256": digest_of(change.content),
    }
    return ChangePlan(
        violations,
        "the file has changed since",
        before,
        rollback,
        partial(_after, change, digest_of(found if violations else goal)),
        partial(_write, store, order, change, found, goal),
    )


def _write(
    store: GovernanceStore,
    order: RunOrder,
    change: FileChange,
    found: bytes | None,
    text: str | None,
) -> None:
    """Replace or remove a file, then record it in its proposal; each step is durable."""
    path = store.tree.resolve(MemoryLevel.PROCEDURAL, change.target)
    files.make_private_folder(path.parent)
    if text is not None:
        is_done = replace_unchanged(path, found, text.encode()) is not None
    else:
        is_done = found is None or remove_unchanged(path, found)
    if not is_done:
        problem = "was edited while it was to be changed; it stays as it is: look at it, and sign"
        raise OSError(errno.EBUSY, f"{problem} the change anew", str(path))
    proposal = _proposal(store, change.id)
    if proposal is not None:
        _keep(store, _decided(proposal, order))


def _after(change: FileChange, sha256: str, ending: RunEnding) -> dict[str, Any]:
    """Return the fields of a file in an after receipt; ``sha256`` is empty if there is no file."""
    texts = [change.previous, change.content]
    if ending.result == "rolled_back":
        texts.reverse()
    old, new = texts
    op = "add" if old is None else "remove" if new is None else "replace"
    sizes = [0 if text is None else len(text.encode()) for text in texts]
    summary = {"target": change.target, "op": op, "from_size": sizes[0], "to_size": sizes[1]}
    return {
        "kind": schemas.PROCEDURAL_AFTER,
        "proposal_id": change.id,
        "target": change.target,
        "after_sha256": sha256,
        "diff_summary": [summary] if ending.was_written else [],
        "policy": {
            "memory_mutation": "procedural" if ending.was_written else "none",
            "writes_performed": int(ending.was_written),
        },
    }


def _decided(proposal: Proposal, order: RunOrder) -> Proposal:
    """Return a proposal after a run has applied it, or rolled it back."""
    if order.reverses is not None:
        return replace(proposal, status=ProposalStatus.ROLLED_BACK, refused_at=order.now.time)
    time = order.now.time
    return replace(
        proposal, status=ProposalStatus.APPROVED, decided_at=time, decided_by=order.operator,
        note=order.note, applied_at=time, run_id=order.run_id,
    )  # fmt: skip


def finish_change(
    store: GovernanceStore, run: ChangeRun, of: ChangeRun | None, order: RunOrder
) -> tuple[RunEnding, dict[str, Any]]:
    """Return the ending of a run that a crash cut off, and the fields of its after receipt.

    The file is replaced atomically, so its digest shows whether that was done. If somebody has
    changed the file since, the proposal shows it, because it is written next. If the proposal does
    not show it either, the run counts as aborted: the file's content is not the run's. ``of`` is
    the run that made the change: this run, or the run to roll back.
    """
    with store.proposals.locked():
        path = _path(store, run.target)
        _sweep(store, path)
        found = digest_of(None if path is None else files.read_existing(path))
        change = of.change if of is not None else None
        if change is None or of is None or of.rollback is None:
            ending = recovered_ending(run, None, is_done=False)
            return ending, _after(FileChange(run.subject, run.target, None, ""), found, ending)
        start, goal = digest_of(change.previous), digest_of(change.content)
        if run.reverses is not None:
            start, goal = goal, start
        was_possible = run.before.record["before_sha256"] == start
        proposal = _proposal(store, change.id)
        is_marked = proposal is not None and _is_marked(run, proposal)
        is_done = was_possible and (found == goal or is_marked)
        if is_done and path is not None and path.parent.exists():
            files.sync_folder(path.parent)  # a rename is not certainly on disk yet
        if is_done and proposal is not None and not is_marked:
            _keep(store, _decided(proposal, order))
        reason = CUT_OFF if found == start or not was_possible else _UNKNOWN
        ending = recovered_ending(run, of.rollback.ref, is_done=is_done, reason=reason)
        return ending, _after(change, found, ending)


def _check_unchanged(change: FileChange, found: bytes | None) -> None:
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


def _check_reversal(run: ChangeRun, found: bytes | None) -> Iterator[ContractViolation]:
    """Compare the file, and the texts in the rollback file, with the file's digests."""
    assert run.rollback is not None  # it is applied at present
    record = run.rollback.record
    for name in ("before", "after"):
        if digest_of(record[f"{name}_text"]) != record[f"{name}_sha256"]:
            problem = f"the rollback file's {name}_text is not that of its hash"
            yield ContractViolation("rollback_hash", f"{name}_text", problem)
    change, was = run.change, run.before.record
    is_known = change is not None and change.digest == was["change_sha256"]
    if not is_known or record["before_sha256"] != was["before_sha256"]:
        problem = f"the rollback file's texts are not those that {run.before.ref} has seen"
        yield ContractViolation("rollback_before", "before_text", problem)
    if digest_of(found) != record["after_sha256"]:
        problem = f"procedural/{run.target} has changed since the run: what it holds now stays"
        yield ContractViolation("file_unchanged", "target", problem)


def _check_newest(run: ChangeRun, history: RunHistory) -> list[ContractViolation]:
    """Check for later runs: a later run may have written the same text again."""
    newest = [one for one in history.changes_standing() if one.target == run.target][-1]
    if newest.id == run.id:
        return []
    problem = f"the run {newest.id} changed procedural/{run.target} later: take that back first"
    return [ContractViolation("newest_change", "target", problem)]


def _is_marked(run: ChangeRun, proposal: Proposal) -> bool:
    """Whether the proposal shows that the run was done."""
    if run.reverses is None:
        return proposal.run_id == run.id
    return proposal.run_id == run.reverses and proposal.status is ProposalStatus.ROLLED_BACK


def _proposal(store: GovernanceStore, identifier: str) -> Proposal | None:
    try:
        return store.proposals.get(identifier)
    except UnknownProposal:
        return None  # somebody removed the file; the receipts are enough


def _keep(store: GovernanceStore, proposal: Proposal) -> None:
    try:
        store.proposals.keep(proposal)
    except OSError as error:
        problem = (
            f"{os.strerror(error.errno or 0)}; procedural/{proposal.target} has been changed, and "
            "the next action or start notes that here"
        )
        raise OSError(error.errno, problem, error.filename) from error


def _path(store: GovernanceStore, target: str) -> Path | None:
    """Return the file's path; None if something else is there that we did not write."""
    try:
        return store.tree.resolve(MemoryLevel.PROCEDURAL, target)
    except InvalidInput:
        return None


def _sweep(store: GovernanceStore, path: Path | None) -> None:
    """Remove half-written files; any writer there holds the lock of the proposals."""
    left = list(store.tree.proposals.glob(".*.tmp"))
    if path is not None:
        left += path.parent.glob(f".{glob.escape(path.name)}.*.tmp")
    for one in left:
        files.remove_abandoned(one)
