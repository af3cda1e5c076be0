"""A limit at a place: how fast the robot may go there, or that it stays out (rules.md §12.6)."""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass
from typing import Any

from robot_memory.foundation.identity.canonical import canonical_json

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
    """Where it holds."""

    frame: str  # of the map, as in ``map``
    # x, y: the centre, metres
    x: float
    y: float
    radius: float  # metres

    def words(self) -> str:
        """Return it in words: ``within 1.2 m of (3.10, 0.40) in map``."""
        return f"within {self.radius:.1f} m of ({self.x:.2f}, {self.y:.2f}) in {self.frame}"


@dataclass(frozen=True)
class PlaceLimit:
    """What an operator asks for at a place that the robot learned."""

    rrn: str  # the robot, for which alone it is approved
    id: str  # the entry of the place
    circle: Circle  # where it holds
    # the highest one there, m/s, a multiple of :data:`SPEED_STEP`; :data:`KEEP_OUT`: the robot
    # stays out
    speed: float

    scope = SCOPE

    @property
    def digest(self) -> str:
        """The SHA-256 of what an operator approves."""
        approved = {"rrn": self.rrn, "entry": self.id, **self.terms}
        return hashlib.sha256(canonical_json(approved)).hexdigest()

    @property
    def terms(self) -> dict[str, Any]:
        """What stands in the approval, to be read again by :func:`.limit_signature.read_limit`."""
        return {"value": self.speed, "place": asdict(self.circle)}

    @property
    def value(self) -> float:
        """What was approved: the speed."""
        return self.speed

    @property
    def is_keep_out(self) -> bool:
        """Whether the robot stays out."""
        return self.speed == KEEP_OUT

    def covers(self, other: object) -> bool:
        """Tell whether it allows nothing anywhere that another limit does not allow."""
        if not isinstance(other, PlaceLimit) or self.circle.frame != other.circle.frame:
            return False
        mine, theirs = self.circle, other.circle
        distance = math.hypot(theirs.x - mine.x, theirs.y - mine.y)
        return distance + theirs.radius <= mine.radius and self.speed <= other.speed

    def words(self) -> str:
        """Return the limit in words: ``at most 0.2 m/s within 1.2 m of (3.10, 0.40) in map``."""
        what = "keep out" if self.is_keep_out else f"at most {self.speed:.10g} m/s"
        return f"{what} {self.circle.words()}"


def mask_speed(speed: float) -> float:
    """Return the highest speed of a filter mask that is not above ``speed``, m/s."""
    return round(math.floor(speed / SPEED_STEP + 1e-9) * SPEED_STEP, 10)
