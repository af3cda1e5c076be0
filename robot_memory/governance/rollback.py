"""Rolls back a run (document 004), and completes runs after a crash (rules.md §8.9).

An unfinished run gets the receipt that matches the state of its target.

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
    """Sign a rollback and store the signature. The caller holds the lock.

    Raises:
        AssistRefused: no run has that id, it is not applied at present, or the operator is not
            enrolled with these keys.
        OSError: the disk refused; nothing was signed.
    """
    run = _standing(log.history, run_id)
    terms = {"after_run": log.history.newest_of(run.target)} if isinstance(run, ChangeRun) else {}
    approve(store.approvals, _reversal(run), keys, store.operators, now.time, terms)


def roll_back(
    store: GovernanceStore, log: RunLog, run_id: str, now: Instant, *, rows_only: bool = False
) -> RunOutcome:
    """Restore what a run changed, as an operator signed. The caller holds the lock.

    Raises:
        AssistRefused: no run has that id, it is not applied at present, it is of a file despite
            ``rows_only``, or nobody signed the rollback.
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
    assert run.rollback is not None  # it is applied at present
    order = RunOrder(
        store.new_id(), operator, now, reverses=run.id, reversed_ref=run.rollback.ref,
        approval=approval,
    )  # fmt: skip
    if isinstance(run, RowRun):
        return take_back_rows(store, log, run, order)
    assert isinstance(run, ChangeRun)
    return take_back_file(store, log, run, order)


def _check_newest_word(store: GovernanceStore, history: RunHistory, run: ChangeRun) -> None:
    """Refuse a signature from before a later change, or rollback, of the same file."""
    record, newest = find_approval(store.approvals, run.id) or {}, history.newest_of(run.target)
    if record.get("after_run", run.id) != newest:
        raise AssistRefused(
            f"the run {newest} changed procedural/{run.target} after it was signed that {run.id} "
            f"is taken back; nothing was done: sign it anew with `robot-memory assist rollback "
            f"{run.id} --key FILE`"
        )


def _reversal(run: Run) -> Reversal:
    reversal = run.reversal
    assert reversal is not None  # it is applied at present
    return reversal


def find_run(history: RunHistory, run_id: str) -> Run:
    """Return a run by its id.

    Raises:
        AssistRefused: no run has that id.
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
    """Write what a crash prevented; return the ids of the unfinished runs.

    Receipts come first, then the lines about them in the event log.
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
    assert isinstance(run, RowRun) and isinstance(of, RowRun)  # ``of`` was applied
    return finish_rows(store, run, of)
