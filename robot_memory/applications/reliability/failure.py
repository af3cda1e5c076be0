"""Rows of the ledger to failures: which occurrences count, and for how long they lasted. Pure.

Specification: rules.md §11.1 and §11.4.

See docs/explanation/reliability.md, "What counts".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from robot_memory.foundation.wording.subject import is_takeover
from robot_memory.ledger import Key, Kind, Observation, Severity
from robot_memory.ledger.day_row import FOLDED, count_of, first_of, last_of, longest_of
from robot_memory.ledger.displayed_text import displayed_summary

_FAILS = (Severity.ERROR, Severity.STALE)


@dataclass(frozen=True)
class FailureRecord:
    """One occurrence of a fault, or all of a day that were rolled up into one row.

    Attributes:
        entry_id: the entry that it is evidence for.
        onset: when it began; of several when the first did. UTC.
        last: when it ended, or was last known to be there.
        severity: its worst.
        boot: in which it began.
        count: how many occurrences this stands for.
        seconds: how long they lasted, all together.
        longest: how long the longest of them lasted, seconds; the mean where only that is known.
        has_ended: whether their end was observed; where it was not, they are no repairs.
        is_followed: whether the same fault began again after it.
        is_takeover: whether a person stopped or drove the robot.
    """

    entry_id: str
    component: str
    summary: str
    onset: datetime
    last: datetime
    severity: Severity
    boot: str
    count: int = 1
    seconds: float = 0.0
    longest: float = 0.0
    has_ended: bool = False
    is_followed: bool = False
    is_takeover: bool = False

    @property
    def is_failure(self) -> bool:
        """Whether it counts as a failure: an error or a component without data; no takeover."""
        return self.severity in _FAILS and not self.is_takeover

    @property
    def onsets(self) -> list[datetime]:
        """When each began; those of a rolled-up day are spread evenly from the first one on."""
        length = self.last - self.onset
        return [self.onset + length * number / self.count for number in range(self.count)]

    def is_open(self, boot: str) -> bool:
        """Tell whether it goes on, as far as is known.

        Args:
            boot: the newest one. In an older one nobody saw the end.
        """
        return not self.has_ended and not self.is_followed and self.boot == boot


def is_about_takeover(component: str, key: Key | None, text: str) -> bool:
    """Tell whether evidence is about a person who stopped or drove the robot."""
    symptom = key.symptom if key else ""
    return is_takeover(f"{component} {symptom} {text}")


def failures_of(rows: Iterable[Observation]) -> list[FailureRecord]:
    """Return the occurrences that rows of detectors belong to, by their onset.

    Args:
        rows: onsets, hourly presences and ends, in the order of their numbers. An end whose onset
            is not among them has its own start.
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
    lasted = float(folded.get("seconds", row.detail.get("lasted", 0.0)))
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
        has_ended=bool(folded) or row.kind is Kind.END,
        is_takeover=is_about_takeover(row.component, row.key, row.summary),
    )


def _continued(known: FailureRecord, row: Observation) -> FailureRecord:
    last = max(known.last, row.time)
    seconds = max(0.0, float(row.detail.get("lasted", (last - known.onset).total_seconds())))
    is_worse = row.severity is Severity.ERROR or known.severity not in _FAILS
    return replace(
        known,
        last=last,
        seconds=seconds,
        longest=seconds,
        severity=row.severity if is_worse else known.severity,
        has_ended=row.kind is Kind.END,
    )
