"""Limits at places as filter masks: grids that Nav2's costmap filters read.

Specification: rules.md §12.6 and §12.7.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from robot_memory.applications.limits.limit import SPEED_STEP, Circle, PlaceLimit

_RESOLUTION = 0.1  # m
_COARSEST = 0.25  # m, of an area that is large for where the robot was, and not for its limits
_MOST_CELLS = 2000  # along either side; a larger area has larger cells
_MARGIN = 3.0  # m around all that it covers
_FREE, _KEEP_OUT = 0, 100


@dataclass(frozen=True)
class FilterMask:
    """A grid, as nav_msgs/OccupancyGrid has it."""

    frame: str  # of the map
    resolution: float  # metres a cell
    # x, y: of the corner of the first cell, metres
    x: float
    y: float
    # int8, shape (rows, columns): 0: nothing is limited; in a mask of speeds the highest speed in
    # steps of :data:`~.limit.SPEED_STEP`; in one of keep-out zones 100; -1: nothing is said
    cells: np.ndarray

    def is_same_as(self, other: FilterMask) -> bool:
        """Whether both limit the same."""
        mine, theirs = ((m.frame, m.resolution, m.x, m.y) for m in (self, other))
        return mine == theirs and np.array_equal(self.cells, other.cells)

    def cleared(self) -> FilterMask:
        """Return the same grid without limits."""
        return FilterMask(self.frame, self.resolution, self.x, self.y, np.zeros_like(self.cells))


def speed_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the mask of speeds; None where none is limited. Where two overlap, the lower holds.

    Args:
        known: where else the robot goes. Nav2 reports an error for each pose outside the grid.
    """
    slow = [limit for limit in limits if not limit.is_keep_out]
    return _mask(slow, known, lambda limit: max(1, round(limit.speed / SPEED_STEP)))


def keep_out_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the mask of the places to stay out of; None where there is none."""
    closed = [limit for limit in limits if limit.is_keep_out]
    return _mask(closed, known, lambda _: _KEEP_OUT)


def _mask(
    limits: Sequence[PlaceLimit], known: Sequence[Circle], value: Callable[[PlaceLimit], int]
) -> FilterMask | None:
    if not limits:
        return None
    places = [limit.circle for limit in limits]
    mask = _grid([*places, *_near(places, known)])
    for limit in sorted(limits, key=value, reverse=True):  # the lower one overwrites
        _paint(mask, limit.circle, value(limit))
    return mask


def _near(places: Sequence[Circle], known: Sequence[Circle]) -> list[Circle]:
    """Return where else the robot was, as far as that needs no cells that are too large.

    One wrong pose, kilometres away, would make a place of half a metre one of many.
    """
    x = (min(one.x for one in places) + max(one.x for one in places)) / 2.0
    y = (min(one.y for one in places) + max(one.y for one in places)) / 2.0
    reach = _COARSEST * _MOST_CELLS / 2.0 - _MARGIN
    return [
        one for one in known
        if abs(one.x - x) + one.radius <= reach and abs(one.y - y) + one.radius <= reach
    ]  # fmt: skip


def _grid(circles: Sequence[Circle]) -> FilterMask:
    west = min(one.x - one.radius for one in circles) - _MARGIN
    east = max(one.x + one.radius for one in circles) + _MARGIN
    south = min(one.y - one.radius for one in circles) - _MARGIN
    north = max(one.y + one.radius for one in circles) + _MARGIN
    resolution = max(_RESOLUTION, max(east - west, north - south) / _MOST_CELLS)
    rows, columns = (math.ceil(side / resolution) for side in (north - south, east - west))
    cells = np.full((rows, columns), _FREE, np.int8)
    return FilterMask(circles[0].frame, resolution, west, south, cells)


def _paint(mask: FilterMask, circle: Circle, value: int) -> None:
    """Set the cells that a circle touches: those of its edge count as inside."""
    reach = circle.radius + mask.resolution * math.sqrt(0.5)
    rows, columns = mask.cells.shape
    across = _span(circle.x - mask.x, reach, mask.resolution, columns)
    along = _span(circle.y - mask.y, reach, mask.resolution, rows)
    x = mask.x + (np.arange(columns)[across] + 0.5) * mask.resolution - circle.x
    y = mask.y + (np.arange(rows)[along] + 0.5) * mask.resolution - circle.y
    mask.cells[along, across][np.hypot(x[np.newaxis, :], y[:, np.newaxis]) <= reach] = value


def _span(middle: float, reach: float, resolution: float, count: int) -> slice:
    """Return the cells along one side that are within reach."""
    first = math.floor((middle - reach) / resolution)
    last = math.ceil((middle + reach) / resolution)
    return slice(max(0, first), min(count, last))
