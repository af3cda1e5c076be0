"""Whether rows and receipts agree: nothing is marked or changed that no receipt tells of."""

from __future__ import annotations

from collections.abc import Mapping

from robot_memory.errors import AssistRefused, Defect
from robot_memory.governance.desk import Desk
from robot_memory.governance.detail import digest
from robot_memory.governance.history import History


def check_known(desk: Desk) -> None:
    """Check that receipts know all runs that rows tell of.

    Raises:
        AssistRefused: they do not.
    """
    with desk.database() as database:
        lost = lost_receipts(desk.history(), database.marks())
    if lost:
        lines = "".join(f"\n  {defect}" for defect in lost)
        raise AssistRefused(
            "the rows tell of runs that the receipts do not know, so the caps cannot be "
            f"counted; no row was changed: restore the receipts from a backup{lines}"
        )


def row_defects(desk: Desk, history: History) -> list[Defect]:
    """Return in what the rows of the ledger contradict the receipts."""
    rows = [one["observation_id"] for run in history.rows_standing() for one in run.mutations]
    with desk.database() as database:
        marks, texts = database.marks(), database.texts(rows)
    return [*lost_receipts(history, marks), *changed_rows(history, texts)]


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
    newest = {one["observation_id"]: (run, one) for run in history.rows_standing()
              for one in run.mutations}  # fmt: skip
    defects = []
    for row, (run, one) in newest.items():
        if row not in texts:
            defects.append(Defect(f"row {row}", f"is gone; the run {run.id} changed it"))
        elif digest(texts[row]) != one["after_sha256"]:
            defects.append(Defect(f"row {row}", f"is not as the run {run.id} left it"))
    return defects
