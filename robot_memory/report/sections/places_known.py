"""Places of the surroundings, and a map of each frame."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import Any

from robot_memory.ledger import Kind
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import Position
from robot_memory.report.pictures.place_map import PlaceMap
from robot_memory.report.report_facts import ReportFacts
from robot_memory.report.report_text import outside_text
from robot_memory.report.sections.report_section import Values

_MOST_MAPS, _MOST_ON_A_MAP = 4, 60


def place_values(facts: ReportFacts) -> Values:
    """Return what is shown of places, numbered; nothing where none is known."""
    known = [place for place in facts.places if place.has_entry]
    known.sort(key=lambda place: (place.centre.frame, -place.events, place.id))
    numbered = list(enumerate(known, 1))
    return {"places": numbered, "maps": _maps(facts, numbered)}


def _maps(facts: ReportFacts, numbered: list[tuple[int, Place]]) -> list[PlaceMap]:
    by_frame: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    for number, place in numbered:
        shown = replace(place, text=outside_text(place.text))
        by_frame[place.centre.frame].append((number, shown))
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
