"""After a crash: an unfinished change of a file gets the receipt that the file bears out."""

from __future__ import annotations

import glob
from pathlib import Path

from robot_memory import files
from robot_memory.clock import Instant
from robot_memory.errors import InvalidInput, UnknownProposal
from robot_memory.governance.change_records import ChangeEnding, ChangeOrder
from robot_memory.governance.file_change import FileChange, digest_of
from robot_memory.governance.file_change_application import approved_by, mark_taken_back, read_file
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run import ChangeRun
from robot_memory.governance.run_history import RunHistory
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.proposal import Proposal, ProposalStatus

_NOT_BEGUN = "it was cut off before anything changed"
_UNKNOWN = "it was cut off, and the file is now neither what it was nor what it was to become"


def recover_change(
    store: GovernanceStore, history: RunHistory, run: ChangeRun, now: Instant
) -> Receipt:
    """Write the after receipt of a run that a crash cut off. Whoever calls holds the room's lock.

    The file is replaced in one step, so its digest tells whether that was done. Where somebody has
    changed it since, the proposal tells, which is written next; where that says nothing either the
    run counts as aborted: what the file holds now is nothing that it wrote.
    """
    of = run if run.reverses is None else history.get(run.reverses)
    change = of.change if isinstance(of, ChangeRun) else None
    with store.proposals.locked():
        path = _path(store, run.target)
        _sweep(store, path)
        found = digest_of(None if path is None else read_file(path))
        if change is None or of is None or of.rollback is None:
            return _end(store, run, "aborted", found, now, reason=_NOT_BEGUN)
        before, after = digest_of(change.previous), digest_of(change.content)
        goal, start = (after, before) if run.reverses is None else (before, after)
        was_possible = run.before.record["before_sha256"] == start
        proposal = _proposal(store, change.id)
        if was_possible and (found == goal or _is_marked(run, proposal)):
            if path is not None and path.parent.exists():
                files.sync_folder(path.parent)  # what was renamed is not on disk for certain yet
            _mark(store, run, change, proposal)
            result = "applied" if run.reverses is None else "rolled_back"
            return _end(store, run, result, found, now, ref=of.rollback.ref, change=change)
        reason = _NOT_BEGUN if found == start or not was_possible else _UNKNOWN
        return _end(store, run, "aborted", found, now, reason=reason, change=change)


def _end(
    store: GovernanceStore, run: ChangeRun, result: str, found: str, now: Instant, *,
    reason: str = "", ref: str | None = None, change: FileChange | None = None,
) -> Receipt:  # fmt: skip
    order = _order(run, change or FileChange(run.subject, run.target, None, ""))
    ending = ChangeEnding(order, result, found, ref, reason, recovered=True)
    return store.receipts.append("after", ending.after(now))


def _order(run: ChangeRun, change: FileChange) -> ChangeOrder:
    note = str(run.before.record["note"])
    return ChangeOrder(run.id, change, run.operator, run.instant, note, run.reverses)


def _is_marked(run: ChangeRun, proposal: Proposal | None) -> bool:
    """Tell whether the proposal says that the run was done."""
    if proposal is None:
        return False
    if run.reverses is None:
        return proposal.run_id == run.id
    return proposal.run_id == run.reverses and proposal.status is ProposalStatus.ROLLED_BACK


def _mark(
    store: GovernanceStore, run: ChangeRun, change: FileChange, proposal: Proposal | None
) -> None:
    if proposal is None or _is_marked(run, proposal):
        return
    if run.reverses is None:
        store.proposals.keep(approved_by(proposal, _order(run, change)))
    else:
        mark_taken_back(store, change.id)


def _proposal(store: GovernanceStore, identifier: str) -> Proposal | None:
    try:
        return store.proposals.get(identifier)
    except UnknownProposal:
        return None  # somebody removed the file; the receipts tell


def _path(store: GovernanceStore, target: str) -> Path | None:
    """Return the file; None where there is something else now, which nobody of ours wrote."""
    try:
        return store.tree.resolve(MemoryLevel.PROCEDURAL, target)
    except InvalidInput:
        return None


def _sweep(store: GovernanceStore, path: Path | None) -> None:
    """Remove what was half written; whoever writes there holds the lock of the proposals."""
    left = list(store.tree.proposals.glob(".*.tmp"))
    if path is not None:
        left += path.parent.glob(f".{glob.escape(path.name)}.*.tmp")
    for one in left:
        files.remove_abandoned(one)
