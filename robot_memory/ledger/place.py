"""Places, where events of one kind accumulate, and their tables."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from robot_memory.ledger import schema
from robot_memory.ledger.key import Key
from robot_memory.ledger.observation import (
    INSERT,
    Kind,
    Observation,
    read_rows,
    stamp_from_text,
    to_row,
)
from robot_memory.ledger.position import Position

_RUN = "\t"  # between a boot and a run in it


@dataclass(frozen=True)
class PlacedEvent:
    """An event at a position, with the data that places need.

    Attributes:
        row: its row id in the ledger; for several events in one, the newest.
        place: the id of its place; empty before it has one.
        session: the run of the perception in which legs, visits and way are counted.
        leg: events of one leg belong to one pass: the robot had not left in between.
        visits: the robot's visits there so far in this session.
        way: the distance travelled so far in this session, m.
        weight: the number of events that this stands for.
        earlier_hits, earlier_passes: older passes that this stands for too, with an event and in
            total; without those of its own session and leg.
    """

    row: int
    place: str
    position: Position
    session: str
    leg: int
    visits: int
    way: float
    weight: int = 1
    earlier_hits: int = 0
    earlier_passes: int = 0

    @property
    def boot(self) -> str:
        """The robot's boot, or the recording."""
        return self.session.partition(_RUN)[0]

    @classmethod
    def of(cls, row: Observation) -> PlacedEvent:
        """Read a row of kind ``event``."""
        detail = row.detail
        return cls(
            row=row.id,
            place="",
            position=Position.from_dict(detail["at"]),
            session=f"{row.instant.boot}{_RUN}{detail['session']}",
            leg=detail["leg"],
            visits=detail["visits"],
            way=detail["way"],
        )


@dataclass(frozen=True)
class Place:
    """A place where events of one kind accumulate.

    Attributes:
        id: the fourth part of its entry's key.
        sort: the key of its events, without a place.
        radius: metres around the centre that contain nearly all of its events.
        covariance: of its events, m²: xx, xy, yy.
        hits: passes of the robot with an event.
        passes: all passes of the robot since the first event.
        text: the sentence of its entry; empty while it deserves none.
        entry_id: its entry; empty while there is none.
        cleared: whether its entry was resolved, or a resolution was proposed, and nothing has
            happened there since.
    """

    id: str
    sort: Key
    centre: Position
    radius: float
    covariance: tuple[float, float, float]
    events: int
    hits: int
    passes: int
    text: str = ""
    entry_id: str = ""
    cleared: bool = False

    @property
    def key(self) -> Key:
        """The key of its entry."""
        return replace(self.sort, place=self.id)

    @property
    def has_entry(self) -> bool:
        """Whether it has an entry."""
        return bool(self.entry_id)

    @property
    def share(self) -> float:
        """The share of passes with an event."""
        return self.hits / max(1, self.passes)


#: The columns for :func:`place_of` and :func:`event_of`.
PLACE_COLUMNS = (
    "id, sort, frame, x, y, sigma, radius, covariance, events, hits, passes, text, entry_id, "
    "cleared"
)
EVENT_COLUMNS = (
    "row, place, x, y, sigma, session, leg, visits, way, weight, earlier_hits, earlier_passes"
)


class PlaceTransaction:
    """The places within one transaction, which its owner commits."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    @property
    def places(self) -> list[Place]:
        """All places, including this transaction's changes."""
        return read_places(self._connection)

    def take_events(self) -> list[Observation]:
        """Return the events that no place has taken in yet; each is returned only once."""
        last = int(schema.meta(self._connection, "placed") or 0)
        is_new = "id > ? AND id NOT IN (SELECT row FROM place_events)"  # the mark may be damaged
        condition = f"WHERE kind = ? AND {is_new} ORDER BY id"
        rows = read_rows(self._connection, condition, (Kind.EVENT.value, last))
        if rows:
            schema.set_meta(self._connection, "placed", rows[-1].id)
        return rows

    def events_of(self, places: Iterable[Place]) -> list[PlacedEvent]:
        """Return the events of places, oldest first."""
        sql = f"SELECT {EVENT_COLUMNS} FROM place_events WHERE place = ?"
        events = [
            event_of(place.centre.frame, row)
            for place in places
            for row in self._connection.execute(sql, (place.id,)).fetchall()
        ]
        return sorted(events, key=lambda event: event.row)

    def time_of(self, row: int) -> datetime | None:
        """Return the time of an event; None if its row was deleted."""
        found = self._connection.execute("SELECT ts FROM observations WHERE id = ?", (row,))
        (stamp,) = found.fetchone() or (None,)
        return None if stamp is None else stamp_from_text(stamp)

    def exposure_after(self, variable: str, day: str) -> dict[str, float]:
        """Return exposure by bin for the days after ``day`` ('2026-12-01')."""
        sql = "SELECT bin, sum(seconds) FROM exposure WHERE variable = ? AND day > ? GROUP BY bin"
        return dict(self._connection.execute(sql, (variable, day)).fetchall())

    def replace(
        self, before: Iterable[Place], places: Iterable[Place], events: Iterable[PlacedEvent]
    ) -> None:
        """Replace places and their events by others."""
        for place in before:
            self._connection.execute("DELETE FROM place_events WHERE place = ?", (place.id,))
            self._connection.execute("DELETE FROM places WHERE id = ?", (place.id,))
        for place in places:
            self.put(place)
        self._connection.executemany(
            f"INSERT INTO place_events ({EVENT_COLUMNS}) VALUES ({', '.join('?' * 12)})",
            [
                (e.row, e.place, e.position.x, e.position.y, e.position.sigma, e.session, e.leg,
                 e.visits, e.way, e.weight, e.earlier_hits, e.earlier_passes)
                for e in events
            ],
        )  # fmt: skip

    def put(self, place: Place) -> None:
        """Store one place."""
        centre = place.centre
        self._connection.execute(
            f"INSERT OR REPLACE INTO places ({PLACE_COLUMNS}) VALUES ({', '.join('?' * 14)})",
            (place.id, place.sort.to_text(), centre.frame, centre.x, centre.y, centre.sigma,
             place.radius, json.dumps(place.covariance), place.events, place.hits, place.passes,
             place.text, place.entry_id, int(place.cleared)),
        )  # fmt: skip

    def append(self, rows: Iterable[Observation]) -> None:
        """Store rows that follow for entries."""
        self._connection.executemany(INSERT, [to_row(row) for row in rows])


def read_places(connection: sqlite3.Connection) -> list[Place]:
    """Return all places."""
    rows = connection.execute(f"SELECT {PLACE_COLUMNS} FROM places ORDER BY id").fetchall()
    return [place_of(row) for row in rows]


def place_of(row: tuple[Any, ...]) -> Place:
    """Read a row of the table ``places``."""
    (name, sort, frame, x, y, sigma, radius, covariance, events, hits, passes, text, entry,
     cleared) = row  # fmt: skip
    xx, xy, yy = json.loads(covariance)
    centre = Position(frame, x, y, sigma)
    return Place(
        name, Key.from_text(sort), centre, radius, (xx, xy, yy), events, hits, passes, text,
        entry, bool(cleared),
    )  # fmt: skip


def event_of(frame: str, row: tuple[Any, ...]) -> PlacedEvent:
    """Read a row of the table ``place_events``; the frame is that of its place."""
    number, place, x, y, sigma, *rest = row
    return PlacedEvent(number, place, Position(frame, x, y, sigma), *rest)
