"""Taking a run back: the rows as they were, in order, or nothing (document 004); or a file."""

from __future__ import annotations

from robot_memory.clock import Instant
from robot_memory.errors import AssistRefused
from robot_memory.governance.file_changes import take_back_file
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.row_changes import take_back_rows
from robot_memory.governance.run import ChangeRun, RowRun, Run
from robot_memory.governance.run_history import RunHistory, RunLog
from robot_memory.governance.run_outcome import RunOutcome
from robot_memory.governance.run_records import RunOrder


def roll_back(
    store: GovernanceStore, log: RunLog, run_id: str, operator: str, now: Instant, *,
    rows_only: bool = False,
) -> RunOutcome:  # fmt: skip
    """Restore what a run changed. Whoever calls holds the lock.

    Args:
        operator: on whose word.
        rows_only: whether a run that changed a procedural file is refused.

    Raises:
        AssistRefused: there is no such run, it does not stand applied, or it is of a file.
    """
    run = _standing(log.history, run_id)
    assert run.rollback is not None  # it stands applied
    order = RunOrder(store.new_id(), operator, now, reverses=run.id, reversed_ref=run.rollback.ref)
    if isinstance(run, RowRun):
        return take_back_rows(store, log, run, order)
    assert isinstance(run, ChangeRun)
    if rows_only:
        raise AssistRefused(
            f"the run {run_id} changed procedural/{run.target}; nothing was done: at this "
            f"machine `robot-memory assist rollback {run_id} --operator NAME` takes it back"
        )
    return take_back_file(store, log, run, order)


def _standing(history: RunHistory, run_id: str) -> Run:
    run = history.get(run_id)
    if run is None:
        raise AssistRefused(
            f"there is no run {run_id!r:.60}; nothing was done: `robot-memory assist receipts` "
            "lists them"
        )
    if run not in history.standing():
        was = "taken back before" if run.result == "applied" else run.result or "cut off"
        raise AssistRefused(f"the run {run_id} was {was}; there is nothing to take back")
    return run
