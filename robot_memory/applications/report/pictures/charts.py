"""Charts of entries' observations, signals before an occurrence, and confidence over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from robot_memory.applications.report.pictures.canvas import Point, TimeScale, columns_of, label

_LEFT, _RIGHT, _ROW, _TOP = 262.0, 668.0, 30.0, 26.0  # units of the canvas


@dataclass(frozen=True)
class Track:
    """The track of one entry."""

    words: str
    observed: Sequence[datetime]
    count: int  # total number of observations
    by_people: Sequence[datetime] = ()  # when a person resolved or muted the entry
    returned: Sequence[datetime] = ()  # when it came back after that


@dataclass(frozen=True)
class TimelineChart:
    """The tracks of some entries, in order, over a period."""

    tracks: Sequence[Track]
    begin: datetime
    end: datetime

    @property
    def scale(self) -> TimeScale:
        """The time scale."""
        return TimeScale.over(self.begin, self.end, _LEFT, _RIGHT)

    @property
    def top(self) -> float:
        """The top of the first row."""
        return _TOP

    @property
    def bottom(self) -> float:
        """The bottom of the last row."""
        return _TOP + _ROW * len(self.tracks)

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the values to draw each track."""
        scale = self.scale
        for place, track in enumerate(self.tracks):
            middle = _TOP + _ROW * (place + 0.5)
            yield {
                "track": track, "middle": middle, "end": middle + _ROW / 2.0,
                "label": label(track.words, middle),
                "observed": columns_of(map(scale.x, filter(scale.holds, track.observed))),
                "by_people": [scale.x(time) for time in track.by_people],
                "returned": [scale.x(time) for time in track.returned],
            }  # fmt: skip


_FRAME_RIGHT, _FRAME_ROW, _FRAME_TOP = 600.0, 34.0, 6.0  # units of the canvas
_SPAN = 10.0  # seconds in a freeze-frame
#: Seconds before the onset (negative), and the value.
Samples = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class FrameChart:
    """The signals of a freeze-frame."""

    signals: Mapping[str, Samples]  # readings by signal name, oldest first; at least one each

    @property
    def bottom(self) -> float:
        """The bottom of the last row."""
        return _FRAME_TOP + _FRAME_ROW * len(self.signals)

    def x(self, since: float) -> float:
        """Return the position of a time before the onset."""
        return _LEFT + (_FRAME_RIGHT - _LEFT) * min(1.0, max(0.0, 1.0 + since / _SPAN))

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the values to draw each signal."""
        for place, (name, samples) in enumerate(self.signals.items()):
            top = _FRAME_TOP + _FRAME_ROW * place
            values = [value for _, value in samples]
            low, high = min(values), max(values)
            yield {
                "label": label(name, top + _FRAME_ROW / 2.0), "middle": top + _FRAME_ROW / 2.0,
                "end": top + _FRAME_ROW,
                "points": [(self.x(since), _y(value, low, high, top)) for since, value in samples],
                "range": f"{low:.4g} to {high:.4g}" if high > low else f"{low:.4g}",
            }  # fmt: skip


def _y(value: float, low: float, high: float, top: float) -> float:
    share = (value - low) / (high - low) if high > low else 0.5
    return top + _FRAME_ROW - 5.0 - (_FRAME_ROW - 10.0) * share


# units of the canvas
_CURVE_LEFT, _CURVE_RIGHT, _CURVE_TOP, _CURVE_BOTTOM = 34.0, 640.0, 8.0, 108.0
_FINEST = 1.5  # units of the picture; closer points cannot be distinguished


@dataclass(frozen=True)
class Thresholds:
    """Important levels of confidence."""

    injected: float  # from here on, agents are told
    leaves: float  # below this an entry leaves the memory file
    decay: float  # loss per day


@dataclass(frozen=True)
class ConfidenceCurve:
    """The confidence in one entry over time."""

    words: str
    # the confidences to which it was raised, with their times, oldest first
    points: Sequence[tuple[datetime, float]]
    observed: Sequence[datetime]
    begin: datetime
    end: datetime
    thresholds: Thresholds  # the levels to draw, and the decay between points

    @property
    def scale(self) -> TimeScale:
        """The time scale."""
        return TimeScale.over(self.begin, self.end, _CURVE_LEFT, _CURVE_RIGHT)

    def line(self) -> list[Point]:
        """Return the line, with no more points than can be distinguished."""
        decayed = with_decay(self.points, self.end, self.thresholds.decay)
        scale = self.scale
        return _thinned([(scale.x(time), self.y(value))
                         for time, value in cut_off(decayed, self.begin)])  # fmt: skip

    def strokes(self) -> list[float]:
        """Return the positions of evidence."""
        return columns_of(map(self.scale.x, filter(self.scale.holds, self.observed)))

    def levels(self) -> list[tuple[float, str]]:
        """Return the thresholds, each with its words."""
        injected, leaves = self.thresholds.injected, self.thresholds.leaves
        return [(injected, f"told from {injected:g}"), (leaves, f"leaves below {leaves:g}")]

    def y(self, value: float) -> float:
        """Return the position of a confidence."""
        return _CURVE_BOTTOM - (_CURVE_BOTTOM - _CURVE_TOP) * min(1.0, max(0.0, value))


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
    """Return the part of a line from ``begin`` on, starting with its interpolated value."""
    inside = [corner for corner in corners if corner[0] >= begin]
    before = [corner for corner in corners if corner[0] < begin]
    if not before or not inside:
        return inside
    (since, low), (until, high) = before[-1], inside[0]
    return [(begin, low + (high - low) * ((begin - since) / (until - since))), *inside]


def _thinned(way: Sequence[Point]) -> list[Point]:
    """Keep only the first, the highest, the lowest and the last of the points in a column."""
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
