"""When the fault of one entry was last checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from robot_memory.ledger import Kind
from robot_memory.limit_search.operating_history import OperatingHistory
from robot_memory.reliability.failure import failures_of
from robot_memory.reliability.fault_check import FaultCheck, check_faults
from robot_memory.reliability.fault_regions import fault_regions
from robot_memory.reliability.operating_time import OperatingTime

if TYPE_CHECKING:
    from robot_memory.entries import MemoryEntry
    from robot_memory.memory import RobotMemory

#: Rows of an occurrence.
_SPANS = (Kind.ONSET, Kind.PRESENT, Kind.END)
_NEWEST = 200  # rows of an entry: the newest occurrence is among them


def check_entry(
    memory: RobotMemory, entry: MemoryEntry, limits: Iterable[MemoryEntry]
) -> FaultCheck | None:
    """Return what operation since an entry's fault tells of it; None where it is no fault.

    Args:
        memory: which is not changed.
        entry: of this robot.
        limits: the entries that say when its fault comes.
    """
    if not memory.has_ledger or entry.key is None:
        return None
    ledger = memory.ledger
    rows = ledger.rows_about((entry.id, *entry.joined), _NEWEST, _SPANS)
    records = failures_of(sorted(rows, key=lambda row: row.id))
    if not records:
        return None
    samples = list(ledger.operating_samples())
    operating = OperatingTime.of(samples)
    if operating.begins is None:
        return None
    regions = fault_regions(ledger, limits)
    one = [replace(record, entry_id=entry.id) for record in records]
    (check,) = check_faults(one, OperatingHistory.of(samples), regions, operating.boot)
    return check
