"""When each entry was observed: a line for each, a stroke for each observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from xml.etree.ElementTree import Element

from robot_memory.report.markup import tag
from robot_memory.report.pictures.canvas import (
    WIDTH,
    columns_of,
    diamond,
    figure,
    line,
    strokes,
    text,
    wrapped,
)
from robot_memory.report.pictures.time_scale import TimeScale

_LEFT, _RIGHT, _ROW, _TOP = 262.0, 668.0, 30.0, 26.0
_LONGEST = 46


@dataclass(frozen=True)
class Track:
    """What is drawn of one entry.

    Attributes:
        words: its sentence.
        observed: when there was evidence.
        count: how often that was in all.
        said: when a person resolved or muted it.
        returned: when it came back after that.
    """

    words: str
    observed: Sequence[datetime]
    count: int
    said: Sequence[datetime] = ()
    returned: Sequence[datetime] = ()


def draw_timeline(tracks: Sequence[Track], begin: datetime, end: datetime, caption: str) -> Element:
    """Return the picture of some entries, in order."""
    scale = TimeScale.over(begin, end, _LEFT, _RIGHT)
    bottom = _TOP + _ROW * len(tracks)
    shapes = [*_legend(), *scale.axis(_TOP, bottom), *_tracks(tracks, scale)]
    shapes.append(text(WIDTH - 4.0, _TOP - 6.0, "count", "tick end"))
    total = sum(track.count for track in tracks)
    description = (
        f"{len(tracks)} entries with {total} observations between "
        f"{begin:%Y-%m-%d %H:%M} and {end:%Y-%m-%d %H:%M} UTC. The tables give the same in numbers."
    )
    return figure(
        "picture-timeline", "Observations of each entry over time", description,
        bottom + 20.0, shapes, caption,
    )  # fmt: skip


def _tracks(tracks: Sequence[Track], scale: TimeScale) -> Iterator[Element]:
    for place, track in enumerate(tracks):
        top = _TOP + _ROW * place
        middle = top + _ROW / 2.0
        lines = wrapped(track.words, _LONGEST)
        first = middle + 4.0 - 6.0 * (len(lines) - 1)
        words = [text(2.0, first + 12.0 * n, said, "label") for n, said in enumerate(lines)]
        yield tag("g", tag("title", track.words), *words)
        yield line(_LEFT, top + _ROW, _RIGHT, top + _ROW, "faint")
        xs = columns_of(scale.x(time) for time in track.observed if scale.holds(time))
        yield strokes(xs, middle - 7.0, 14.0, "observed")
        for time in track.said:
            yield diamond(scale.x(time), middle, 5.0, "person")
        for time in track.returned:
            yield tag("circle", cx=scale.x(time), cy=middle, r=4.0, class_="returned")
        yield text(WIDTH - 4.0, middle + 4.0, f"{track.count:,}", "label end")


def _legend() -> Iterator[Element]:
    yield strokes([_LEFT + 3.0], 4.0, 10.0, "observed")
    yield text(_LEFT + 9.0, 13.0, "observed", "tick")
    yield diamond(_LEFT + 82.0, 9.0, 5.0, "person")
    yield text(_LEFT + 91.0, 13.0, "resolved or muted by somebody", "tick")
    yield tag("circle", cx=_LEFT + 275.0, cy=9.0, r=4.0, class_="returned")
    yield text(_LEFT + 283.0, 13.0, "came back", "tick")
