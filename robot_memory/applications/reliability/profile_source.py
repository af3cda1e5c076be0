"""The profile that this robot sends to a fleet (rules.md §6.14)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta, timezone

from robot_memory import __version__
from robot_memory.applications.reliability.failure import FailureRecord, failures_of
from robot_memory.applications.reliability.operating_time import OperatingTime
from robot_memory.entries import MemoryEntry
from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.ledger import Observation
from robot_memory.memory import RobotMemory
from robot_memory.sharing.federation.robot_profile import (
    LONGEST_NAME,
    MOST_VERSIONS,
    WEEKS,
    FaultCount,
    RobotProfile,
)

_KEPT = 600.0  # s for which counts are reused
_MINUTE = 60.0  # s


class ProfileSource:
    """Makes the profile of a memory's robot, if the settings enable it."""

    def __init__(self, memory: RobotMemory) -> None:
        self._memory = memory
        self._last: tuple[float, RobotProfile] | None = None

    def describe(self) -> RobotProfile | None:
        """Return the profile; None if it is disabled. Counts are at most ten minutes old.

        It takes seconds on a large ledger, so do not call it in a thread that must not wait.
        """
        if not self._memory.settings.federation_describe or not self._memory.has_ledger:
            return None
        now = self._memory.clock.now()
        if self._last is None or not 0.0 <= now.uptime - self._last[0] < _KEPT:
            self._last = now.uptime, self._counted(now.time)
        return self._last[1]

    def _counted(self, now: datetime) -> RobotProfile:
        memory, settings = self._memory, self._memory.settings
        newest = datetime.combine(monday_of(now.date()), time(), timezone.utc)
        # starts of the reported weeks, oldest first, and of the next week
        begins = [newest + timedelta(weeks=number) for number in range(1 - WEEKS, 2)]
        operating = OperatingTime.of(memory.ledger.operating_samples())
        records = failures_of(memory.ledger.fault_rows(begins[0]))
        software = without_secrets(settings.federation_software)
        versions = {"software": software} if software else {}
        versions["robot_memory"] = __version__
        versions |= _versions(memory.ledger.version_rows())
        return RobotProfile(
            week=begins[-2].date(),
            minutes=tuple(
                round(operating.between(begin, end) / _MINUTE)
                for begin, end in itertools.pairwise(begins)
            ),
            failures=_by_week((one for one in records if one.is_failure), begins),
            model=without_secrets(settings.federation_model)[:LONGEST_NAME],
            batch=without_secrets(settings.federation_batch)[:LONGEST_NAME],
            site=without_secrets(settings.federation_site)[:LONGEST_NAME],
            floor=without_secrets(settings.federation_floor)[:LONGEST_NAME],
            versions=dict(list(versions.items())[:MOST_VERSIONS]),
            faults=tuple(_fault_counts([entry for _, entry in memory.entries()], records, begins)),
        )


def monday_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def _by_week(records: Iterable[FailureRecord], begins: list[datetime]) -> tuple[int, ...]:
    counts = [0] * (len(begins) - 1)
    for record in records:
        for onset in record.onsets:
            place = (onset - begins[0]).days // 7
            if 0 <= place < len(counts):
                counts[place] += 1
    return tuple(counts)


def _fault_counts(
    entries: Iterable[MemoryEntry], records: Iterable[FailureRecord], begins: list[datetime]
) -> Iterator[FaultCount]:
    by_entry: dict[str, list[FailureRecord]] = {}
    for record in records:
        by_entry.setdefault(record.entry_id, []).append(record)
    for entry in entries:
        if entry.key is None:
            continue
        own = [one for known in (entry.id, *entry.joined) for one in by_entry.get(known, ())]
        counts = _by_week(own, begins)
        yield FaultCount(
            entry.id, entry.key.component[:LONGEST_NAME], counts if any(counts) else ()
        )


def _versions(rows: Iterable[Observation]) -> dict[str, str]:
    """Return the newest version of each part, by part and name, newest first.

    Serial numbers are excluded: they would identify a single robot.
    """
    told: dict[str, str] = {}
    for row in rows:
        name = f"{row.component} {row.detail.get('name', '')}".strip()[:LONGEST_NAME]
        value = str(row.detail.get("version", ""))[:LONGEST_NAME]
        if value and "serial" not in name.lower() and not name.lower().endswith(" sn"):
            told.pop(name, None)
            told[name] = value
    return dict(reversed(told.items()))
