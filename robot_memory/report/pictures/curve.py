"""How confidence in an entry went: up with evidence, down without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from xml.etree.ElementTree import Element

from robot_memory.report.markup import Child, tag
from robot_memory.report.pictures.canvas import (
    columns_of,
    figure,
    line,
    path,
    strokes,
    text,
)
from robot_memory.report.pictures.time_scale import TimeScale
from robot_memory.report.report_text import confidence

_LEFT, _RIGHT, _TOP, _BOTTOM = 34.0, 640.0, 8.0, 108.0
_MARKS = 8.0
_FINEST = 1.5  # units of the picture; closer points cannot be told apart


@dataclass(frozen=True)
class Thresholds:
    """Levels of confidence that matter.

    Attributes:
        told: from here on agents are told.
        leaves: below this an entry leaves the memory file.
        decay: what is lost a day.
    """

    told: float
    leaves: float
    decay: float


def draw_curve(
    anchor: str,
    words: str,
    points: Sequence[tuple[datetime, float]],
    observed: Sequence[datetime],
    begin: datetime,
    end: datetime,
    thresholds: Thresholds,
    *caption: Child,
) -> Element:
    """Return the picture of one entry.

    Args:
        anchor: names it in the page.
        words: its sentence.
        points: what its confidence was raised to, and when, oldest first.
        observed: when there was evidence.
        begin, end: what is shown.
        thresholds: levels that are drawn across, and the decay in between points.
        caption: what stands below it.
    """
    scale = TimeScale.over(begin, end, _LEFT, _RIGHT)
    corners = cut_off(with_decay(points, end, thresholds.decay), begin)
    way = [(scale.x(time), _y(value)) for time, value in corners]
    xs = columns_of(scale.x(time) for time in observed if scale.holds(time))
    shapes = [
        *_levels(thresholds),
        *scale.axis(_TOP, _BOTTOM + _MARKS),
        strokes(xs, _BOTTOM, _MARKS, "observed"),
        path(_thinned(way), "curve"),
    ]
    if way:
        shapes.append(tag("circle", cx=way[-1][0], cy=way[-1][1], r=3.0, class_="now"))
    last = confidence(points[-1][1]) if points else "unknown"
    description = (
        f"Confidence between 0 and 1 from {begin:%Y-%m-%d %H:%M} to {end:%Y-%m-%d %H:%M} UTC, "
        f"with {len(observed)} observations; the newest raised it to {last}."
    )
    return figure(anchor, f"Confidence over time: {words}", description, 132.0, shapes, *caption)


def with_decay(
    points: Sequence[tuple[datetime, float]], end: datetime, decay: float
) -> list[tuple[datetime, float]]:
    """Return the corners of a line that fades in between points, and after the last one."""
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


def _levels(thresholds: Thresholds) -> Iterator[Element]:
    for value in (0.0, 0.5, 1.0):
        yield line(_LEFT, _y(value), _RIGHT, _y(value), "grid")
        yield text(_LEFT - 5.0, _y(value) + 4.0, f"{value:.1f}", "tick end")
    for value, words in ((thresholds.told, "told from"), (thresholds.leaves, "leaves below")):
        yield line(_LEFT, _y(value), _RIGHT, _y(value), "threshold")
        yield text(_RIGHT + 5.0, _y(value) + 4.0, f"{words} {value:g}", "tick")


def _y(value: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * min(1.0, max(0.0, value))


def _thinned(way: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Keep of points in one column the first, the highest, the lowest and the last."""
    kept: list[tuple[float, float]] = []
    group: list[tuple[float, float]] = []
    for point in way:
        if group and point[0] - group[0][0] >= _FINEST:
            kept += _outline(group)
            group = []
        group.append(point)
    return kept + _outline(group)


def _outline(group: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    if len(group) <= 4:
        return list(group)
    chosen = {0, len(group) - 1}
    heights = [y for _, y in group]
    chosen |= {heights.index(min(heights)), heights.index(max(heights))}
    return [group[place] for place in sorted(chosen)]
