"""Known hazards and limits: what the robot learned about itself and its surroundings."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.place_rules import count_of, first_of
from robot_memory.ledger import Source
from robot_memory.report.pictures.activity_chart import ActivityChart, activity_chart
from robot_memory.report.pictures.timeline_chart import TimelineChart, Track
from robot_memory.report.report_facts import EVIDENCE, ReportFacts
from robot_memory.report.report_text import outside_text
from robot_memory.report.sections.entry_rows import entry_rows
from robot_memory.report.sections.limits_found import limits_of
from robot_memory.report.sections.places_known import place_values
from robot_memory.report.sections.report_section import Values

_TRACKS = 24
_WHO = {
    Source.DETECTOR: "detectors",
    Source.PERSON: "people",
    Source.AGENT: "agents",
    Source.CLAIMED: "agents",
}
_NAMES = {
    EntryType.HARDWARE_OBSERVATION: ("Hardware", "hardware observations"),
    EntryType.ENVIRONMENT_NOTE: ("Surroundings", "notes of the surroundings"),
    EntryType.BEHAVIOR_PATTERN: ("Behaviour and recommended limits", "behaviour patterns"),
    EntryType.RESOLVED: ("Resolved", "resolved"),
}


def hazard_values(facts: ReportFacts) -> Values:
    """Return what the section shows beside the facts."""
    tracks = [_track(facts, entry) for entry in facts.chief_entries[:_TRACKS]]
    return {
        "summary": [_summary(facts, kind) for kind in _NAMES],
        "timeline": TimelineChart(tracks, *facts.span),
        "activity": _activity(facts),
        "hardware": _of_type(facts, EntryType.HARDWARE_OBSERVATION),
        "surroundings": _of_type(facts, EntryType.ENVIRONMENT_NOTE),
        "behaviour": _of_type(facts, EntryType.BEHAVIOR_PATTERN),
        "limits": limits_of(facts),
        **place_values(facts),
    }


def _summary(facts: ReportFacts, kind: EntryType) -> tuple[str, int, int, int]:
    """Return how many entries of a type there are, are told, and were observed."""
    entries = [entry for _, entry in facts.entries if entry.type is kind]
    in_context = sum(entry.id in facts.in_context for entry in entries)
    seen = sum(bool(facts.evidence.get(entry.id)) for entry in entries)
    return _NAMES[kind][1], len(entries), in_context, seen


def _of_type(facts: ReportFacts, kind: EntryType) -> Values:
    title, name = _NAMES[kind]
    entries = [pair for pair in facts.open_entries if pair[1].type is kind]
    rows = entry_rows(facts, entries)
    return {"title": title, "name": name, "total": len(entries), "rows": rows}


def _track(facts: ReportFacts, entry: MemoryEntry) -> Track:
    def times(kind: str) -> list[datetime]:
        lines = [line for line in facts.record.by_entry.get(entry.id, ()) if line.what == kind]
        known = [_time_of(facts, line.row) or line.time for line in lines]
        return [time for time in known if time is not None and facts.period.holds(time)]

    return Track(
        words=outside_text(entry.text),
        observed=[time for row in facts.evidence[entry.id] for time in (first_of(row), row.time)],
        count=facts.observed[entry.id],
        by_people=[*times("entry_resolved"), *times("entry_muted")],
        returned=times("entry_reopened"),
    )


def _time_of(facts: ReportFacts, number: int) -> datetime | None:
    row = facts.row_by_id.get(number)
    return row.time if row is not None else None


def _activity(facts: ReportFacts) -> ActivityChart:
    counts: dict[str, dict[datetime, int]] = {who: defaultdict(int) for who in _WHO.values()}
    for row in facts.rows_in_period:
        if row.kind in EVIDENCE and row.source in _WHO:
            counts[_WHO[row.source]][row.time.replace(second=0, microsecond=0)] += count_of(row)
    return activity_chart(counts, facts.running.seconds, *facts.span)
