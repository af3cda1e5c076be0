"""Whether the rows are as the receipts say that runs left them."""

from __future__ import annotations

from pathlib import Path

from robot_memory.errors import NewerSchema
from robot_memory.governance.audit.audit_report import AuditPart
from robot_memory.governance.row_receipt_comparison import compare_rows
from robot_memory.governance.run_history import RunHistory


def audit_rows(ledger: Path, history: RunHistory | None) -> AuditPart:
    """Compare rows and receipts; a ledger that is damaged or gone is a defect of this part alone.

    Args:
        ledger: the database.
        history: the runs; None where the receipts are not what was written.
    """
    if history is None:
        return _not_compared("with receipts that are not what was written")
    try:
        found = compare_rows(ledger, history)
    except (NewerSchema, OSError) as error:
        return _not_compared(f"with receipts: {error}")
    counts = {"compared": found.compared}
    return AuditPart("rows", counts, defects=found.defects, remarks=found.remarks)


def _not_compared(why: str) -> AuditPart:
    return AuditPart("rows", {"compared": 0}, remarks=(f"are not compared {why}",))
