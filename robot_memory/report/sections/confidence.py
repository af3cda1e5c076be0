"""How confidence is set: the rules with the numbers in force, and how it went."""

from __future__ import annotations

from datetime import datetime
from xml.etree.ElementTree import Element

from robot_memory.entries import MemoryEntry
from robot_memory.entries.lifecycle import HIGH, MEDIUM, band, recurrence_floor
from robot_memory.ledger import Kind
from robot_memory.report.extract_facts import EVIDENCE, ExtractFacts
from robot_memory.report.memory_record import RecordEvent
from robot_memory.report.pictures.curve import Thresholds, draw_curve
from robot_memory.report.report_text import (
    code,
    confidence,
    count,
    duration,
    identifier,
    number,
    said,
    spoken,
)
from robot_memory.report.sections.report_section import bullets, heading, paragraph
from robot_memory.report.tables import Cell, columns, table
from robot_memory.settings import Settings

_CURVES = 8
_RAISING = ("entry_created", "entry_reinforced", "entry_reopened")
_RAISED_BY = (*EVIDENCE, Kind.PRESENT)
_DAYS = range(1, 7)


def write_confidence(facts: ExtractFacts) -> list[Element]:
    """Return the section."""
    settings = facts.settings
    return [
        paragraph("Every entry has a confidence between 0 and 1. It says how well the entry is "
                  "borne out by what was observed, and how lately. It is not the probability or "
                  "the severity of harm. The rules below are fixed and the same for every entry; "
                  "no model of language or of the robot sets a confidence. The numbers are those "
                  "in force at the time of the extract."),
        heading("The rules"), _rules(settings),
        heading("What a new entry starts with, and how long it lasts"), *_first(settings),
        heading("Faults that return"), *_floors(settings),
        heading("How confidence went"), *_curves(facts),
    ]  # fmt: skip


def _rules(settings: Settings) -> Element:
    high, medium = _least(HIGH), _least(MEDIUM)
    just_below = high - 0.0004
    return bullets(
        f"Growth: each new observation sets confidence to what it is worth by then plus "
        f"{number(settings.reinforce_step)}, at most 1. Within "
        f"{duration(settings.reinforce_interval)} of the last observation it is counted, and adds "
        "nothing.",
        f"A fault that stays present counts as a new observation once in "
        f"{duration(settings.still_present)}.",
        f"Decay: without observations {number(settings.decay_per_day)} is lost a day, also while "
        "the robot is switched off.",
        f"Telling: agents are told of entries from {number(settings.inject_min)} on, unless a "
        f"person muted or resolved them, the strongest first, in at most {settings.token_budget} "
        "tokens.",
        f"Leaving: below {number(settings.prune_min)} an entry leaves the memory file for its "
        "archive, only while the time is known for certain.",
        f"Words: from {number(high)} on a confidence is called high, from {number(medium)} on "
        "medium, else low. Confidences are shown with three digits, the others cut off: "
        f"{number(just_below)} is shown as {confidence(just_below)}, and is not high.",
        f"An agent’s own notes stay at {number(settings.confidence_agent_limit)} or below until a "
        "detector or a person says the same. A note that repeats what the memory told is not "
        "counted.",
        "What other robots say never counts as an observation.",
    )


def _least(mark: str) -> float:
    """Return the least confidence that has a mark."""
    return next(step / 1000 for step in range(1001) if band(step / 1000) == mark)


def _first(settings: Settings) -> list[Element]:
    sources = (
        ("a driver reports an error, or a fatal one", settings.confidence_error),
        ("a driver warns", settings.confidence_warn),
        ("a statistical finding, weakest", settings.first_confidence(score=0.0)),
        ("a statistical finding, strongest", settings.first_confidence(score=1.0)),
        ("a person says so, unless they give a number", settings.confidence_person),
        ("an agent says so, unless it gives a number", settings.confidence_agent),
    )
    rows: list[list[Cell]] = [
        [source, confidence(first), _lasting(first, settings.inject_min, settings),
         _lasting(first, settings.prune_min, settings)]
        for source, first in sources
    ]  # fmt: skip
    heads = columns("Where it comes from", "number: First confidence",
                    "number: Told for, if seen once", "number: Kept for, if seen once")  # fmt: skip
    return table("First confidences, and decay worked out", heads, rows, empty="")


