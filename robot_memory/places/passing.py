"""How often the robot passed a place without an event.

:mod:`.place_significance` decides after how many passes the place is proposed as resolved.

See docs/explanation/places.md, "When it is over".
"""

from __future__ import annotations

from datetime import timezone

from robot_memory.ledger.place import Place
from robot_memory.ledger.place_transaction import PlaceTransaction
from robot_memory.ledger.position import Position, passes_variable


def last_day(book: PlaceTransaction, place: Place) -> str:
    """Return the day of the newest event of a place, UTC; empty where it is not kept any more."""
    time = book.time_of(max((event.row for event in book.events_of([place])), default=0))
    return time.astimezone(timezone.utc).date().isoformat() if time else ""


def clean_passes(book: PlaceTransaction, place: Place, day: str) -> int:
    """Return how often the robot passed a place after a day.

    Passes are counted by cell. The cell of the place with most passes tells how many there were.
    """
    frame = place.centre.frame
    passes = book.exposure_after(passes_variable(frame), day)
    return int(max((n for cell, n in passes.items() if _is_at(place, cell)), default=0))


def _is_at(place: Place, cell: str) -> bool:
    middle = Position.of_cell(place.centre.frame, cell)
    return middle.distance(place.centre) <= place.radius + middle.sigma
