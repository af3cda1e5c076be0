"""After a crash: an unfinished change of a file gets the receipt that the file bears out."""

from __future__ import annotations

import glob
from pathlib import Path

from robot_memory import files
from robot_memory.clock import Instant
from robot_memory.errors import InvalidInput, UnknownProposal
from robot_memory.governance.change import Change, digest_of
from robot_memory.governance.change_records import ChangeEnding, ChangeOrder
from robot_memory.governance.changing import approved_by, mark_taken_back, read_file
from robot_memory.governance.desk import Desk
from robot_memory.governance.history import History
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run import ChangeRun
from robot_memory.levels.proposal import Proposal, Status
from robot_memory.levels.tree import Level

_NOT_BEGUN = "it was cut off before anything changed"
_UNKNOWN = "it was cut off, and the file is now neither what it was nor what it was to become"


def recover_change(desk: Desk, history: History, run: ChangeRun, now: Instant) -> Receipt:
    """Write the after receipt of a run that a crash cut off. Whoever calls holds the room's lock.

    The file is replaced in one step, so its digest tells whether that was done. Where somebody has
    changed it since, the proposal tells, which is written next; where that says nothing either the
    run counts as aborted: what the file holds now is nothing that it wrote.
    """
    of = run if run.reverses is None else history.get(run.reverses)
    change = of.change if isinstance(of, ChangeRun) else None
    with desk.proposals.locked():
        path = _path(desk, run.target)
        _sweep(desk, path)
        found = digest_of(None if path is None else read_file(path))
        if change is None or of is None or of.rollback is None:
            return _end(desk, run, "aborted", found, now, reason=_NOT_BEGUN)
        before, after = digest_of(change.previous), digest_of(change.content)
        goal, start = (after, before) if run.reverses is None else (before, after)
        was_possible = run.before.record["before_sha256"] == start
        proposal = _proposal(desk, change.id)
        if was_possible and (found == goal or _is_marked(run, proposal)):
            if path is not None and path.parent.exists():
                files.sync_folder(path.parent)  # what was renamed is not on disk for certain yet
            _mark(desk, run, change, proposal)
            result = "applied" if run.reverses is None else "rolled_back"
            return _end(desk, run, result, found, now, ref=of.rollback.ref, change=change)
        reason = _NOT_BEGUN if found == start or not was_possible else _UNKNOWN
        return _end(desk, run, "aborted", found, now, reason=reason, change=change)


def _end(
    desk: Desk, run: ChangeRun, result: str, found: str, now: Instant, *,
    reason: str = "", ref: str | None = None, change: Change | None = None,
) -> Receipt:  # fmt: skip
    order = _order(run, change or Change(run.subject, run.target, None, ""))
    ending = ChangeEnding(order, result, found, ref, reason, recovered=True)
    return desk.receipts.append("after", ending.after(now))


def _order(run: ChangeRun, change: Change) -> ChangeOrder:
    note = str(run.before.record["note"])
    return ChangeOrder(run.id, change, run.operator, run.instant, note, run.reverses)


def _is_marked(run: ChangeRun, proposal: Proposal | None) -> bool:
    """Tell whether the proposal says that the run was done."""
    if proposal is None:
        return False
    if run.reverses is None:
        return proposal.run_id == run.id
    return proposal.run_id == run.reverses and proposal.status is Status.ROLLED_BACK


def _mark(desk: Desk, run: ChangeRun, change: Change, proposal: Proposal | None) -> None:
    if proposal is None or _is_marked(run, proposal):
        return
    if run.reverses is None:
        desk.proposals.keep(approved_by(proposal, _order(run, change)))
    else:
        mark_taken_back(desk, change.id)


def _proposal(desk: Desk, identifier: str) -> Proposal | None:
    try:
        return desk.proposals.get(identifier)
    except UnknownProposal:
        return None  # somebody removed the file; the receipts tell


def _path(desk: Desk, target: str) -> Path | None:
    """Return the file; None where there is something else now, which nobody of ours wrote."""
    try:
        return desk.tree.resolve(Level.PROCEDURAL, target)
    except InvalidInput:
        return None


def _sweep(desk: Desk, path: Path | None) -> None:
    """Remove what was half written; whoever writes there holds the lock of the proposals."""
    left = list(desk.tree.proposals.glob(".*.tmp"))
    if path is not None:
        left += path.parent.glob(f".{glob.escape(path.name)}.*.tmp")
    for one in left:
        files.remove_abandoned(one)
