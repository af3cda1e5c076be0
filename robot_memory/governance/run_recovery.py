"""After a crash: an unfinished run gets the receipt that the database bears out (rules.md §8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from robot_memory.clock import Instant
from robot_memory.governance.change_recovery import recover_change
from robot_memory.governance.governance_store import GovernanceStore
from robot_memory.governance.receipt_witness import note_receipts
from robot_memory.governance.receipts import Receipt
from robot_memory.governance.run import ChangeRun, RowRun, Run
from robot_memory.governance.run_history import RunHistory
from robot_memory.governance.run_records import RunEnding


def recover(store: GovernanceStore, now: Instant) -> list[str]:
    """Write what a crash kept from being written. Whoever calls holds the lock.

    Receipts first, then the lines that name them in the record of what the memory did. SQLite has
    kept a cut-off transaction whole or undone it whole, so one row tells of all.

    Returns:
        The ids of the runs that were unfinished.
    """
    store.sweep()
    history = store.history()
    ended = {run.id: run for run in history.runs}
    for run in history.unfinished():
        ended[run.id] = replace(run, after=_finish(store, history, run, now))
    note_receipts(store.events, ended.values(), now.time)
    return [run.id for run in history.unfinished()]


def _finish(store: GovernanceStore, history: RunHistory, run: Run, now: Instant) -> Receipt:
    if isinstance(run, ChangeRun):
        return recover_change(store, history, run, now)
    assert isinstance(run, RowRun)
    with store.database() as database:
        marks, texts = database.marks(), database.texts(run.packet.rows)
    return store.receipts.append("after", _ending(run, history, marks, texts).after(now))


def _ending(
    run: RowRun, history: RunHistory, marks: Mapping[int, str], texts: Mapping[int, str]
) -> RunEnding:
    of = run if run.reverses is None else history.get(run.reverses)
    assert isinstance(of, RowRun)  # what is taken back was applied
    ref = of.rollback.ref if of.rollback is not None else None
    rows = run.packet.rows
    is_marked = ref is not None and any(marks.get(row) == ref for row in rows)
    is_done = is_marked if run.reverses is None else _was_possible(run, of) and not is_marked
    result = "aborted" if not is_done else "applied" if run.reverses is None else "rolled_back"
    return RunEnding(
        run.id, str(run.before.record["operator"]), result, rows, texts,
        "" if is_done else "it was cut off before anything changed", (),
        of.mutations if is_done else [], ref if is_done else None, recovered=True,
    )  # fmt: skip


def _was_possible(rollback: RowRun, of: RowRun) -> bool:
    """Tell whether the rows were, when a rollback began, as the run had left them."""
    was = rollback.before.record["before_hashes"]
    return all(was.get(str(one["observation_id"])) == one["after_sha256"] for one in of.mutations)
