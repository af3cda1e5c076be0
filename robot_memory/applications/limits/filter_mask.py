"""Limits at places as filter masks: grids for Nav2's costmap filters.

Specification: rules.md §12.6 and §12.7.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from robot_memory.applications.limits.limit import SPEED_STEP, Circle, PlaceLimit

_RESOLUTION = 0.1  # m
_COARSEST = 0.25  # m; the visited places must not make the cells larger, only the limits may
_MOST_CELLS = 2000  # along a side; a larger area gets larger cells
_MARGIN = 3.0  # m around everything covered
_FREE, _KEEP_OUT = 0, 100


@dataclass(frozen=True)
class FilterMask:
    """A grid like nav_msgs/OccupancyGrid."""

    frame: str  # map frame
    resolution: float  # metres per cell
    # corner of the first cell, metres
    x: float
    y: float
    # int8, shape (rows, columns): 0: no limit; in a speed mask, the highest speed in steps of
    # :data:`~.limit.SPEED_STEP`; in a keep-out mask, 100; -1: unknown
    cells: np.ndarray

    def is_same_as(self, other: FilterMask) -> bool:
        """Whether both masks set the same limits."""
        mine, theirs = ((m.frame, m.resolution, m.x, m.y) for m in (self, other))
        return mine == theirs and np.array_equal(self.cells, other.cells)

    def cleared(self) -> FilterMask:
        """Return the same grid without limits."""
        return FilterMask(self.frame, self.resolution, self.x, self.y, np.zeros_like(self.cells))


def speed_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the speed mask; None without speed limits. Where two overlap, the lower one holds.

    Args:
        known: other places the robot visits. Nav2 reports an error for each pose outside the grid.
    """
    slow = [limit for limit in limits if not limit.is_keep_out]
    return _mask(slow, known, lambda limit: max(1, round(limit.speed / SPEED_STEP)))


def keep_out_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the mask of the keep-out places; None if there are none."""
    closed = [limit for limit in limits if limit.is_keep_out]
    return _mask(closed, known, lambda _: _KEEP_OUT)


def _mask(
    limits: Sequence[PlaceLimit], known: Sequence[Circle], value: Callable[[PlaceLimit], int]
) -> FilterMask | None:
    if not limits:
        return None
    places = [limit.circle for limit in limits]
    mask = _grid([*places, *_near(places, known)])
    for limit in sorted(limits, key=value, reverse=True):  # so that the lower one overwrites
        _paint(mask, limit.circle, value(limit))
    return mask


def _near(places: Sequence[Circle], known: Sequence[Circle]) -> list[Circle]:
    """Return the other places the robot visited, as far as they need no larger cells.

    A single wrong pose, kilometres away, would otherwise enlarge a place of half a metre to many
    metres.
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
    """Set the cells that a circle touches, including those on its edge."""
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
