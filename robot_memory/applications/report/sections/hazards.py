"""Known hazards and limits: the robot's knowledge of itself and its surroundings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from robot_memory.applications.report.pictures.activity_chart import ActivityChart, activity_chart
from robot_memory.applications.report.pictures.charts import TimelineChart, Track
from robot_memory.applications.report.pictures.place_map import PlaceMap
from robot_memory.applications.report.report_facts import EVIDENCE, ReportFacts, Values
from robot_memory.applications.report.report_text import number, outside_text
from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.confidence import HIGH, MEDIUM, band
from robot_memory.entries.entry_rules import count_of, first_of
from robot_memory.entries.mute_rules import is_silenced, muter_words
from robot_memory.foundation.disk.shared_room import in_shared_room
from robot_memory.ledger import Kind, Observation, Severity, Source
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position

_TRACKS = 24
_MOST = 100  # rows of a table
_MOST_MAPS, _MOST_ON_A_MAP = 4, 60
_BANDS = {HIGH: "high", MEDIUM: "medium"}
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
    """Return the section's values besides the facts."""
    tracks = [_track(facts, entry) for entry in facts.chief_entries[:_TRACKS]]
    newest_limits = {row.entry_id: row for row in facts.rows if row.kind is Kind.LIMIT}
    places = _numbered_places(facts)
    return {
        "summary": [_summary(facts, kind) for kind in _NAMES],
        "timeline": TimelineChart(tracks, *facts.span),
        "activity": _activity(facts),
        "hardware": _of_type(facts, EntryType.HARDWARE_OBSERVATION),
        "surroundings": _of_type(facts, EntryType.ENVIRONMENT_NOTE),
        "behaviour": _of_type(facts, EntryType.BEHAVIOR_PATTERN),
        "limits": list(map(_LimitStatistics, newest_limits.values())),
        "places": places,
        "maps": _maps(facts, places),
    }


def _summary(facts: ReportFacts, kind: EntryType) -> tuple[str, int, int, int]:
    """Return a type's name, and how many of its entries exist, are told, and were observed."""
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
        known = filter(None, map(facts.time_of, lines))
        return [time for time in known if facts.period.holds(time)]

    return Track(
        words=outside_text(entry.text),
        observed=[time for row in facts.evidence[entry.id] for time in (first_of(row), row.time)],
        count=facts.observed[entry.id],
        by_people=[*times("entry_resolved"), *times("entry_muted")],
        returned=times("entry_reopened"),
    )


def _activity(facts: ReportFacts) -> ActivityChart:
    counts: dict[str, dict[datetime, int]] = {who: defaultdict(int) for who in _WHO.values()}
    for row in facts.rows_in_period:
        if row.kind in EVIDENCE and row.source in _WHO:
            counts[_WHO[row.source]][row.time.replace(second=0, microsecond=0)] += count_of(row)
    return activity_chart(counts, facts.running.seconds, *facts.span)


@dataclass(frozen=True)
class _EntryRow:
    """The table row of an entry that is not resolved."""

    entry: MemoryEntry
    value: float  # its confidence at the time of the extract
    in_period: int  # number of observations in the period
    severity: str  # reported severity of the newest observation; empty if none was reported
    in_context: str  # whether agents are told of it, or why not

    @property
    def band(self) -> str:
        """The word for the level of confidence."""
        return _BANDS.get(band(self.value), "low")


def entry_rows(facts: ReportFacts, entries: Sequence[tuple[float, MemoryEntry]]) -> list[_EntryRow]:
    """Return the table rows of as many entries as fit, in order; agents' entries get half."""
    return [
        _EntryRow(
            entry, value, facts.observed.get(entry.id, 0), _severity(facts, entry),
            _context_note(facts, value, entry),
        )
        for value, entry in in_shared_room(entries, _MOST, lambda one: not one[1].is_agents_word)
    ]  # fmt: skip


def _severity(facts: ReportFacts, entry: MemoryEntry) -> str:
    rows = facts.evidence.get(entry.id)
    severity = rows[-1].severity if rows else Severity.OK
    return "" if severity is Severity.OK else severity.value


def _context_note(facts: ReportFacts, value: float, entry: MemoryEntry) -> str:
    if entry.id in facts.in_context and entry.is_known(facts.now.time):
        return "agents are told that it is known"
    if entry.id in facts.in_context:
        return "agents are told"
    if is_silenced(entry, facts.now.time):
        return f"muted by {muter_words(entry)}: agents are not told"
    if value < facts.settings.inject_min:
        return f"weaker than {facts.settings.inject_min:g}: agents are not told"
    return f"beyond {facts.settings.token_budget} tokens: agents are told where they ask for it"


def _numbered_places(facts: ReportFacts) -> list[tuple[int, Place]]:
    known = [place for place in facts.places if place.has_entry]
    known.sort(key=lambda place: (place.centre.frame, -place.events, place.id))
    return list(enumerate(known, 1))


def _maps(facts: ReportFacts, numbered: list[tuple[int, Place]]) -> list[PlaceMap]:
    by_frame: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    for place_number, place in numbered:
        shown = replace(place, text=outside_text(place.text))
        by_frame[place.centre.frame].append((place_number, shown))
    events = _events(facts) if by_frame else {}
    frames = sorted(by_frame, key=lambda frame: -len(by_frame[frame]))[:_MOST_MAPS]
    return [PlaceMap.of(by_frame[frame][:_MOST_ON_A_MAP], events.get(frame, []))
            for frame in frames]  # fmt: skip


def _events(facts: ReportFacts) -> dict[str, list[Position]]:
    found: dict[str, list[Position]] = defaultdict(list)
    for row in facts.rows_in_period:
        at: Any = row.detail.get("at") if row.kind is Kind.EVENT else None
        if at is not None:
            position = Position.from_dict(at)
            found[position.frame].append(position)
    return found


@dataclass(frozen=True)
class _LimitStatistics:
    """The newest row about a recommended limit, with the statistics behind it."""

    row: Observation

    @property
    def share(self) -> str:
        """The share of the running time beyond the limit."""
        share = self.row.detail.get("share")
        if not isinstance(share, (int, float)):
            return "–"
        return f"{100.0 * share:.1f} % of {self.of('hours', 3)} h {self.row.detail.get('time', '')}"

    def of(self, name: str, digits: int = 10) -> str:
        """Return a number of the row; "∞" if it is unbounded."""
        if name in self.row.detail and self.row.detail[name] is None:
            return "∞"
        value = self.row.detail.get(name)
        return number(value, digits) if isinstance(value, (int, float)) else "–"
