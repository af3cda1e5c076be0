"""After a crash: an unfinished run gets the receipt that the database bears out (rules.md §8)."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.clock import Instant
from robot_memory.errors import Defect
from robot_memory.governance.desk import Desk
from robot_memory.governance.detail import digest
from robot_memory.governance.history import History, Run
from robot_memory.governance.run_records import Ending


def recover(desk: Desk, now: Instant) -> list[str]:
    """Write the receipts that a crash kept from being written. Whoever calls holds the lock.

    SQLite has kept a cut-off transaction whole or undone it whole, so one row tells of all.

    Returns:
        The ids of the runs that were unfinished.
    """
    desk.sweep()
    history = desk.history()
    unfinished = history.unfinished()
    if unfinished:
        with desk.database() as database:
            marks = database.marks()
            for run in unfinished:
                texts = database.texts(run.packet.rows)
                ending = _ending(run, history, marks, texts)
                desk.receipts.append("after", ending.after(now))
    return [run.id for run in unfinished]


def _ending(
    run: Run, history: History, marks: Mapping[int, str], texts: Mapping[int, str]
) -> Ending:
    of = run if run.reverses is None else history.get(run.reverses)
    assert of is not None  # what is taken back was applied
    ref = of.rollback.ref if of.rollback is not None else None
    rows = run.packet.rows
    is_marked = ref is not None and any(marks.get(row) == ref for row in rows)
    is_done = is_marked if run.reverses is None else _was_possible(run, of) and not is_marked
    result = "aborted" if not is_done else "applied" if run.reverses is None else "rolled_back"
    return Ending(
        run.id, str(run.before.record["operator"]), result, rows, texts,
        "" if is_done else "it was cut off before anything changed", (),
        of.mutations if is_done else [], ref if is_done else None, recovered=True,
    )  # fmt: skip


def _was_possible(rollback: Run, of: Run) -> bool:
    """Tell whether the rows were, when a rollback began, as the run had left them."""
    was = rollback.before.record["before_hashes"]
    return all(was.get(str(one["observation_id"])) == one["after_sha256"] for one in of.mutations)


def lost_receipts(history: History, marks: Mapping[int, str]) -> list[Defect]:
    """Return the rows that are marked by a run which no receipt says is applied.

    Args:
        history: the receipts.
        marks: what the rows say of runs, by row.
    """
    standing = {run.rollback.ref for run in history.standing() if run.rollback is not None}
    return [
        Defect(f"row {row}", f"is marked by {ref!r:.80}, which no receipt says is applied")
        for row, ref in marks.items()
        if ref not in standing
    ]


def changed_rows(history: History, texts: Mapping[int, str]) -> list[Defect]:
    """Return the rows that are not as the newest run that stands left them.

    Args:
        history: the receipts.
        texts: ``detail_json`` of the rows that standing runs changed, as far as there are any.
    """
    newest = {one["observation_id"]: (run, one) for run in history.standing()
              for one in run.mutations}  # fmt: skip
    defects = []
    for row, (run, one) in newest.items():
        if row not in texts:
            defects.append(Defect(f"row {row}", f"is gone; the run {run.id} changed it"))
        elif digest(texts[row]) != one["after_sha256"]:
            defects.append(Defect(f"row {row}", f"is not as the run {run.id} left it"))
    return defects
