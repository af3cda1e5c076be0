"""Places of the surroundings: a table, and a map of each frame."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from robot_memory.ledger import Kind
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84, Position
from robot_memory.report.extract_facts import ExtractFacts
from robot_memory.report.pictures.place_map import draw_map
from robot_memory.report.report_text import code, identifier, number, said, spoken
from robot_memory.report.sections.report_section import heading, paragraph
from robot_memory.report.tables import Cell, columns, table

_MOST_MAPS, _MOST_ON_A_MAP = 4, 60
_HEADS = columns(
    "number: On the map", "words: What happens there", "Where", "number: Radius (m)",
    "number: Events", "number: Passes with an event", "Standing",
)  # fmt: skip


def write_places(facts: ExtractFacts) -> list[Element]:
    """Return the part; nothing of it where no place is known."""
    known = [place for place in facts.places if place.is_told]
    known.sort(key=lambda place: (place.centre.frame, -place.events, place.id))
    if not known:
        return [heading("Places"), paragraph("No place is known at which something happens again "
                                             "and again.")]  # fmt: skip
    numbered = list(enumerate(known, 1))
    rows = [_row(facts, number, place) for number, place in numbered]
    made = [heading("Places"), *_maps(facts, numbered)]
    return [*made, *table("Places at which something happens again and again", _HEADS, rows,
                          empty="", rest=(code("robot-memory show"),))]  # fmt: skip


def _row(facts: ExtractFacts, place_number: int, place: Place) -> list[Cell]:
    centre, entry = place.centre, facts.entry_by_id.get(place.entry_id)
    point = f"({number(centre.x, 8)}, {number(centre.y, 8)})"
    if centre.frame == WGS84:
        point = f"latitude {number(centre.y, 8)}°, longitude {number(centre.x, 8)}°"
    gone = "resolved or proposed as such" if place.cleared else "known"
    return [
        str(place_number),
        [said(entry.text if entry else place.text), " ", identifier(place.entry_id)],
        [point, " in ", said(centre.frame), f", ± {number(centre.sigma, 3)} m"],
        number(place.radius, 3), f"{place.events:,}", f"{place.hits:,} of {place.passes:,}",
        gone if entry else "its entry has left the memory file",
    ]  # fmt: skip


def _maps(facts: ExtractFacts, numbered: list[tuple[int, Place]]) -> list[Element]:
    by_frame: dict[str, list[tuple[int, Place]]] = defaultdict(list)
    for pair in numbered:
        by_frame[pair[1].centre.frame].append(pair)
    events = _events(facts)
    made = []
    for order, frame in enumerate(sorted(by_frame, key=lambda f: -len(by_frame[f]))[:_MOST_MAPS]):
        places = [(number, replace(place, text=spoken(place.text)))
                  for number, place in by_frame[frame][:_MOST_ON_A_MAP]]  # fmt: skip
        caption = ("Places in the frame ", said(frame), (", by their numbers in the table below; a "
                   "circle holds nearly all events of a place, a dot is one event of the "
                   "period."))  # fmt: skip
        made.append(draw_map(f"picture-map-{order + 1}", places, events.get(frame, []), *caption))
    return made


def _events(facts: ExtractFacts) -> Mapping[str, list[Position]]:
    found: dict[str, list[Position]] = defaultdict(list)
    for row in facts.rows_in_period:
        at: Any = row.detail.get("at") if row.kind is Kind.EVENT else None
        if at is not None:
            position = Position.from_dict(at)
            found[position.frame].append(position)
    return found
