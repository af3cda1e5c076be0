"""Updates places from new events, and stores the rows that change their entries.

See docs/explanation/places.md, "When it is over".
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timezone
from typing import Any

from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.entry_id import mint_id
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.persons_decision import has_persons_word
from robot_memory.entries.places.growth import Growth, grow
from robot_memory.entries.places.place_significance import (
    ElsewhereRate,
    is_gone,
    is_worth_a_note,
    visits,
    way,
)
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Key, Kind, Ledger, Observation
from robot_memory.ledger.observation import stamp_text
from robot_memory.ledger.place import Place, PlacedEvent, PlaceTransaction
from robot_memory.ledger.position import WGS84, Position, passes_variable

_LOOK_INTERVAL = 3600.0  # s
_MINUS = "\N{MINUS SIGN}"
_TYPE = EntryType.ENVIRONMENT_NOTE.value


class PlaceKeeper:
    """Makes places from events. Threads may share it; processes may share the ledger.

    It holds no data beyond the ledger: each decision is stored in one transaction with the id of
    the last event that it includes, so a crash can never count an event twice.

    Args:
        ledger: the source of events and the store of places.
        find_entry: returns the entry with an id, in any thread.
    """

    def __init__(
        self,
        ledger: Ledger,
        clock: Clock,
        find_entry: Callable[[str], MemoryEntry | None],
    ) -> None:
        self._ledger = ledger
        self._clock = clock
        self._find_entry = find_entry
        self._lock = threading.Lock()
        self._looked = 0
        self._boot = ""
        self._look_due = 0.0

    def follow(self) -> None:
        """Take in new events."""
        with self._lock:
            self._end_sessions()
            last = self._ledger.last()
            if self._ledger.has_events(after=self._looked):
                with self._ledger.place_transaction() as book:
                    # One by one: the size of a stored group must not matter.
                    for row in book.take_events():
                        if row.key is not None:
                            _take_in(book, row.key, row, self._is_persons)
            self._looked = last

    def _is_persons(self, place: Place) -> bool:
        entry = self._find_entry(place.entry_id)
        return entry is not None and has_persons_word(entry)

    def look_for_clean(self) -> None:
        """Propose to resolve places without further events, though the robot still passes them.

        The check runs at most once an hour.
        """
        now = self._clock.now().uptime
        with self._lock:
            if now < self._look_due:
                return
            self._look_due = now + _LOOK_INTERVAL
            with self._ledger.place_transaction() as book:
                for place in book.places:
                    if place.has_entry and not place.cleared and place.centre.is_lasting:
                        self._propose_if_gone(book, place)

    def _propose_if_gone(self, book: PlaceTransaction, place: Place) -> None:
        day = _last_day(book, place)
        clean = _clean_passes(book, place, day)
        if is_gone(place, clean):
            words = f"passed {clean} times without it since {day}"
            self._clear(book, place, Kind.RECOVERED, words)

    def _end_sessions(self) -> None:
        """Resolve places seen in only one boot, in a frame that is new in each boot."""
        boot = self._clock.now().boot
        if boot == self._boot:
            return
        self._boot = boot
        with self._ledger.place_transaction() as book:
            for place in book.places:
                if not place.has_entry or place.cleared or place.centre.is_lasting:
                    continue
                boots = {event.boot for event in book.events_of([place])}
                if len(boots) == 1 and boot not in boots:
                    words = f"`{place.centre.frame}` has begun anew since"
                    self._clear(book, place, Kind.RESOLVE, words)

    def _clear(self, book: PlaceTransaction, place: Place, kind: Kind, words: str) -> None:
        book.put(replace(place, cleared=True))
        row = Observation(
            kind,
            self._clock.now(),
            words,
            key=place.key,
            detector=place.sort.detector,
            component=place.sort.component,
            entry_id=place.entry_id,
            entry_type=_TYPE,
            detail={"place": _place_record(place)},
        )
        told = conclusion(row, self._find_entry(place.entry_id))
        book.append([] if told is None else [told])


def _take_in(
    book: PlaceTransaction, sort: Key, row: Observation, is_persons: Callable[[Place], bool]
) -> None:
    frame = row.detail["at"]["frame"]
    known = {
        place.id: place
        for place in book.places
        if place.sort == sort and place.centre.frame == frame
    }
    events = [*book.events_of(known.values()), PlacedEvent.of(row)]
    growth = grow(sort, known, events, [place.id for place in filter(is_persons, known.values())])
    used = {place.text for place in book.places if place.has_entry}
    places, changes = _to_place_rows(known, growth, row, used, book.time_of)
    book.replace(known.values(), places, growth.events)
    book.append(changes)


def _last_day(book: PlaceTransaction, place: Place) -> str:
    """Return the day of a place's newest event, UTC; empty if the event is not kept."""
    time = book.time_of(max((event.row for event in book.events_of([place])), default=0))
    return time.astimezone(timezone.utc).date().isoformat() if time else ""


