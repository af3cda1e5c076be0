"""When a fault was last checked: its condition was exercised, and nothing happened. Pure.

Specification: rules.md §11.6.

See docs/explanation/reliability.md, "When a fault was last checked".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone

from robot_memory.limit_search.healed_fault import exercise_of
from robot_memory.limit_search.operating_history import OperatingHistory
from robot_memory.limit_search.region import Region
from robot_memory.reliability.failure import FailureRecord


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
    """Return for each fault when it was last checked, those seen last first.

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


def _check(
    one: FailureRecord, operation: OperatingHistory, region: Region | None, boot: str
) -> FaultCheck:
    since = exercise_of(operation, region).between(one.last.timestamp(), float("inf"))
    is_checked = len(since) > 0 and not one.is_open(boot)
    at = datetime.fromtimestamp(float(since.times[-1]), timezone.utc) if is_checked else None
    hours = since.running / 3600.0 if is_checked else 0.0
    return FaultCheck(one.entry_id, one.component, one.summary, one.last, at, hours)
