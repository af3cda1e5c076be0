"""When the fault of one entry was last checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from robot_memory.entries.limit_rules import explains
from robot_memory.limit_search.limit_lifecycle import ReportedLimit
from robot_memory.limit_search.operating_history import OperatingHistory
from robot_memory.reliability.failure import failures_of
from robot_memory.reliability.fault_check import FaultCheck, check_faults
from robot_memory.reliability.operating_time import OperatingTime

if TYPE_CHECKING:
    from robot_memory.entries import MemoryEntry
    from robot_memory.memory import RobotMemory

_NEWEST = 200  # rows of an entry: the newest occurrence is among them


def check_entry(memory: RobotMemory, entry: MemoryEntry) -> FaultCheck | None:
    """Return what operation since an entry's fault tells of it; None where it is no fault.

    Args:
        memory: which is not changed.
        entry: of this robot.
    """
    if not memory.has_ledger or entry.key is None:
        return None
    ledger = memory.ledger
    records = failures_of(reversed(ledger.of_entry(entry.id, _NEWEST)))
    samples = list(ledger.operating_samples())
    operating = OperatingTime.of(samples)
    if not records or operating.begins is None:
        return None
    limits = [limit.id for _, limit in memory.entries() if explains(limit, entry.id)]
    rows = filter(None, map(ledger.newest_limit, limits))
    regions = {row.detail["explains"]: ReportedLimit.of(row).region for row in rows}
    checks = check_faults(records, OperatingHistory.of(samples), regions, operating.boot)
    return next((check for check in checks if check.entry_id == entry.id), None)