def _clean_passes(book: PlaceTransaction, place: Place, day: str) -> int:
    """Return how often the robot passed a place after a day.

    Passes are counted per grid cell: the place's cell with most passes counts.
    """
    frame = place.centre.frame
    passes = book.exposure_after(passes_variable(frame), day)
    return int(max((n for cell, n in passes.items() if _is_at(place, cell)), default=0))


def _is_at(place: Place, cell: str) -> bool:
    middle = Position.of_cell(place.centre.frame, cell)
    return middle.distance(place.centre) <= place.radius + middle.sigma


def _to_place_rows(
    known: Mapping[str, Place],
    growth: Growth,
    event: Observation,
    used: Collection[str],
    time_of: Callable[[int], datetime | None],
) -> tuple[list[Place], list[Observation]]:
    """Return the places with the entries that they now deserve, and the rows for these.

    Args:
        known: the earlier places of one kind and frame, by id.
        growth: the places after the event.
        used: sentences of other places, from which a new sentence must differ.
        time_of: returns the time of an event's row; None if unknown.
    """
    places: list[Place] = []
    rows = list(_changes(known, growth, event, time_of))
    texts = set(used)
    for place in growth.places.values():
        if not place.has_entry and is_worth_a_note(place, _elsewhere(growth, place)):
            text = sentence(event.summary, place.centre, texts)
            texts.add(text)
            place = replace(place, text=text, entry_id=mint_id(_TYPE, text))
        fresh = _fresh(known, growth, place)
        if place.has_entry and fresh > 0:
            place = replace(place, cleared=False)
            detail = {"events": fresh, "first": _first(growth, place.id, time_of)}
            rows.append(_row(Kind.PLACE, place, event, detail))
        places.append(place)
    return places, rows


def _elsewhere(growth: Growth, place: Place) -> ElsewhereRate:
    return ElsewhereRate(
        events=sum(each.events for each in growth.places.values()),
        way=way(growth.events),
        visits=visits(event for event in growth.events if event.place == place.id),
    )


def sentence(what: str, centre: Position, used: Collection[str] = ()) -> str:
    """Return the sentence of a place: 'Wheel slip near (12, −3) in `map`'; it never changes.

    Args:
        what: the kind of event, 'Wheel slip'.
        centre: metres are rounded to integers, latitude and longitude (in the usual order) to four
            decimals, which is about ten metres.
        used: sentences of other places: if equal to one, the sentence gets another digit.
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


def _place_record(place: Place) -> dict[str, Any]:
    return {
        **place.centre.as_dict(),
        "radius": round(place.radius, 2),
        "events": place.events,
        "hits": place.hits,
        "passes": place.passes,
    }


def _fresh(known: Mapping[str, Place], growth: Growth, place: Place) -> int:
    """Return the number of a place's events that its entry has not counted yet."""
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
    event: Observation,
    time_of: Callable[[int], datetime | None],
) -> Iterator[Observation]:
    """Yield the rows for places with an entry that merged or split."""
    for name, into in growth.merged.items():
        old, place = known[name], growth.places[into]
        if old.has_entry:
            detail: dict[str, Any] = {"from": old.key.as_list(), "events": old.events}
            detail["first"] = _first(growth, into, time_of)
            yield _row(Kind.MERGED, place, event, detail)
    for (name, to), count in growth.moved.items():
        if known[name].has_entry:
            detail = {"to": growth.places[to].key.as_list(), "events": count}
            yield _row(Kind.SPLIT, growth.places[name], event, detail)


def _first(growth: Growth, name: str, time_of: Callable[[int], datetime | None]) -> str:
    """Return the time of a place's first event; empty if unknown."""
    time = time_of(min(event.row for event in growth.events if event.place == name))
    return stamp_text(time) if time else ""


def _row(kind: Kind, place: Place, row: Observation, detail: dict[str, Any]) -> Observation:
    return replace(
        row,
        kind=kind,
        summary=place.text,
        key=place.key,
        entry_id=place.entry_id,
        entry_type=_TYPE,
        context={},
        detail={**detail, "place": _place_record(place)},
        id=0,
    )
