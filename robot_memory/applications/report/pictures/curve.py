"""How confidence in an entry went: up with evidence, down without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from robot_memory.applications.report.pictures.canvas import Point, TimeScale, columns_of

_LEFT, _RIGHT, _TOP, _BOTTOM = 34.0, 640.0, 8.0, 108.0  # units of the canvas
_FINEST = 1.5  # units of the picture; closer points cannot be told apart


@dataclass(frozen=True)
class Thresholds:
    """Levels of confidence that matter."""

    injected: float  # from here on agents are told
    leaves: float  # below this an entry leaves the memory file
    decay: float  # what is lost a day


@dataclass(frozen=True)
class ConfidenceCurve:
    """How confidence in one entry went."""

    words: str
    # what its confidence was raised to, and when, oldest first
    points: Sequence[tuple[datetime, float]]
    observed: Sequence[datetime]
    begin: datetime
    end: datetime
    thresholds: Thresholds  # levels that are drawn across, and the decay in between points

    @property
    def scale(self) -> TimeScale:
        """Where times are."""
        return TimeScale.over(self.begin, self.end, _LEFT, _RIGHT)

    def line(self) -> list[Point]:
        """Return the line, with no more points than can be told apart."""
        decayed = with_decay(self.points, self.end, self.thresholds.decay)
        scale = self.scale
        return _thinned([(scale.x(time), self.y(value))
                         for time, value in cut_off(decayed, self.begin)])  # fmt: skip

    def strokes(self) -> list[float]:
        """Return where there was evidence."""
        return columns_of(map(self.scale.x, filter(self.scale.holds, self.observed)))

    def levels(self) -> list[tuple[float, str]]:
        """Return the thresholds, each with its words."""
        injected, leaves = self.thresholds.injected, self.thresholds.leaves
        return [(injected, f"told from {injected:g}"), (leaves, f"leaves below {leaves:g}")]

    def y(self, value: float) -> float:
        """Return where a confidence is."""
        return _BOTTOM - (_BOTTOM - _TOP) * min(1.0, max(0.0, value))


def with_decay(
    points: Sequence[tuple[datetime, float]], end: datetime, decay: float
) -> list[tuple[datetime, float]]:
    """Return the corners of a line that decays between points, and after the last one."""
    corners: list[tuple[datetime, float]] = []
    for place, (time, value) in enumerate(points):
        corners.append((time, value))
        until = points[place + 1][0] if place + 1 < len(points) else max(time, end)
        days = (until - time).total_seconds() / 86400.0
        if decay > 0.0 and value / decay < days:
            corners.append((time + timedelta(days=value / decay), 0.0))
        corners.append((until, max(0.0, value - decay * days)))
    return corners


def cut_off(
    corners: Sequence[tuple[datetime, float]], begin: datetime
) -> list[tuple[datetime, float]]:
    """Return a line from a time on: it begins where it was by then."""
    inside = [corner for corner in corners if corner[0] >= begin]
    before = [corner for corner in corners if corner[0] < begin]
    if not before or not inside:
        return inside
    (since, low), (until, high) = before[-1], inside[0]
    return [(begin, low + (high - low) * ((begin - since) / (until - since))), *inside]


def _thinned(way: Sequence[Point]) -> list[Point]:
    """Keep of points in one column the first, the highest, the lowest and the last."""
    kept: list[Point] = []
    group: list[Point] = []
    for point in way:
        if group and point[0] - group[0][0] >= _FINEST:
            kept += _outline(group)
            group = []
        group.append(point)
    return kept + _outline(group)


def _outline(group: Sequence[Point]) -> list[Point]:
    if len(group) <= 4:
        return list(group)
    chosen = {0, len(group) - 1}
    heights = [y for _, y in group]
    chosen |= {heights.index(min(heights)), heights.index(max(heights))}
    return [group[place] for place in sorted(chosen)]
