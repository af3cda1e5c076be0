"""How confidence is set and changes, and the newest observations behind it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from robot_memory.applications.report.pictures.charts import ConfidenceCurve, FrameChart, Thresholds
from robot_memory.applications.report.report_facts import (
    EVIDENCE,
    RecordEvent,
    ReportFacts,
    Values,
)
from robot_memory.applications.report.report_text import confidence, count, number, outside_text
from robot_memory.entries import MemoryEntry
from robot_memory.entries.confidence import HIGH, MEDIUM, band, recurrence_floor
from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.day_row import FOLDED, count_of
from robot_memory.ledger.row_worth import importance_of, is_stale
from robot_memory.long_term.outcomes.reported_outcome import suspected_confidence

_CURVES = 8
_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_RAISED_BY = (*EVIDENCE, Kind.PRESENT)
_DAYS = range(1, 7)


def confidence_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
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
    return next(step / 1000 for step in range(1001) if band(step / 1000) == mark)


def _sources(settings: Settings) -> Iterator[tuple[str, float, str, str]]:
    """Yield the sources of entries with their initial confidence, and how long that lasts."""
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
    """Return when a line's row raised confidence; None if it did not.

    For a row that was rolled up since, the time at which the line was written.
    """
    row = facts.row_by_id.get(line.row)
    if line.what not in _RAISING or (row is not None and row.kind not in _RAISED_BY):
        return None
    return facts.time_of(line)


def points_of(facts: ReportFacts, entry: MemoryEntry) -> list[tuple[datetime, float]]:
    """Return the confidences to which an entry was raised, with their times, oldest first."""
    points = []
    for line in facts.record.by_entry.get(entry.id, ()):
        value, time = line.data.get("confidence"), _raised_at(facts, line)
        if time is not None and isinstance(value, (int, float)):
            points.append((time, float(value)))
    last = (entry.last_reinforced, entry.confidence)
    points = [point for point in points if point[0] < last[0]]
    return [point for point in sorted([*points, last]) if point[0] <= facts.span[1]]


_ENTRIES, _ROWS, _NUMBERS, _SIGNALS = 12, 5, 6, 6


@dataclass(frozen=True)
class EvidenceRow:
    """One observation as displayed."""

    row: Observation

    @property
    def folded(self) -> str:
        """The words for a row that sums up a day; empty for other rows."""
        folded = self.row.detail.get(FOLDED)
        if not isinstance(folded, Mapping):
            return ""
        amount = count(count_of(self.row), "occurrence")
        return f" ({amount} that day, {folded.get('seconds')} s in all)"

    @property
    def conditions(self) -> tuple[str, str]:
        """The first known conditions, and the number of further ones."""
        known = sorted(self.row.context.items())
        words = ", ".join(f"{name} {number(value, 4)}" for name, value in known[:_NUMBERS])
        return words, f" and {len(known) - _NUMBERS} more" if len(known) > _NUMBERS else ""

    @property
    def marked(self) -> tuple[object, str]:
        """The operator who marked the row (document 004), and the mark; empty if nobody did."""
        by = _part(_part(self.row.detail, "optimization"), "assist")
        words = [_importance(self.row.detail), _age(self.row.detail)]
        labels = ", ".join(filter(None, words)) if "rollback_ref" in by else ""
        return by.get("operator", "somebody"), labels


def evidence_values(facts: ReportFacts) -> Values:
    """Return the section's values besides the facts."""
    return {"most": _ROWS, "chosen": [_of_entry(facts, entry)
                                      for entry in facts.chief_entries[:_ENTRIES]]}  # fmt: skip


def _of_entry(facts: ReportFacts, entry: MemoryEntry) -> Values:
    rows, frame = facts.evidence[entry.id], facts.frames.get(entry.id)
    return {
        "entry": entry,
        "rows": [EvidenceRow(row) for row in reversed(rows[-_ROWS:])],
        "total": len(rows),
        "row": frame,
        "frame": FrameChart(_signals(frame.detail.get("frame"))) if frame else None,
    }


def _signals(frame: Any) -> dict[str, list[tuple[float, float]]]:
    if not isinstance(frame, Mapping):
        return {}
    found = {}
    for name in sorted(frame)[:_SIGNALS]:
        samples = [(float(since), float(value)) for since, value in frame[name]
                   if value is not None]  # fmt: skip
        if samples:
            found[outside_text(name)] = samples
    return found


def _importance(detail: Mapping[str, Any]) -> str:
    score = importance_of(detail)
    if score is None:
        return ""
    label = _part(detail, "importance").get("label")
    return f"importance {number(score)}{_in_brackets(label)}"


def _age(detail: Mapping[str, Any]) -> str:
    if not is_stale(detail):
        return ""
    return f"out of date{_in_brackets(_part(detail, 'lifecycle').get('stale_reason_code'))}"


def _in_brackets(word: object) -> str:
    return f" ({word.replace('_', ' ')})" if isinstance(word, str) else ""


def _part(detail: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = detail.get(name)
    return part if isinstance(part, Mapping) else {}
