"""The position of the robot: a point of the plane in a named frame."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The frame of satellite positions: x is the longitude, y the latitude, both in degrees.
WGS84 = "wgs84"
#: The exposure variable, with its bin, of the distance travelled: metres.
DISTANCE = ("distance", "")
#: The exposure variable of ended goals, by action.
GOALS = "goals"
#: The exposure variable, with its bin, of reported attempts whose rows have been deleted.
REPORTED_TASKS = ("reported tasks", "")
METRES_A_DEGREE = 111_195.0  # of a great circle on a sphere with a radius of 6371 km
_CELL, _CELL_WGS84 = 1.0, 1e-4  # in the frame's own unit; the latter is about ten metres


@dataclass(frozen=True)
class Position:
    """A point and its uncertainty.

    Attributes:
        frame: 'map', 'odom', 'wgs84' …; points in different frames cannot be compared.
        x, y: metres; in ``wgs84`` longitude and latitude in degrees.
        sigma: standard deviation along either axis, metres.
    """

    frame: str
    x: float
    y: float
    sigma: float = 0.0

    @property
    def is_lasting(self) -> bool:
        """Whether the frame survives a restart: an odometry frame is new at each start."""
        return "odom" not in self.frame

    @property
    def cell(self) -> str:
        """The cell of a coarse grid that contains the point: 'column,row'."""
        step = _step(self.frame)
        return f"{math.floor(self.x / step)},{math.floor(self.y / step)}"

    @property
    def cells_around(self) -> list[str]:
        """The cell and its eight neighbours."""
        column, row = map(int, self.cell.split(","))
        return [f"{column + dx},{row + dy}" for dx in (-1, 0, 1) for dy in (-1, 0, 1)]

    @classmethod
    def of_cell(cls, frame: str, cell: str) -> Position:
        """Return the middle of a cell; sigma is half of its diagonal, metres."""
        step = _step(frame)
        column, row = map(int, cell.split(","))
        middle = cls(frame, (column + 0.5) * step, (row + 0.5) * step)
        corner = cls(frame, column * step, row * step)
        return cls(frame, middle.x, middle.y, middle.distance(corner))

    def offset(self, origin: Position) -> tuple[float, float]:
        """Return the offset from ``origin`` to the east (x) and to the north (y), metres."""
        dx, dy = self.x - origin.x, self.y - origin.y
        if self.frame != WGS84:
            return dx, dy
        across = (dx + 180.0) % 360.0 - 180.0
        shrink = math.cos(math.radians((self.y + origin.y) / 2.0))
        return across * shrink * METRES_A_DEGREE, dy * METRES_A_DEGREE

    def distance(self, other: Position) -> float:
        """Return the distance to another point of the same frame, metres."""
        return math.hypot(*self.offset(other))

    def moved(self, dx: float, dy: float, sigma: float) -> Position:
        """Return the point moved by the given metres, with a new standard deviation."""
        if self.frame != WGS84:
            return Position(self.frame, self.x + dx, self.y + dy, sigma)
        y = self.y + dy / METRES_A_DEGREE
        shrink = max(1e-6, math.cos(math.radians((self.y + y) / 2.0)))
        return Position(self.frame, self.x + dx / shrink / METRES_A_DEGREE, y, sigma)

    def as_dict(self) -> dict[str, Any]:
        """Return the form for a row's ``detail``."""
        digits = 8 if self.frame == WGS84 else 3
        x, y = round(self.x, digits), round(self.y, digits)
        return {"frame": self.frame, "x": x, "y": y, "sigma": round(self.sigma, 3)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Position:
        """Read a value of :meth:`as_dict`."""
        return cls(data["frame"], data["x"], data["y"], data["sigma"])


def _step(frame: str) -> float:
    return _CELL_WGS84 if frame == WGS84 else _CELL


def passes_variable(frame: str) -> str:
    """Return the exposure variable that counts the robot's passes, by cell."""
    return f"passes in {frame}"
