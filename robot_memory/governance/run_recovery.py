"""After a crash: an unfinished run gets the receipt that its target bears out (rules.md §8.9).

:mod:`.run_history` decides which runs are unfinished, :func:`.apply_file_changes.finish_change` and
:func:`.apply_row_changes.finish_rows` what the target bears out.

See docs/reference/governance.md, "A run".
"""

from __future__ import annotations

from typing import Any

from robot_memory.foundation.time.clock import Instant
from robot_memory.governance.apply_file_changes import finish_change
from robot_memory.governance.apply_row_changes import finish_rows
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_receipts
from robot_memory.governance.run import ChangeRun, RowRun, Run
from robot_memory.governance.run_history import RunLog
from robot_memory.governance.run_records import RunEnding, RunOrder, order_of


def recover(store: GovernanceStore, log: RunLog, now: Instant) -> list[str]:
    """Write what a crash kept from being written. Whoever calls holds the lock.

    Receipts first, then the lines that name them in the record of what the memory did.

    Returns:
        The ids of the runs that were unfinished.
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
