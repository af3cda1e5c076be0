"""Updates places from new events, and stores the rows that change their entries.

See docs/explanation/places.md, "When it is over".
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import timezone

from robot_memory.entries.changes_allowed import conclusion
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.persons_decision import has_persons_word
from robot_memory.entries.places.growth import grow
from robot_memory.entries.places.place_rows import place_record, to_place_rows
from robot_memory.entries.places.place_significance import is_gone
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Key, Kind, Ledger, Observation
from robot_memory.ledger.place import Place, PlacedEvent
from robot_memory.ledger.place_transaction import PlaceTransaction
from robot_memory.ledger.position import Position, passes_variable

_LOOK_INTERVAL = 3600.0  # s


class PlaceKeeper:
    """Makes places of events. Safe to share between threads; processes may share the ledger.

    It holds nothing that the ledger does not: what is decided is stored in one transaction with
    the number of the last event that it speaks for, so that no crash makes an event count twice.

    Args:
        ledger: where events come from and places are kept.
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
        """Take in the events that are new."""
        with self._lock:
            self._end_sessions()
            last = self._ledger.last()
            if self._ledger.has_events(after=self._looked):
                with self._ledger.place_transaction() as book:
                    # One by one: how many were stored in one go must not count.
                    for row in book.take_events():
                        if row.key is not None:
                            frame = row.detail["at"]["frame"]
                            _take_in(book, row.key, frame, [row], self._is_persons)
            self._looked = last

    def _is_persons(self, place: Place) -> bool:
        entry = self._find_entry(place.entry_id)
        return entry is not None and has_persons_word(entry)

    def look_for_clean(self) -> None:
        """Propose to resolve places where events have ended, though the robot still passes them.

        It looks once an hour at most.
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
        """Resolve what was seen in one boot only, in a frame that begins anew at each."""
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
            entry_type=EntryType.ENVIRONMENT_NOTE.value,
            detail={"place": place_record(place)},
        )
        told = conclusion(row, self._find_entry(place.entry_id))
        book.append([] if told is None else [told])


def _take_in(
    book: PlaceTransaction,
    sort: Key,
    frame: str,
    rows: list[Observation],
    is_persons: Callable[[Place], bool],
) -> None:
    known = {
        place.id: place
        for place in book.places
        if place.sort == sort and place.centre.frame == frame
    }
    events = [*book.events_of(known.values()), *map(PlacedEvent.of, rows)]
    growth = grow(sort, known, events, [place.id for place in filter(is_persons, known.values())])
    used = {place.text for place in book.places if place.has_entry}
    new = {row.id: row for row in rows}
    places, changes = to_place_rows(known, growth, new, used, book.time_of)
    book.replace(known.values(), places, growth.events)
    book.append(changes)


def _last_day(book: PlaceTransaction, place: Place) -> str:
    """Return the day of the newest event of a place, UTC; empty where it is not kept any more."""
    time = book.time_of(max((event.row for event in book.events_of([place])), default=0))
    return time.astimezone(timezone.utc).date().isoformat() if time else ""


def _clean_passes(book: PlaceTransaction, place: Place, day: str) -> int:
    """Return how often the robot passed a place after a day.

    Passes are counted by cell. The cell of the place with most passes tells how many there were.
    :mod:`.place_significance` decides after how many the place is proposed as resolved.
    """
    frame = place.centre.frame
    passes = book.exposure_after(passes_variable(frame), day)
    return int(max((n for cell, n in passes.items() if _is_at(place, cell)), default=0))


def _is_at(place: Place, cell: str) -> bool:
    middle = Position.of_cell(place.centre.frame, cell)
    return middle.distance(place.centre) <= place.radius + middle.sigma
