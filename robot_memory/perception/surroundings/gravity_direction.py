"""Which way is up for an inertial unit, however it is mounted: gravity tells.

See docs/reference/detectors.md, "bump".
"""

from __future__ import annotations

import math
from typing import Any

_SMOOTHING = 2.0  # s, time constant of the mean
_FIRST = 1.0  # s of plain averaging before it is known; a longer step counts as a tenth of it
_LEAST, _MOST = 8.5, 11.0  # m/s², what is gravity
_LEAST_G, _MOST_G = 0.85, 1.15  # of a unit that counts in g
_G = 9.80665  # m/s²
_FROZEN = 3  # times that the same reading comes again, to the last digit


class GravityDirection:
    """Follows one inertial unit.

    Attributes:
        jolt: acceleration along the vertical beside gravity, m/s²; NaN where up is not known.
        shock: acceleration in any direction beside gravity, m/s²; NaN likewise.
        turn: rotation about the vertical, rad/s; NaN likewise, and where the unit is frozen. Its
            sign is the unit's own.
        stamp: when that was.
    """

    def __init__(self) -> None:
        self.jolt = self.turn = self.shock = math.nan
        self.stamp = -math.inf
        self._mean = (0.0, 0.0, 0.0)
        self._known_for = 0.0
        self._read = (math.nan,) * 6
        self._repeats = 0

    def process(self, stamp: float, content: Any) -> None:
        """Take in an Imu message."""
        a, w = content.linear_acceleration, content.angular_velocity
        read = ax, ay, az, wx, wy, wz = a.x, a.y, a.z, w.x, w.y, w.z
        if not math.isfinite(ax + ay + az):
            # Nothing is measured, and what is up is as it was.
            self.jolt = self.turn = self.shock = math.nan
            return
        self._repeats = self._repeats + 1 if read == self._read else 0
        self._read = read
        step = stamp - self.stamp
        self.stamp = stamp
        if not 0.0 < step < _FIRST:
            step = 0.0 if step <= 0.0 else _FIRST / 10.0
        self._known_for += step
        share = min(1.0, step / min(_SMOOTHING, max(self._known_for, 1e-9)))
        x, y, z = self._mean
        self._mean = x, y, z = x + share * (ax - x), y + share * (ay - y), z + share * (az - z)
        length = math.sqrt(x * x + y * y + z * z)
        scale = _scale(length)
        if not scale or self._known_for < _FIRST:
            self.jolt = self.turn = self.shock = math.nan
            return
        self.jolt = ((ax * x + ay * y + az * z) / length - length) * scale
        self.shock = math.hypot(ax - x, ay - y, az - z) * scale
        turn = (wx * x + wy * y + wz * z) / length
        self.turn = math.nan if self._repeats >= _FROZEN else turn


def _scale(length: float) -> float:
    """Return what makes m/s² of a unit's numbers; 0 where they hold no gravity."""
    if _LEAST <= length <= _MOST:
        return 1.0
    return _G if _LEAST_G <= length <= _MOST_G else 0.0
