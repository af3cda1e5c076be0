"""Deletes what a robot deleted on request: its lessons, and what was made of their words.

Specification: rules.md §6.17.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from robot_memory.fleet.database import Statements
from robot_memory.fleet.fault_sentences import mend_fault
from robot_memory.fleet.note_lineage import erase_notes


def erase_lessons(
    statements: Statements, rrn: str, entry_ids: Collection[str], now: datetime
) -> int:
    """Delete lessons that a robot does not tell any more; return how many there were.

    Call it once the sums are without them.

    Args:
        statements: of a transaction.
        rrn: the robot's.
        entry_ids: of the lessons; those that it tells again are not among them.
        now: the time, UTC.
    """
    if not entry_ids:
        return 0
    known = statements.rows(
        "SELECT entry_id, fault, text FROM lessons WHERE rrn = ? AND entry_id IN "
        f"({', '.join('?' * len(entry_ids))}) ORDER BY entry_id",
        rrn, *entry_ids,
    )  # fmt: skip
    statements.run_many(
        "DELETE FROM lessons WHERE rrn = ? AND entry_id = ?", [(rrn, one[0]) for one in known]
    )
    for fault in sorted({fault for _, fault, _ in known}):
        statements.run(
            "DELETE FROM fault_weeks WHERE fault = ? AND rrn = ? AND NOT EXISTS "
            "(SELECT 1 FROM lessons WHERE lessons.fault = fault_weeks.fault AND lessons.rrn = ?)",
            fault, rrn, rrn,
        )  # fmt: skip
        mend_fault(statements, fault)
    erase_notes(statements, rrn, [text for _, _, text in known], now)
    return len(known)
