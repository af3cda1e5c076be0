"""Whether the rows are as the receipts say that runs left them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from robot_memory.audit.part import Part
from robot_memory.governance.agreement import changed_rows, lost_receipts
from robot_memory.governance.database import read_marks, read_texts
from robot_memory.governance.history import History
from robot_memory.governance.run import RowRun
from robot_memory.ledger import schema


def audit_rows(ledger: Path, history: History | None) -> Part:
    """Compare rows and receipts; rows of a run that a crash cut off are left to its recovery.

    Args:
        ledger: the database; without one there are no rows.
        history: the runs; None where the receipts are not what was written.
    """
    if history is None:
        remark = "are not compared with receipts that are not what was written"
        return Part("rows", {"compared": 0}, remarks=(remark,))
    changed = {one["observation_id"] for run in history.rows_standing() for one in run.mutations}
    if not ledger.exists():
        marks, texts = {}, {}
    else:
        with closing(schema.open_ledger(ledger, None)) as connection:
            marks, texts = read_marks(connection), read_texts(connection, sorted(changed))
    cut_off = [run for run in history.unfinished() if isinstance(run, RowRun)]
    left = {f"row {row}" for run in cut_off for row in run.packet.rows}
    found = [*lost_receipts(history, marks), *changed_rows(history, texts)]
    defects = tuple(defect for defect in found if defect.path not in left)
    return Part("rows", {"compared": len(changed | marks.keys())}, defects=defects)
