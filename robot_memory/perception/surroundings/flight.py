"""Whether the robot flies or dives: slip and bumps are no matter then."""

from __future__ import annotations

import math
from collections import deque

_CLIMB = 0.5  # m/s up or down, as it says itself, and …
_LASTING = 2.0  # … for so long; no ramp makes wheels climb so fast
_WINDOW = 10.0  # s over which heights are compared
_SPACING = 0.5  # s between two heights
_RISE, _STEEP = 2.0, 0.4  # m of height in the window, and share of the way along the ground
_RISE_SATELLITES, _STEEP_SATELLITES = 10.0, 0.12  # likewise, of satellites: heights wander


class Flight:
    """Learns whether this robot is one that leaves the ground; once it has, it is.

    Attributes:
        is_flying: whether it has left the ground in this run.
    """

    def __init__(self) -> None:
        self.is_flying = False
        self._since: float | None = None
        self._points: deque[tuple[float, float, float, float]] = deque()

    def climbs(self, stamp: float, speed: float) -> None:
        """Take in how fast it goes up or down, m/s, as it says itself."""
        if not abs(speed) >= _CLIMB:
            self._since = None
        elif self._since is None:
            self._since = stamp
        elif stamp - self._since >= _LASTING:
            self.is_flying = True

    def is_at(self, stamp: float, x: float, y: float, height: float, *, satellites: bool) -> None:
        """Take in where it is, metres."""
        points = self._points
        if not math.isfinite(height) or (points and stamp - points[-1][0] < _SPACING):
            return
        while points and stamp - points[0][0] > _WINDOW:
            points.popleft()
        points.append((stamp, x, y, height))
        _, x0, y0, height0 = points[0]
        rise, along = abs(height - height0), math.hypot(x - x0, y - y0)
        least, steep = (_RISE_SATELLITES, _STEEP_SATELLITES) if satellites else (_RISE, _STEEP)
        self.is_flying |= rise >= least and rise >= steep * along
