"""Where entries about the surroundings are: a map of each frame, to scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from robot_memory.applications.report.pictures.canvas import WIDTH, Point, nice_step
from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84, Position

_SIDE, _MARGIN, _SMALLEST = 400.0, 34.0, 5.0  # units of the canvas
_MOST_DOTS = 2000


@dataclass(frozen=True)
class _View:
    """Metres east and north of an origin, drawn to scale."""

    origin: Position
    west: float
    north: float
    a_metre: float

    def at(self, point: Position) -> Point:
        east, north = point.offset(self.origin)
        return (_MARGIN + (east - self.west) * self.a_metre,
                _MARGIN + (self.north - north) * self.a_metre)  # fmt: skip


@dataclass(frozen=True)
class PlaceMap:
    """The map of one frame."""

    # at least one, all in one frame, each with its number in the table
    places: Sequence[tuple[int, Place]]
    events: Sequence[Position]  # positions of events, in the same frame
    view: _View
    # width, height: of the picture
    width: float
    height: float

    @classmethod
    def of(cls, places: Sequence[tuple[int, Place]], events: Sequence[Position]) -> PlaceMap:
        """Return a map that contains the places and events."""
        origin = places[0][1].centre
        reach = [(place.centre.offset(origin), place.radius) for _, place in places]
        reach += [(point.offset(origin), 0.0) for point in events]
        west, east = min(x - r for (x, _), r in reach), max(x + r for (x, _), r in reach)
        south, north = min(y - r for (_, y), r in reach), max(y + r for (_, y), r in reach)
        wide, tall = max(east - west, 1.0), max(north - south, 1.0)
        a_metre = min((WIDTH - 2 * _MARGIN) / wide, _SIDE / tall)
        view = _View(origin, west, north, a_metre)
        width, height = wide * a_metre + 2 * _MARGIN, tall * a_metre + 2 * _MARGIN + 16.0
        return cls(places, events, view, width, height)

    @property
    def frame(self) -> str:
        """The name of the frame."""
        return self.places[0][1].centre.frame

    @property
    def turn(self) -> str:
        """The map's orientation in words."""
        return "North is up" if self.frame == WGS84 else "y points up, x to the right"

    def dots(self) -> list[Point]:
        """Return the positions of events, each position once."""
        spots: set[Point] = {(round(x), round(y)) for x, y in map(self.view.at, self.events)}
        return sorted(spots)[:_MOST_DOTS]

    def circles(self) -> Iterator[tuple[int, Place, Point, float]]:
        """Yield each place with its number, position and radius in the picture."""
        for number, place in self.places:
            radius = max(_SMALLEST, place.radius * self.view.a_metre)
            yield number, place, self.view.at(place.centre), radius

    def ruler(self) -> tuple[float, float, str]:
        """Return the ruler's start and end, and its length in words."""
        metres = nice_step(60.0 / self.view.a_metre, 1)
        return _MARGIN, _MARGIN + metres * self.view.a_metre, f"{metres:,.10g} m"
