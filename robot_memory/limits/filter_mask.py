"""Limits at places as filter masks: grids that Nav2's costmap filters read (rules.md §12.6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from robot_memory.limits.place_limit import SPEED_STEP, Circle, PlaceLimit

_RESOLUTION = 0.1  # m
_MOST_CELLS = 2000  # along either side; a larger area has larger cells
_MARGIN = 3.0  # m around all that it covers
_FREE, _KEEP_OUT = 0, 100


@dataclass(frozen=True)
class FilterMask:
    """A grid, as nav_msgs/OccupancyGrid has it.

    Attributes:
        frame: of the map.
        resolution: metres a cell.
        x, y: of the corner of the first cell, metres.
        cells: int8, shape (rows, columns): 0: nothing is limited; in a mask of speeds the highest
            speed in steps of :data:`~robot_memory.limits.place_limit.SPEED_STEP`; in one of
            keep-out zones 100.
    """

    frame: str
    resolution: float
    x: float
    y: float
    cells: np.ndarray

    def is_same_as(self, other: FilterMask) -> bool:
        """Whether both limit the same."""
        mine, theirs = ((m.frame, m.resolution, m.x, m.y) for m in (self, other))
        return mine == theirs and np.array_equal(self.cells, other.cells)

    def cleared(self) -> FilterMask:
        """Return the same grid without limits."""
        return FilterMask(self.frame, self.resolution, self.x, self.y, np.zeros_like(self.cells))


def speed_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the mask of speeds; None where no speed is limited.

    Args:
        limits: in one frame; where two overlap, the lower speed holds.
        known: where else the robot goes. Nav2 reports an error for each pose outside the grid.
    """
    slow = [limit for limit in limits if not limit.is_keep_out]
    return _mask(slow, known, lambda limit: max(1, round(limit.speed / SPEED_STEP)))


def keep_out_mask(limits: Iterable[PlaceLimit], known: Sequence[Circle] = ()) -> FilterMask | None:
    """Return the mask of the places to stay out of; None where there is none.

    Args:
        limits: in one frame.
        known: where else the robot goes.
    """
    closed = [limit for limit in limits if limit.is_keep_out]
    return _mask(closed, known, lambda _: _KEEP_OUT)


def _mask(
    limits: Sequence[PlaceLimit], known: Sequence[Circle], value: Callable[[PlaceLimit], int]
) -> FilterMask | None:
    if not limits:
        return None
    mask = _grid([*(limit.circle for limit in limits), *known])
    for limit in sorted(limits, key=value, reverse=True):  # the lower one overwrites
        mask.cells[_touched(mask, limit.circle)] = value(limit)
    return mask


def _grid(circles: Sequence[Circle]) -> FilterMask:
    west = min(one.x - one.radius for one in circles) - _MARGIN
    east = max(one.x + one.radius for one in circles) + _MARGIN
    south = min(one.y - one.radius for one in circles) - _MARGIN
    north = max(one.y + one.radius for one in circles) + _MARGIN
    resolution = max(_RESOLUTION, max(east - west, north - south) / _MOST_CELLS)
    rows, columns = (math.ceil(side / resolution) for side in (north - south, east - west))
    cells = np.full((rows, columns), _FREE, np.int8)
    return FilterMask(circles[0].frame, resolution, west, south, cells)


def _touched(mask: FilterMask, circle: Circle) -> np.ndarray:
    """Return which cells a circle touches: those of its edge count as inside."""
    rows, columns = mask.cells.shape
    x = mask.x + (np.arange(columns) + 0.5) * mask.resolution - circle.x
    y = mask.y + (np.arange(rows) + 0.5) * mask.resolution - circle.y
    reach = circle.radius + mask.resolution * math.sqrt(0.5)
    is_touched: np.ndarray = np.hypot(x[np.newaxis, :], y[:, np.newaxis]) <= reach
    return is_touched
