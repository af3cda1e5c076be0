"""Known hazards and limits: what the robot learned about itself and its surroundings."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from xml.etree.ElementTree import Element

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.entries.place_rules import count_of, first_of
from robot_memory.ledger import Source
from robot_memory.report.extract_facts import EVIDENCE, ExtractFacts
from robot_memory.report.pictures.activity_chart import ActivityChart, draw_activity
from robot_memory.report.pictures.timeline_chart import Track, draw_timeline
from robot_memory.report.report_text import count, spoken
from robot_memory.report.sections.entry_tables import entry_table
from robot_memory.report.sections.limits_found import write_limits
from robot_memory.report.sections.places_known import write_places
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

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


def write_hazards(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    made = [paragraph(
        "Each line below is an entry: one lasting sentence that the memory holds, with how far it "
        "is believed at the time of the extract. The sentence is kept in the words of the driver, "
        "detector or person that it came from. Severity and acceptability are not judged here."
    )]  # fmt: skip
    made += _summary(facts)
    if facts.evidence:
        made += [_timeline(facts), _activity(facts)]
    for kind in (EntryType.HARDWARE_OBSERVATION, EntryType.ENVIRONMENT_NOTE):
        made += _of_type(facts, kind)
    made += write_places(facts)
    made += _of_type(facts, EntryType.BEHAVIOR_PATTERN)
    made += write_limits(facts)
    return made


def _summary(facts: ExtractFacts) -> list[Element]:
    rows: list[list[Cell]] = []
    for kind, (_, name) in _NAMES.items():
        entries = [pair for pair in facts.entries if pair[1].type is kind]
        seen = sum(bool(facts.evidence.get(entry.id)) for _, entry in entries)
        told = sum(entry.id in facts.told for _, entry in entries)
        rows.append([name, f"{len(entries):,}", f"{told:,}", f"{seen:,}"])
    heads = columns("Entries", "number: Known now", "number: Told to agents now",
                    "number: Observed in the period")  # fmt: skip
    return table("How many entries there are", heads, rows, empty="")


def _of_type(facts: ExtractFacts, kind: EntryType) -> list[Element]:
    title, name = _NAMES[kind]
    entries = [pair for pair in facts.open_entries if pair[1].type is kind]
    caption = f"{title}: {count(len(entries), 'entry', 'entries')}, the most confident first"
    empty = f"The memory holds no {name} that are not resolved."
    return [heading(title), *entry_table(caption, facts, entries, empty)]


def _timeline(facts: ExtractFacts) -> Element:
    seen = facts.chief_entries
    chosen = seen[:_TRACKS]
    which = f"{len(chosen)} of {count(len(seen), 'entry', 'entries')}"
    caption = (f"When entries were observed: {which} with observations in the period, open ones "
               "first, the most confident first. Times are UTC.")  # fmt: skip
    return draw_timeline([_track(facts, entry) for entry in chosen], *facts.span, caption)


def _track(facts: ExtractFacts, entry: MemoryEntry) -> Track:
    lines = facts.record.by_entry.get(entry.id, ())
    times = {
        what: [_time_of(facts, line.row) or line.time for line in lines if line.what == what]
        for what in ("entry_resolved", "entry_muted", "entry_reopened")
    }
    inside = {what: [time for time in known if time is not None and facts.period.holds(time)]
              for what, known in times.items()}  # fmt: skip
    return Track(
        words=spoken(entry.text),
        observed=[time for row in facts.evidence[entry.id] for time in (first_of(row), row.time)],
        count=facts.observed[entry.id],
        said=[*inside["entry_resolved"], *inside["entry_muted"]],
        returned=inside["entry_reopened"],
    )


def _time_of(facts: ExtractFacts, number: int) -> datetime | None:
    row = facts.row_by_id.get(number)
    return row.time if row is not None else None


def _activity(facts: ExtractFacts) -> Element:
    counts: dict[str, dict[datetime, int]] = {who: defaultdict(int) for who in _WHO.values()}
    for row in facts.rows_in_period:
        if row.kind in EVIDENCE and row.source in _WHO:
            counts[_WHO[row.source]][row.time.replace(second=0, microsecond=0)] += count_of(row)
    caption = "Observations by who made them, and running time of which moments were kept."
    return draw_activity(ActivityChart(counts, facts.running.seconds), *facts.span, caption)