def _lasting(first: float, threshold: float, settings: Settings) -> str:
    """Return for how long a confidence stays at a threshold or above it."""
    if first < threshold:
        return "not at all"
    if settings.decay_per_day <= 0.0:
        return "for good"
    return f"{(first - threshold) / settings.decay_per_day:.1f} days"


def _floors(settings: Settings) -> list[Element]:
    if not settings.recurrence:
        return [paragraph("A fault that returns on many days keeps no floor of confidence: the "
                          "setting ", code("recurrence"), " is off.")]  # fmt: skip
    firsts = sorted({settings.confidence_warn, settings.confidence_error,
                     settings.confidence_person})  # fmt: skip
    rows: list[list[Cell]] = [
        [str(days), *(_floor(days, first) for first in firsts)] for days in _DAYS
    ]
    heads = columns("Distinct days with an observation",
                    *(f"number: first confidence {confidence(one)}" for one in firsts))  # fmt: skip
    caption = "Least confidence right after an observation, by the number of days"
    return [
        paragraph("A weekly fault would be forgotten between two occurrences by decay alone. "
                  "An entry that was observed on several distinct days therefore keeps a floor:"),
        *table(caption, heads, rows, empty=""),
    ]  # fmt: skip


def _floor(days: int, first: float) -> str:
    floor = recurrence_floor(days, first)
    return confidence(floor) if floor else "none"


def _curves(facts: ExtractFacts) -> list[Element]:
    drawn = [entry for entry in facts.chief_entries if points_of(facts, entry)][:_CURVES]
    if not drawn:
        return [paragraph("No entry was observed in the period: there is no confidence to draw.")]
    settings = facts.settings
    thresholds = Thresholds(settings.inject_min, settings.prune_min, settings.decay_per_day)
    words = f"{len(drawn)} of {count(len(facts.chief_entries), 'entry', 'entries')}"
    made = [paragraph(
        f"The pictures show {words} that were observed in the period, open ones first, the most "
        "confident first. Corners are the confidences that the record of what the "
        "memory did has for each observation; in between the line falls by the decay in force at "
        "the time of the extract. Where the record is incomplete, the line begins later; of a row "
        "that was rolled up since, the corner stands where the record was written. Strokes below "
        "the line are observations; the dot is the end of the period."
    )]  # fmt: skip
    for place, entry in enumerate(drawn, 1):
        observed = [row.time for row in facts.evidence.get(entry.id, ())]
        made.append(draw_curve(
            f"picture-confidence-{place}", spoken(entry.text), points_of(facts, entry), observed,
            *facts.span, thresholds, said(entry.text), " ", identifier(entry.id),
        ))  # fmt: skip
    return made


def _raised_at(facts: ExtractFacts, line: RecordEvent) -> datetime | None:
    """Return when a line’s row raised confidence; None where it did not.

    Of a row that was rolled up since, the time at which the line was written.
    """
    row = facts.row_by_id.get(line.row)
    if line.what not in _RAISING or (row is not None and row.kind not in _RAISED_BY):
        return None
    return row.time if row is not None else line.time


def points_of(facts: ExtractFacts, entry: MemoryEntry) -> list[tuple[datetime, float]]:
    """Return what the confidence in an entry was raised to, and when, oldest first."""
    points = []
    for line in facts.record.by_entry.get(entry.id, ()):
        value, time = line.data.get("confidence"), _raised_at(facts, line)
        if time is not None and isinstance(value, (int, float)):
            points.append((time, float(value)))
    last = (entry.last_reinforced, entry.confidence)
    points = [point for point in points if point[0] < last[0]]
    return [point for point in sorted([*points, last]) if point[0] <= facts.span[1]]
