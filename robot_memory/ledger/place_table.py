"""The tables of places: their geometry, and the events that it comes from."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from robot_memory.ledger.key import Key
from robot_memory.ledger.place import Place, PlacedEvent
from robot_memory.ledger.position import Position

_PLACE = (
    "id, sort, frame, x, y, sigma, radius, covariance, events, hits, passes, text, entry_id, "
    "cleared"
)
_EVENT = "row, place, x, y, sigma, session, leg, visits, way, weight, earlier_hits, earlier_passes"


def read(connection: sqlite3.Connection) -> list[Place]:
    """Return all places."""
    rows = connection.execute(f"SELECT {_PLACE} FROM places ORDER BY id").fetchall()
    return [_place(*row) for row in rows]


def read_events(connection: sqlite3.Connection, places: Iterable[Place]) -> list[PlacedEvent]:
    """Return the events of places, oldest first."""
    sql = f"SELECT {_EVENT} FROM place_events WHERE place = ?"
    events = [
        _event(place.centre.frame, *row)
        for place in places
        for row in connection.execute(sql, (place.id,)).fetchall()
    ]
    return sorted(events, key=lambda event: event.row)


def replace_all(
    connection: sqlite3.Connection,
    before: Iterable[Place],
    places: Iterable[Place],
    events: Iterable[PlacedEvent],
) -> None:
    """Store places and their events instead of other places and theirs."""
    for place in before:
        connection.execute("DELETE FROM place_events WHERE place = ?", (place.id,))
        connection.execute("DELETE FROM places WHERE id = ?", (place.id,))
    for place in places:
        put(connection, place)
    connection.executemany(
        f"INSERT INTO place_events ({_EVENT}) VALUES ({', '.join('?' * 12)})",
        [
            (e.row, e.place, e.position.x, e.position.y, e.position.sigma, e.session, e.leg,
             e.visits, e.way, e.weight, e.earlier_hits, e.earlier_passes)
            for e in events
        ],
    )  # fmt: skip


def put(connection: sqlite3.Connection, place: Place) -> None:
    """Store one place."""
    centre = place.centre
    connection.execute(
        f"INSERT OR REPLACE INTO places ({_PLACE}) VALUES ({', '.join('?' * 14)})",
        (place.id, place.sort.to_text(), centre.frame, centre.x, centre.y, centre.sigma,
         place.radius, json.dumps(place.covariance), place.events, place.hits, place.passes,
         place.text, place.entry_id, int(place.cleared)),
    )  # fmt: skip


def _place(
    name: str, sort: str, frame: str, x: float, y: float, sigma: float, radius: float,
    covariance: str, events: int, hits: int, passes: int, text: str, entry_id: str, cleared: int,
) -> Place:  # fmt: skip
    xx, xy, yy = json.loads(covariance)
    centre = Position(frame, x, y, sigma)
    return Place(
        name, Key.from_text(sort), centre, radius, (xx, xy, yy), events, hits, passes, text,
        entry_id, bool(cleared),
    )  # fmt: skip


def _event(
    frame: str, row: int, place: str, x: float, y: float, sigma: float, session: str, leg: int,
    visits: int, way: float, weight: int, earlier_hits: int, earlier_passes: int,
) -> PlacedEvent:  # fmt: skip
    position = Position(frame, x, y, sigma)
    return PlacedEvent(
        row, place, position, session, leg, visits, way, weight, earlier_hits, earlier_passes
    )
