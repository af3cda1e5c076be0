"""Deletes what a robot deleted on request: its lessons, and what was made of their words.

Specification: rules.md §6.17.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from robot_memory.fleet.database import Statements
from robot_memory.fleet.fleet_fault import FleetFault
from robot_memory.fleet.note_lineage import erase_notes

_SPAN = """UPDATE faults SET first_seen = (SELECT MIN(first_seen) FROM lessons WHERE fault = ?),
last_seen = (SELECT MAX(last_seen) FROM lessons WHERE fault = ?) WHERE id = ?"""


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


def mend_fault(statements: Statements, fault: int) -> None:
    """Tell a fault in the words of a robot that is still there, or delete it with the last one."""
    left = statements.rows(
        "SELECT detector, component, symptom, lessons.text FROM faults JOIN lessons ON fault = id "
        "WHERE id = ? ORDER BY COALESCE(withdrawn, 0), rrn, entry_id LIMIT 1",
        fault,
    )
    if not left:
        statements.run("DELETE FROM faults WHERE id = ?", fault)
        statements.run("DELETE FROM fault_robots WHERE fault = ?", fault)
        return
    mended = FleetFault(*left[0])
    statements.run(
        "UPDATE faults SET text = ?, words = ? WHERE id = ?", mended.text, mended.words, fault
    )
    statements.run(_SPAN, fault, fault, fault)
