"""Whether the robot moves, by its odometry."""

from __future__ import annotations

import math

_FRESH = 3.0  # s for which a value is the present one
_STANDS = 0.02  # m/s and rad/s; less is standing
_GOES, _TURNS = 0.1, 0.05  # m/s and rad/s; more is moving


class OdometryMotion:
    """The last speed and turn rate that odometry told."""

    def __init__(self) -> None:
        self._stamp = -math.inf
        self._speed = self._turn_rate = 0.0

    def move(self, stamp: float, speed: float, turn_rate: float) -> None:
        """Take in how the robot moves, m/s and rad/s; NaN tells nothing."""
        if math.isfinite(speed) and math.isfinite(turn_rate):
            self._stamp, self._speed, self._turn_rate = stamp, speed, turn_rate

    def is_standing(self, stamp: float) -> bool:
        """Tell whether odometry says that the robot does not move."""
        is_small = abs(self._speed) < _STANDS and abs(self._turn_rate) < _STANDS
        return stamp - self._stamp <= _FRESH and is_small

    def is_moving(self, stamp: float) -> bool:
        """Tell whether odometry says, beyond its noise, that the robot moves."""
        is_large = abs(self._speed) > _GOES or abs(self._turn_rate) > _TURNS
        return stamp - self._stamp <= _FRESH and is_large
