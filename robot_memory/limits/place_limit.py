"""A limit at a place: how fast the robot may go there, or that it stays out (rules.md §12.6)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from robot_memory.identity.canonical import canonical_json

#: The speed of a place that the robot stays out of, m/s.
KEEP_OUT = 0.0
#: Speeds are multiples of this, m/s: one step of a filter mask.
SPEED_STEP = 0.05
#: The highest speed that a filter mask can say, m/s.
HIGHEST_SPEED = 100 * SPEED_STEP
#: The radius of the smallest and of the largest circle in which one may hold, m.
SMALLEST_RADIUS, LARGEST_RADIUS = 0.3, 100.0
#: The scope of its approval.
SCOPE = "place"


@dataclass(frozen=True)
class Circle:
    """Where it holds.

    Attributes:
        frame: of the map, as in ``map``.
        x, y: the centre, metres.
        radius: metres.
    """

    frame: str
    x: float
    y: float
    radius: float

    def words(self) -> str:
        """Return it in words: ``within 1.2 m of (3.10, 0.40) in map``."""
        return f"within {self.radius:.1f} m of ({self.x:.2f}, {self.y:.2f}) in {self.frame}"


@dataclass(frozen=True)
class PlaceLimit:
    """What an operator asks for at a place that the robot learned.

    Attributes:
        rrn: the robot, for which alone it is approved.
        id: the entry of the place.
        circle: where it holds.
        speed: the highest one there, m/s, a multiple of :data:`SPEED_STEP`; :data:`KEEP_OUT`: the
            robot stays out.
    """

    rrn: str
    id: str
    circle: Circle
    speed: float

    @property
    def scope(self) -> str:
        """What an approval of it is about."""
        return SCOPE

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator approves."""
        approved = {"rrn": self.rrn, "entry": self.id, **self.terms}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """What stands in the approval, to be read again by :func:`place_limit_of`."""
        return {"value": self.speed, "place": asdict(self.circle)}

    @property
    def value(self) -> float:
        """What was approved: the speed."""
        return self.speed

    @property
    def is_keep_out(self) -> bool:
        """Whether the robot stays out."""
        return self.speed == KEEP_OUT

    def words(self) -> str:
        """Return the limit in words: ``at most 0.2 m/s within 1.2 m of (3.10, 0.40) in map``."""
        what = "keep out" if self.is_keep_out else f"at most {self.speed:.10g} m/s"
        return f"{what} {self.circle.words()}"


def stricter_place(one: PlaceLimit, other: PlaceLimit) -> PlaceLimit:
    """Return a limit that allows nothing that either of two does not allow.

    It holds in the smallest circle around both. Of two frames, or where that circle is larger than
    a limit may be, ``one`` is returned.
    """
    a, b = one.circle, other.circle
    distance = math.hypot(b.x - a.x, b.y - a.y)
    radius = max(a.radius, b.radius, (a.radius + b.radius + distance) / 2.0)
    if a.frame != b.frame or radius > LARGEST_RADIUS:
        return one
    if radius in (a.radius, b.radius):  # one circle is around the other
        circle = a if a.radius >= b.radius else b
    else:
        share = (radius - a.radius) / distance
        x, y = a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)
        circle = Circle(a.frame, round(x, 3), round(y, 3), round(radius + 0.002, 3))
    return replace(one, circle=circle, speed=min(one.speed, other.speed))


def place_limit_of(rrn: str, record: Mapping[str, Any]) -> PlaceLimit | None:
    """Return the place limit that an approval is of; None where it is of something else."""
    if record["scope"] != SCOPE or "place" not in record or "value" not in record:
        return None
    circle = Circle(**record["place"])
    return PlaceLimit(rrn, str(record["subject"]), circle, float(record["value"]))


def mask_speed(speed: float) -> float:
    """Return the highest speed of a filter mask that is not above ``speed``, m/s."""
    return round(math.floor(speed / SPEED_STEP + 1e-9) * SPEED_STEP, 10)
