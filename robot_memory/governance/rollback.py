"""Taking a run back: the rows as they were, in order, or nothing (document 004); or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robot_memory.foundation.errors import AssistRefused
from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.apply_file_changes import take_back_file
from robot_memory.governance.apply_row_changes import take_back_rows
from robot_memory.governance.approval import approve, approver_of, find_approval, rests_on
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.run import ChangeRun, Reversal, RowRun, Run
from robot_memory.governance.run_history import RunHistory, RunLog
from robot_memory.governance.run_outcome import RunOutcome
from robot_memory.governance.run_records import RunOrder

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

    Args:
        rows_only: whether a run that changed a procedural file is refused.

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
    """Return a run.

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
