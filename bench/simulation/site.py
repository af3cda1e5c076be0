"""A rover's site: the stops of its round, the walls around it, and spots between the stops."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from simulation.timeline import Array, Mask
from simulation.truth import Interval


@dataclass(frozen=True)
class Spot:
    """A disc on the robot's way; metres in the map."""

    x: float
    y: float
    radius: float

    def holds(self, x: Array, y: Array) -> Mask:
        """Return a mask of the positions in the spot."""
        return np.hypot(x - self.x, y - self.y) < self.radius


@dataclass
class Site:
    """The site of a rover.

    Attributes:
        stops: the stops in their order; the first is the dock, at the origin.
        walls: least x, greatest x, least y, greatest y.
        outdoors: whether there are GPS and daylight.
        scale: typical distance between stops, m.
    """

    stops: list[tuple[float, float]]
    walls: tuple[float, float, float, float]
    outdoors: bool
    scale: float
    _legs: list[int] = field(default_factory=list)

    def spot(self, chance: np.random.Generator, radius: float) -> Spot | None:
        """Return a spot on a leg without one; None if all legs have a spot."""
        free = [leg for leg in range(1, len(self.stops)) if leg not in self._legs]
        if not free:
            return None
        leg = int(chance.choice(free))
        self._legs.append(leg)
        (x0, y0), (x1, y1) = self.stops[leg], self.stops[(leg + 1) % len(self.stops)]
        share = chance.uniform(0.4, 0.6)
        return Spot(x0 + share * (x1 - x0), y0 + share * (y1 - y0), radius)

    def distance(self, x: Array, y: Array, angle: Array) -> Array:
        """Return the distance to the walls in a direction, by ray casting."""
        left, right, low, high = self.walls
        cos, sin = np.cos(angle), np.sin(angle)
        with np.errstate(divide="ignore", invalid="ignore"):
            across = np.where(cos > 0.0, (right - x) / cos, (left - x) / cos)
            along = np.where(sin > 0.0, (high - y) / sin, (low - y) / sin)
        found: Array = np.minimum(
            np.nan_to_num(across, nan=np.inf), np.nan_to_num(along, nan=np.inf)
        )
        return found


def draw_site(chance: np.random.Generator, *, outdoors: bool) -> Site:
    """Draw a site."""
    scale = chance.uniform(8.0, 16.0) if outdoors else chance.uniform(4.0, 8.0)
    count = int(chance.integers(5, 8))
    turn = chance.uniform(0.0, 2.0 * np.pi)
    angles = turn + np.sort(
        np.linspace(0.0, 2.0 * np.pi, count, endpoint=False) + chance.uniform(-0.3, 0.3, count)
    )
    radii = scale * chance.uniform(0.7, 1.3, count)
    points = np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)
    points -= points[0]
    margin = chance.uniform(15.0, 60.0) if outdoors else chance.uniform(1.2, 3.0)
    (left, low), (right, high) = points.min(axis=0) - margin, points.max(axis=0) + margin
    stops = [(float(x), float(y)) for x, y in points]
    return Site(stops, (float(left), float(right), float(low), float(high)), outdoors, scale)


def visits(mask: Mask, stamps: Array, *, apart: float = 3.0) -> list[Interval]:
    """Return the times of a mask as intervals that are some seconds apart.

    Args:
        mask: on the grid.
        stamps: of the grid.
        apart: closer times belong together, s.
    """
    found: list[Interval] = []
    for stamp in stamps[mask].tolist():
        if found and stamp - found[-1][1] <= apart:
            found[-1] = (found[-1][0], stamp)
        else:
            found.append((stamp, stamp))
    return found
