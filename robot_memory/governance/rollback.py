"""Taking a run back, or nothing of it (document 004); and what a crash cut off (rules.md §8.9).

An unfinished run gets the receipt that its target bears out.

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.apply_file_changes import finish_change, take_back_file
from robot_memory.governance.apply_row_changes import finish_rows, take_back_rows
from robot_memory.governance.approval import approve, approver_of, find_approval, rests_on
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_receipts
from robot_memory.governance.run_history import ChangeRun, Reversal, RowRun, Run, RunHistory, RunLog
from robot_memory.governance.run_transaction import RunEnding, RunOrder, RunOutcome, order_of

if TYPE_CHECKING:
    from robot_memory.foundation.identity.robot_keys import RobotKeys


def sign_rollback(
    store: GovernanceStore, log: RunLog, run_id: str, keys: RobotKeys, now: Instant
) -> None:
    """Sign that a run is to be taken back, and store that. Whoever calls holds the lock.

    Raises:
        AssistRefused: there is no such run, it does not stand applied, or the operator is not
            enrolled with these keys.
        OSError: the disk refused; nothing was signed.
    """
    run = _standing(log.history, run_id)
    terms = {"after_run": log.history.newest_of(run.target)} if isinstance(run, ChangeRun) else {}
    approve(store.approvals, _reversal(run), keys, store.operators, now.time, terms)


def roll_back(
    store: GovernanceStore, log: RunLog, run_id: str, now: Instant, *, rows_only: bool = False
) -> RunOutcome:
    """Restore what a run changed, as an operator signed. Whoever calls holds the lock.

    Raises:
        AssistRefused: there is no such run, it does not stand applied, it is of a file, or nobody
            signed that it is taken back.
        InvalidPacket: the signature does not hold.
    """
    run = _standing(log.history, run_id)
    if rows_only and isinstance(run, ChangeRun):
        raise AssistRefused(
            f"the run {run_id} changed procedural/{run.target}; nothing was done: at this "
            f"machine `robot-memory assist rollback {run_id} --key FILE` takes it back"
        )
    operator = approver_of(store.approvals, _reversal(run), store.operators)
    if isinstance(run, ChangeRun):
        _check_newest_word(store, log.history, run)
    approval = rests_on(store.approvals, run.id, operator, store.operators)
    assert run.rollback is not None  # it stands applied
    order = RunOrder(
        store.new_id(), operator, now, reverses=run.id, reversed_ref=run.rollback.ref,
        approval=approval,
    )  # fmt: skip
    if isinstance(run, RowRun):
        return take_back_rows(store, log, run, order)
    assert isinstance(run, ChangeRun)
    return take_back_file(store, log, run, order)


def _check_newest_word(store: GovernanceStore, history: RunHistory, run: ChangeRun) -> None:
    """Refuse a signature of before a later signed change, or rollback, of the same file."""
    record, newest = find_approval(store.approvals, run.id) or {}, history.newest_of(run.target)
    if record.get("after_run", run.id) != newest:
        raise AssistRefused(
            f"the run {newest} changed procedural/{run.target} after it was signed that {run.id} "
            f"is taken back; nothing was done: sign it anew with `robot-memory assist rollback "
            f"{run.id} --key FILE`"
        )


def _reversal(run: Run) -> Reversal:
    reversal = run.reversal
    assert reversal is not None  # it stands applied
    return reversal


def find_run(history: RunHistory, run_id: str) -> Run:
    """Return a run; refuse an id that is none's.

    Raises:
        AssistRefused: there is none of that id.
    """
    run = history.get(run_id)
    if run is None:
        raise AssistRefused(
            f"there is no run {run_id!r:.60}; nothing was done: `robot-memory assist receipts` "
            "lists them"
        )
    return run


def _standing(history: RunHistory, run_id: str) -> Run:
    run = find_run(history, run_id)
    if run not in history.standing():
        was = "taken back before" if run.result == "applied" else run.result or "cut off"
        raise AssistRefused(f"the run {run_id} was {was}; there is nothing to take back")
    return run


def recover(store: GovernanceStore, log: RunLog, now: Instant) -> list[str]:
    """Write what a crash kept from being written; return the ids of the unfinished runs.

    Receipts first, then the lines that name them in the record of what the memory did.
    """
    store.sweep()
    unfinished = log.history.unfinished()
    for run in unfinished:
        order = order_of(run)
        ending, fields = _finish(store, log, run, order)
        log.append("after", ending.after(order, fields, now))
    note_receipts(store.events, log.history.runs, now.time)
    return [run.id for run in unfinished]


def _finish(
    store: GovernanceStore, log: RunLog, run: Run, order: RunOrder
) -> tuple[RunEnding, dict[str, Any]]:
    of = run if run.reverses is None else log.history.get(run.reverses)
    if isinstance(run, ChangeRun):
        return finish_change(store, run, of if isinstance(of, ChangeRun) else None, order)
    assert isinstance(run, RowRun) and isinstance(of, RowRun)  # what is taken back was applied
    return finish_rows(store, run, of)
