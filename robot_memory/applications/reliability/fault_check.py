"""When a fault was last checked: its condition was exercised, and nothing happened.

Specification: rules.md §11.6.

See docs/explanation/reliability.md, "When a fault was last checked".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from robot_memory.applications.reliability.failure import FailureRecord
from robot_memory.entries import MemoryEntry
from robot_memory.entries.limit_rules import explained_by
from robot_memory.ledger import Ledger
from robot_memory.long_term.limit_search.healed_fault import exercise_of
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.region import Region, RegionSide


@dataclass(frozen=True)
class FaultCheck:
    """What operation since a fault tells of it.

    Attributes:
        last_seen: when it was last known to be there.
        last_checked: when the robot last ran, since then, in a way in which the fault could have
            come: beyond its limit, where one is known. None while it is open, or where the robot
            has not run so.
        exercised_hours: for how long it ran so since the fault was last seen.
    """

    entry_id: str
    component: str
    summary: str
    last_seen: datetime
    last_checked: datetime | None
    exercised_hours: float


def check_faults(
    records: Iterable[FailureRecord],
    operation: OperatingHistory,
    regions: Mapping[str, Region],
    boot: str,
) -> list[FaultCheck]:
    """Return for each fault when it was last checked, those seen last first. Pure.

    Args:
        records: occurrences.
        regions: where faults come, by the ids of their entries, as limits tell it.
        boot: the newest one.
    """
    newest: dict[str, FailureRecord] = {}
    for one in records:
        if one.entry_id not in newest or one.last >= newest[one.entry_id].last:
            newest[one.entry_id] = one
    checks = [_check(one, operation, regions.get(one.entry_id), boot) for one in newest.values()]
    return sorted(checks, key=lambda check: (check.last_seen, check.entry_id), reverse=True)


def fault_regions(ledger: Ledger, entries: Iterable[MemoryEntry]) -> dict[str, Region]:
    """Return the region beyond the limit of each fault that has one, by the id of its entry.

    Args:
        ledger: has the rows of limits; one that does not say a region, as if it was edited, tells
            nothing.
        entries: limits among others; only theirs count.
    """
    found = {}
    for entry in entries:
        fault = explained_by(entry)
        row = ledger.newest_limit(entry.id) if fault else None
        region = _region_of(row.detail) if row is not None else None
        if region is not None:
            found[fault] = region
    return found


def _check(
    one: FailureRecord, operation: OperatingHistory, region: Region | None, boot: str
) -> FaultCheck:
    since = exercise_of(operation, region).between(one.last.timestamp(), float("inf"))
    is_checked = len(since) > 0 and not one.is_open(boot)
    at = datetime.fromtimestamp(float(since.times[-1]), timezone.utc) if is_checked else None
    hours = since.running / 3600.0 if is_checked else 0.0
    return FaultCheck(one.entry_id, one.component, one.summary, one.last, at, hours)


def _region_of(detail: Mapping[str, Any]) -> Region | None:
    try:
        return Region(detail["variable"], RegionSide(detail["side"]), detail["limit"])
    except (KeyError, ValueError):
        return None
