"""The last seconds of something that moves: where it was at a moment."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

_KEPT = 256  # points


class PoseBuffer:
    """Points of a plane over time; its memory is bounded.

    Args:
        seconds: how far back it goes.
    """

    def __init__(self, seconds: float) -> None:
        self._spacing = seconds / _KEPT
        self._points: deque[tuple[float, float, float]] = deque(maxlen=_KEPT)

    def observe(self, stamp: float, x: float, y: float) -> None:
        """Take in a point; those that come too fast to be kept are left out."""
        points = self._points
        if points and stamp < points[-1][0]:
            points.clear()
        if not points or stamp - points[-1][0] >= self._spacing:
            points.append((stamp, x, y))

    def at(self, stamp: float) -> tuple[float, float] | None:
        """Return where it was at a moment, in between two points; None outside of them."""
        points = self._points
        if not points or not points[0][0] <= stamp <= points[-1][0]:
            return None
        after = bisect_right(points, stamp, key=lambda point: point[0])
        if after == len(points):
            return points[-1][1:]
        (t0, x0, y0), (t1, x1, y1) = points[after - 1], points[after]
        share = (stamp - t0) / (t1 - t0)
        return x0 + share * (x1 - x0), y0 + share * (y1 - y0)
