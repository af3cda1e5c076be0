"""Where entries of the surroundings are: a map of each frame, to scale."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from robot_memory.ledger.place import Place
from robot_memory.ledger.position import WGS84, Position
from robot_memory.report.markup import Child, tag
from robot_memory.report.pictures.canvas import WIDTH, figure, line, nice_step, text

_SIDE, _MARGIN, _SMALLEST = 400.0, 34.0, 5.0
_MOST_DOTS = 2000


@dataclass(frozen=True)
class _View:
    """Metres east and north of an origin, drawn to scale."""

    origin: Position
    west: float
    north: float
    a_metre: float

    def at(self, point: Position) -> tuple[float, float]:
        east, north = point.offset(self.origin)
        return (_MARGIN + (east - self.west) * self.a_metre,
                _MARGIN + (self.north - north) * self.a_metre)  # fmt: skip


def draw_map(
    anchor: str,
    places: Sequence[tuple[int, Place]],
    events: Sequence[Position],
    *caption: Child,
) -> Element:
    """Return the map of one frame.

    Args:
        anchor: names it in the page.
        places: of one frame, each with the number that the table gives it; at least one.
        events: where something happened, in the same frame.
        caption: what stands below it.
    """
    view, width, height = _view([place for _, place in places], events)
    frame = places[0][1].centre.frame
    shapes = [
        *_dots(view, events),
        *(shape for number, place in places for shape in _place(view, number, place)),
        *_ruler(view, height),
    ]
    turn = "North is up" if frame == WGS84 else "y points up, x to the right"
    description = f"{len(places)} places and {len(events)} events. {turn}; the ruler is in metres."
    left = (WIDTH - width) / 2.0
    moved = tag("g", *shapes, transform=f"translate({left:.1f} 0)")
    title = f"Places in the frame {frame}"
    return figure(anchor, title, description, height, [moved], *caption)


def _view(places: Sequence[Place], events: Sequence[Position]) -> tuple[_View, float, float]:
    origin = places[0].centre
    reach = [(place.centre.offset(origin), place.radius) for place in places]
    reach += [(point.offset(origin), 0.0) for point in events]
    west, east = min(x - r for (x, _), r in reach), max(x + r for (x, _), r in reach)
    south, north = min(y - r for (_, y), r in reach), max(y + r for (_, y), r in reach)
    wide, tall = max(east - west, 1.0), max(north - south, 1.0)
    a_metre = min((WIDTH - 2 * _MARGIN) / wide, _SIDE / tall)
    view = _View(origin, west, north, a_metre)
    return view, wide * a_metre + 2 * _MARGIN, tall * a_metre + 2 * _MARGIN + 16.0


def _dots(view: _View, events: Sequence[Position]) -> Iterator[Element]:
    """Yield where events were, each spot once."""
    spots = {(round(x), round(y)) for x, y in map(view.at, events)}
    for x, y in sorted(spots)[:_MOST_DOTS]:
        yield tag("circle", cx=x, cy=y, r=1.6, class_="event")


def _place(view: _View, number: int, place: Place) -> Iterator[Element]:
    x, y = view.at(place.centre)
    radius = max(_SMALLEST, place.radius * view.a_metre)
    yield tag("circle", tag("title", place.text), cx=x, cy=y, r=radius, class_="place")
    yield text(x, y - radius - 4.0, str(number), "label middle strong")


def _ruler(view: _View, height: float) -> Iterator[Element]:
    metres = nice_step(60.0 / view.a_metre, 1)
    y, end = height - 8.0, _MARGIN + metres * view.a_metre
    yield line(_MARGIN, y, end, y, "axis")
    for x in (_MARGIN, end):
        yield line(x, y - 4.0, x, y + 4.0, "axis")
    yield text(end + 6.0, y + 4.0, f"{metres:,.10g} m", "tick")
