"""The rows that make, reinforce, merge and split entries of places, and their sentences. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType
from robot_memory.entries.places import counting
from robot_memory.entries.places.growth import Growth
from robot_memory.entries.places.place_significance import ElsewhereRate, is_worth_a_note
from robot_memory.ledger import Kind, Observation
from robot_memory.ledger.observation import stamp_text
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84, Position

_MINUS = "\N{MINUS SIGN}"
_TYPE = EntryType.ENVIRONMENT_NOTE.value


def to_place_rows(
    known: Mapping[str, Place],
    growth: Growth,
    new: Mapping[int, Observation],
    used: Collection[str],
    time_of: Callable[[int], datetime | None],
) -> tuple[list[Place], list[Observation]]:
    """Return the places with the entries that they are worth now, and the rows for these.

    Args:
        known: the places of one sort and frame as they were, by id.
        growth: what has become of them.
        new: the events that made them grow, by row.
        used: sentences of other places, from which a new one is told apart.
        time_of: returns when the event of a row was; None where that is not known any more.
    """
    places: list[Place] = []
    rows = list(_changes(known, growth, new, time_of))
    texts = set(used)
    for place in growth.places.values():
        if not place.has_entry and is_worth_a_note(place, _elsewhere(growth, place)):
            row = _newest(growth, place.id, new)
            text = sentence(row.summary, place.centre, texts)
            texts.add(text)
            place = replace(place, text=text, entry_id=mint_id(_TYPE, text))
        fresh = _fresh(known, growth, place)
        if place.has_entry and fresh > 0:
            place = replace(place, cleared=False)
            row = _newest(growth, place.id, new)
            detail = {"events": fresh, "first": _first(growth, place.id, time_of)}
            rows.append(_row(Kind.PLACE, place, row, detail))
        places.append(place)
    return places, rows


def _elsewhere(growth: Growth, place: Place) -> ElsewhereRate:
    return ElsewhereRate(
        events=sum(each.events for each in growth.places.values()),
        way=counting.way(growth.events),
        visits=counting.visits(event for event in growth.events if event.place == place.id),
    )


def sentence(what: str, centre: Position, used: Collection[str] = ()) -> str:
    """Return the sentence of a place: 'Wheel slip near (12, −3) in `map`'.

    It is canonical, on a coarse grid, and never rewritten.

    Args:
        what: what happens there, 'Wheel slip'.
        centre: the place. Metres are rounded to one, latitude and longitude (in that order, as
            people write them) to four decimals, which is about ten metres.
        used: sentences of other places: one of these is told apart by another digit.
    """
    coarse, fine = (4, 5) if centre.frame == WGS84 else (0, 1)
    text = _near(what, centre, coarse)
    return _near(what, centre, fine) if text in used else text


def _near(what: str, centre: Position, digits: int) -> str:
    first, second = centre.x, centre.y
    if centre.frame == WGS84:
        first, second = second, first
    pair = f"({_number(first, digits)}, {_number(second, digits)})"
    return f"{what} near {pair} in `{centre.frame}`"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return (text[1:] if not float(text) and text[0] == "-" else text).replace("-", _MINUS)


def place_record(place: Place) -> dict[str, Any]:
    """Return the geometry and counts of a place, as rows tell them."""
    return {
        **place.centre.as_dict(),
        "radius": round(place.radius, 2),
        "events": place.events,
        "hits": place.hits,
        "passes": place.passes,
    }


def _fresh(known: Mapping[str, Place], growth: Growth, place: Place) -> int:
    """Return how many of a place's events its entry has not counted."""
    before = known.get(place.id)
    if before is None or not before.has_entry:
        return place.events
    merged_events = sum(
        known[name].events
        for name, into in growth.merged.items()
        if into == place.id and known[name].has_entry
    )
    left = sum(count for (name, _), count in growth.moved.items() if name == place.id)
    return place.events - before.events - merged_events + left


def _changes(
    known: Mapping[str, Place],
    growth: Growth,
    new: Mapping[int, Observation],
    time_of: Callable[[int], datetime | None],
) -> Iterator[Observation]:
    """Yield the rows of places with an entry that merged or split."""
    for name, into in growth.merged.items():
        old, place = known[name], growth.places[into]
        if old.has_entry:
            detail = {"from": old.key.as_list(), "events": old.events}
            yield _row(Kind.MERGED, place, _newest(growth, into, new),
                       {**detail, "first": _first(growth, into, time_of)})  # fmt: skip
    for (name, to), count in growth.moved.items():
        if known[name].has_entry:
            detail = {"to": growth.places[to].key.as_list(), "events": count}
            yield _row(Kind.SPLIT, growth.places[name], _newest(growth, name, new), detail)


def _newest(growth: Growth, name: str, new: Mapping[int, Observation]) -> Observation:
    """Return the newest event of a place among the new ones, else the newest of all."""
    own = [event.row for event in growth.events if event.place == name and event.row in new]
    return new[max(own or new)]


def _first(growth: Growth, name: str, time_of: Callable[[int], datetime | None]) -> str:
    """Return when the first event of a place was; empty where that is not known any more."""
    time = time_of(min(event.row for event in growth.events if event.place == name))
    return stamp_text(time) if time else ""


def _row(kind: Kind, place: Place, row: Observation, detail: dict[str, Any]) -> Observation:
    """Return a row on a place that an event leads to."""
    return replace(
        row,
        kind=kind,
        summary=place.text,
        key=place.key,
        entry_id=place.entry_id,
        entry_type=_TYPE,
        context={},
        detail={**detail, "place": place_record(place)},
        id=0,
    )
