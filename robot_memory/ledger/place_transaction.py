"""Places and events within one transaction: what is decided of them is stored with them, or not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from robot_memory.ledger import place_table, schema
from robot_memory.ledger.observation import (
    INSERT,
    Kind,
    Observation,
    read_rows,
    stamp_from_text,
    to_row,
)
from robot_memory.ledger.place import Place, PlacedEvent


class PlaceTransaction:
    """What is known of places, for as long as one transaction lasts.

    Args:
        connection: within a transaction that its owner commits.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.places: Sequence[Place] = place_table.read(connection)

    def take_events(self) -> list[Observation]:
        """Return the events that no place has taken in yet; the next call returns later ones."""
        last = int(schema.meta(self._connection, "placed") or 0)
        condition = "WHERE kind = ? AND id > ? ORDER BY id"
        rows = read_rows(self._connection, condition, (Kind.EVENT.value, last))
        if rows:
            schema.set_meta(self._connection, "placed", rows[-1].id)
        return rows

    def events_of(self, places: Iterable[Place]) -> list[PlacedEvent]:
        """Return the events of places, oldest first."""
        return place_table.read_events(self._connection, places)

    def time_of(self, row: int) -> datetime | None:
        """Return when an event was; None where its row is kept no longer."""
        found = self._connection.execute("SELECT ts FROM observations WHERE id = ?", (row,))
        (stamp,) = found.fetchone() or (None,)
        return None if stamp is None else stamp_from_text(stamp)

    def exposure_after(self, variable: str, day: str) -> dict[str, float]:
        """Return exposure by bin, of the days after one ('2026-12-01')."""
        sql = "SELECT bin, sum(seconds) FROM exposure WHERE variable = ? AND day > ? GROUP BY bin"
        return dict(self._connection.execute(sql, (variable, day)).fetchall())

    def replace(
        self, before: Iterable[Place], places: Iterable[Place], events: Iterable[PlacedEvent]
    ) -> None:
        """Store places and their events instead of other places and theirs."""
        place_table.replace_all(self._connection, before, places, events)

    def put(self, place: Place) -> None:
        """Store one place."""
        place_table.put(self._connection, place)

    def append(self, rows: Iterable[Observation]) -> None:
        """Store what follows for entries."""
        self._connection.executemany(INSERT, [to_row(row) for row in rows])
