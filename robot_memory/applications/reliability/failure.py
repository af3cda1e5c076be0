"""Failures from ledger rows: which occurrences count, their lengths, and when faults were checked.

A fault counts as checked if the robot ran in its condition without the fault.

Specification: rules.md §11.1, §11.4 and §11.6.

See docs/explanation/reliability.md, "What counts" and "When a fault was last checked".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, timezone
from typing import Any

from robot_memory.entries import MemoryEntry
from robot_memory.entries.limit_rules import explained_by
from robot_memory.foundation.wording.subject import is_takeover
from robot_memory.ledger import Key, Kind, Ledger, Observation, Severity
from robot_memory.ledger.day_row import FOLDED, count_of, first_of, last_of, longest_of
from robot_memory.ledger.displayed_text import displayed_summary
from robot_memory.ledger.observation import HELD, LASTED
from robot_memory.ledger.recent_rows import INTERMITTENT, MOMENTARY
from robot_memory.long_term.limit_search.healed_fault import exercise_of
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.region import Region, RegionSide

_ACTION = "action"  # the detector for the goals of actions
#: Hours without the fault that count as a check: a fault that returns sooner had not gone (rules.md
#: §2.10).
_SHORTEST_CHECK = 10.0 / 60.0
_FAILS = (Severity.ERROR, Severity.STALE)


@dataclass(frozen=True)
class FailureRecord:
    """One occurrence of a fault, or all occurrences of a day rolled up into one row."""

    entry_id: str  # the entry for which it is evidence
    component: str
    summary: str
    onset: datetime  # onset of the (first) occurrence, UTC
    last: datetime  # when it ended, or was last known to be present
    severity: Severity  # the worst severity
    boot: str  # boot in which it began
    count: int = 1  # number of occurrences
    repeats: int = 0  # number of further failed goals of an action in it
    seconds: float = 0.0  # total length
    # length of the longest occurrence, seconds; the mean if only that is known
    longest: float = 0.0
    has_ended: bool = False  # whether its end was observed; if not, it is no repair
    is_followed: bool = False  # whether the same fault began again later
    is_takeover: bool = False  # whether a person stopped or drove the robot
    # for an intermittent fault: the time it was present, as far as a row says so, seconds
    held: float | None = None
    is_moment: bool = False  # whether it was seen at a single moment, like a logged line

    @property
    def is_failure(self) -> bool:
        """Whether it counts as a failure: an error or a component without data, but no takeover."""
        return self.severity in _FAILS and not self.is_takeover

    @property
    def times(self) -> int:
        """The number of failures: each occurrence, and each further failed goal in it."""
        return self.count + self.repeats

    @property
    def onsets(self) -> list[datetime]:
        """The failure times; of several, only the first is known; the others are spread evenly."""
        length = self.last - self.onset
        return [self.onset + length * number / self.times for number in range(self.times)]

    def is_open(self, boot: str) -> bool:
        """Whether it is still present in the newest boot; the end of an older one was not seen."""
        goes_on = not (self.has_ended or self.is_followed or self.is_moment)
        return goes_on and self.boot == boot


def is_about_takeover(component: str, key: Key | None, text: str) -> bool:
    """Whether evidence is about a person who stopped or drove the robot."""
    symptom = key.symptom if key else ""
    return is_takeover(f"{component} {symptom} {text}")


def failures_of(rows: Iterable[Observation]) -> list[FailureRecord]:
    """Return the occurrences in rows of detectors, ordered by onset.

    Args:
        rows: onsets, hourly presences and ends, ordered by id. The start of an occurrence without
            an onset row is computed from its end row.
    """
    found: list[FailureRecord] = []
    newest: dict[tuple[str, object], int] = {}
    for row in rows:
        about = row.entry_id, row.key
        place = newest.get(about)
        if row.kind is not Kind.ONSET and place is not None and not found[place].has_ended:
            found[place] = _continued(found[place], row)
            continue
        if place is not None and row.kind is Kind.ONSET:
            found[place] = replace(found[place], is_followed=True)
        newest[about] = len(found)
        found.append(_begun(row))
    return sorted(found, key=lambda one: (one.onset, one.entry_id))


def _begun(row: Observation) -> FailureRecord:
    folded = row.detail.get(FOLDED, {})
    lasted = float(folded.get("seconds", row.detail.get(LASTED, 0.0)))
    is_late = row.kind is not Kind.ONSET
    return FailureRecord(
        entry_id=row.entry_id,
        component=row.component,
        summary=displayed_summary(row.component, row.summary, row.detail),
        onset=row.time - timedelta(seconds=lasted) if is_late else first_of(row),
        last=last_of(row),
        severity=Severity(folded.get("worst", row.severity.value)),
        boot=row.instant.boot,
        count=count_of(row),
        seconds=lasted,
        longest=longest_of(row) if folded else lasted,
        repeats=_failed_again(row),
        has_ended=bool(folded) or row.kind is Kind.END,
        is_takeover=is_about_takeover(row.component, row.key, row.summary),
        held=row.detail.get(HELD, 0.0 if INTERMITTENT in row.detail else None),
        is_moment=row.kind is Kind.ONSET and MOMENTARY in row.detail,
    )


def _continued(known: FailureRecord, row: Observation) -> FailureRecord:
    last = max(known.last, row.time)
    seconds = max(0.0, float(row.detail.get(LASTED, (last - known.onset).total_seconds())))
    is_worse = row.severity is Severity.ERROR or known.severity not in _FAILS
    return replace(
        known,
        last=last,
        seconds=seconds,
        longest=seconds,
        repeats=max(known.repeats, _failed_again(row)),
        severity=row.severity if is_worse else known.severity,
        has_ended=row.kind is Kind.END,
        held=row.detail.get(HELD, known.held),
        is_moment=False,
    )


def _failed_again(row: Observation) -> int:
    """Return the number of further goals of an action that failed alike in an occurrence.

    Each is a separate attempt. In contrast, a repeated log line reports the same lasting failure.
    """
    is_goal = row.detector == _ACTION and MOMENTARY in row.detail
    return int(row.detail.get("repeats", 0)) if is_goal else 0


@dataclass(frozen=True)
class FaultCheck:
    """What operation since a fault tells of it."""

    entry_id: str
    component: str
    summary: str
    last_seen: datetime  # when it was last known to be present
    # when the robot last ran, since then, in a condition in which the fault could have occurred:
    # beyond its limit, if one is known. None while the fault is present, or if the robot has run
    # like that for less than ten minutes.
    last_checked: datetime | None
    exercised_hours: float  # running time in that condition since the fault was last seen


def check_faults(
    records: Iterable[FailureRecord],
    operation: OperatingHistory,
    regions: Mapping[str, Region],
    boot: str,
) -> list[FaultCheck]:
    """Return each fault's last check, the most recently seen fault first. Pure."""
    newest: dict[str, FailureRecord] = {}
    for one in records:
        if one.entry_id not in newest or one.last >= newest[one.entry_id].last:
            newest[one.entry_id] = one
    checks = [_check(one, operation, regions.get(one.entry_id), boot) for one in newest.values()]
    return sorted(checks, key=lambda check: (check.last_seen, check.entry_id), reverse=True)


def fault_regions(ledger: Ledger, entries: Iterable[MemoryEntry]) -> dict[str, Region]:
    """Return the region beyond each fault's limit, if it has one, by the id of its entry.

    A row without a valid region, such as an edited one, is ignored.
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
    hours = since.running / 3600.0
    check = FaultCheck(one.entry_id, one.component, one.summary, one.last, None, 0.0)
    if hours < _SHORTEST_CHECK or one.is_open(boot):
        return check
    at = datetime.fromtimestamp(float(since.times[-1]), timezone.utc)
    return replace(check, last_checked=at, exercised_hours=hours)


def _region_of(detail: Mapping[str, Any]) -> Region | None:
    try:
        return Region(detail["variable"], RegionSide(detail["side"]), detail["limit"])
    except (KeyError, ValueError):
        return None
