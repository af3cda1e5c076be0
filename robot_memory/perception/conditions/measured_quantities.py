"""Whether a number really is the measurement that its name claims: charge, speed, pressure.

Specification: rules.md §10.14.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_MOVED = 0.2  # m by which a robot moves whose odometry still tells no velocity
#: Batteries that do not drive the robot, and odometry that is of something else.
_OTHER_BATTERY = re.compile(r"joy|game_?pad|ds4|remote|charger|dock|station|phone|tablet", re.I)
_OTHER_MOVER = re.compile(
    r"target|desired|reference|set_?point|goal|command|cmd|object|obstacle|leader|person", re.I
)


@lru_cache(1024)  # asked of each message; there are a few topics
def may_measure(topic: str, variable: str) -> bool:
    """Tell whether a topic's battery or odometry may be the robot's own, by its name."""
    if variable in ("battery", "load"):
        return _OTHER_BATTERY.search(topic) is None
    if variable in ("speed", "turn_rate", "x", "y"):
        return _OTHER_MOVER.search(topic) is None
    return True


@dataclass
class MeasuredQuantities:
    """What came on one topic so far, and what of it is a measurement.

    Attributes:
        was_present: whether its battery ever said that it is there.
        has_velocity: whether its odometry ever held a velocity.
        is_analog: whether its pressure ever was anything else than 0 or 1.
    """

    was_present: bool = False
    has_velocity: bool = False
    is_analog: bool = False
    _origin: tuple[float, float] | None = None

    def battery_is_there(self, content: Any) -> bool:
        """Tell whether there is a battery: present, or measured by one who never says present."""
        is_present = bool(getattr(content, "present", False))
        self.was_present |= is_present
        return is_present or (not self.was_present and _volts(content) > 0.0)

    def charge(self, content: Any) -> float:
        """Return the reported charge; NaN where there is no battery, or nobody measures it.

        A charge of zero beside no voltage was never filled in.
        """
        if not self.battery_is_there(content):
            return math.nan
        charge = float(content.percentage)
        return charge if charge != 0.0 or _volts(content) > 0.0 else math.nan

    def measures_velocity(self, content: Any) -> bool:
        """Tell whether odometry tells how fast the robot moves: some drivers leave it at zero."""
        twist = content.twist.twist
        parts = (twist.linear.x, twist.linear.y, twist.linear.z, twist.angular.z)
        self.has_velocity |= any(parts)
        if self.has_velocity or not hasattr(content, "pose"):
            return True
        position = content.pose.pose.position
        self._origin = self._origin or (position.x, position.y)
        return not math.dist(self._origin, (position.x, position.y)) >= _MOVED

    def pressure(self, value: float) -> float:
        """Return a pressure; NaN for what is only ever 0 or 1, as a vacuum switch is."""
        self.is_analog |= value not in (0.0, 1.0)
        return value if self.is_analog else math.nan


def _volts(content: Any) -> float:
    volts = float(getattr(content, "voltage", math.nan))
    return volts if math.isfinite(volts) else 0.0
