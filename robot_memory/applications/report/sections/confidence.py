"""How confidence is set: the rules with the numbers in force, and how it went."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from robot_memory.applications.report.memory_record import RecordEvent
from robot_memory.applications.report.pictures.curve import ConfidenceCurve, Thresholds
from robot_memory.applications.report.report_facts import EVIDENCE, ReportFacts
from robot_memory.applications.report.report_text import confidence, outside_text
from robot_memory.applications.report.sections.report_section import Values
from robot_memory.entries import MemoryEntry
from robot_memory.entries.lifecycle import HIGH, MEDIUM, band, recurrence_floor
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind
from robot_memory.long_term.outcomes.reported_outcome import suspected_confidence

_CURVES = 8
_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_RAISED_BY = (*EVIDENCE, Kind.PRESENT)
_DAYS = range(1, 7)


def confidence_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    settings = facts.settings
    firsts = sorted({settings.confidence_warn, settings.confidence_error,
                     settings.confidence_person})  # fmt: skip
    return {
        "settings": settings,
        "high": _least(HIGH),
        "medium": _least(MEDIUM),
        "sources": list(_sources(settings)),
        "firsts": firsts,
        "floors": [(days, [_floor(days, first) for first in firsts]) for days in _DAYS],
        "curves": _curves(facts),
    }


def _least(mark: str) -> float:
    """Return the least confidence that has a mark."""
    return next(step / 1000 for step in range(1001) if band(step / 1000) == mark)


def _sources(settings: Settings) -> Iterator[tuple[str, float, str, str]]:
    """Yield where entries come from: with how much they start, and how long that lasts."""
    for source, first in (
        ("a driver reports an error, or a fatal one", settings.confidence_error),
        ("a driver warns", settings.confidence_warn),
        ("a statistical finding, weakest", settings.first_confidence(score=0.0)),
        ("a statistical finding, strongest", settings.first_confidence(score=1.0)),
        ("a difference between attempts, only suspected, weakest", suspected_confidence(0.0)),
        ("a person says so, unless they give a number", settings.confidence_person),
        ("an agent says so, unless it gives a number", settings.confidence_agent),
    ):
        shown_for = _lasting(first, settings.inject_min, settings)
        yield source, first, shown_for, _lasting(first, settings.prune_min, settings)


def _lasting(first: float, threshold: float, settings: Settings) -> str:
    """Return for how long a confidence stays at a threshold or above it."""
    if first < threshold:
        return "not at all"
    if settings.decay_per_day <= 0.0:
        return "for good"
    return f"{(first - threshold) / settings.decay_per_day:.1f} days"


def _floor(days: int, first: float) -> str:
    floor = recurrence_floor(days, first)
    return confidence(floor) if floor else "none"


def _curves(facts: ReportFacts) -> list[tuple[MemoryEntry, ConfidenceCurve]]:
    settings = facts.settings
    thresholds = Thresholds(settings.inject_min, settings.prune_min, settings.decay_per_day)
    drawn = [(entry, points) for entry in facts.chief_entries
             if (points := points_of(facts, entry))]  # fmt: skip
    return [
        (entry, ConfidenceCurve(
            outside_text(entry.text), points,
            [row.time for row in facts.evidence.get(entry.id, ())],
            *facts.span, thresholds,
        ))
        for entry, points in drawn[:_CURVES]
    ]  # fmt: skip


def _raised_at(facts: ReportFacts, line: RecordEvent) -> datetime | None:
    """Return when a line’s row raised confidence; None where it did not.

    Of a row that was rolled up since, the time at which the line was written.
    """
    row = facts.row_by_id.get(line.row)
    if line.what not in _RAISING or (row is not None and row.kind not in _RAISED_BY):
        return None
    return row.time if row is not None else line.time


def points_of(facts: ReportFacts, entry: MemoryEntry) -> list[tuple[datetime, float]]:
    """Return what the confidence in an entry was raised to, and when, oldest first."""
    points = []
    for line in facts.record.by_entry.get(entry.id, ()):
        value, time = line.data.get("confidence"), _raised_at(facts, line)
        if time is not None and isinstance(value, (int, float)):
            points.append((time, float(value)))
    last = (entry.last_reinforced, entry.confidence)
    points = [point for point in points if point[0] < last[0]]
    return [point for point in sorted([*points, last]) if point[0] <= facts.span[1]]
