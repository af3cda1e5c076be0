"""Events at positions, as the robot's perception reports them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from robot_memory.entries.places.growth import Growth, grow
from robot_memory.ledger import Key
from robot_memory.ledger.place import Place, PlacedEvent
from robot_memory.ledger.position import Position

SLIP = Key("slip", "wheels", "slip")


def event(
    row: int,
    x: float,
    y: float = 0.0,
    *,
    leg: int | None = None,
    visits: int = 1,
    way: float = 0.0,
    sigma: float = 0.1,
    session: str = "one",
    frame: str = "map",
    place: str = "",
) -> PlacedEvent:
    """An event; by default each event is on a pass of its own."""
    number = row if leg is None else leg
    return PlacedEvent(row, place, Position(frame, x, y, sigma), session, number, visits, way)


def heap(
    first_row: int, x: float, y: float, count: int, *, spread: float = 0.2, sigma: float = 0.1
) -> list[PlacedEvent]:
    """Events around a point; the same layout in every run."""
    golden = math.pi * (3.0 - math.sqrt(5.0))
    return [
        event(
            first_row + k,
            x + spread * math.sqrt((k + 0.5) / count) * math.cos(golden * k),
            y + spread * math.sqrt((k + 0.5) / count) * math.sin(golden * k),
            sigma=sigma, visits=k + 1,
        )
        for k in range(count)
    ]  # fmt: skip


def growing(*batches: Iterable[PlacedEvent], told: Sequence[str] = ()) -> Growth:
    """Grow places from batches of events, and return the last growth."""
    known: dict[str, Place] = {}
    events: list[PlacedEvent] = []
    growth = None
    for batch in batches:
        growth = grow(SLIP, known, [*events, *batch])
        known, events = dict(growth.places), list(growth.events)
    assert growth is not None
    return growth


def points(events: Iterable[PlacedEvent]) -> np.ndarray:
    return np.array([(item.position.x, item.position.y) for item in events])
