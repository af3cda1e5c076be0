"""When each entry was observed: a line for each, a stroke for each observation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.applications.report.pictures.canvas import columns_of, label
from robot_memory.applications.report.pictures.time_scale import TimeScale

_LEFT, _RIGHT, _ROW, _TOP = 262.0, 668.0, 30.0, 26.0  # units of the canvas


@dataclass(frozen=True)
class Track:
    """What is drawn of one entry.

    Attributes:
        count: how often that was in all.
        by_people: when a person resolved or muted it.
        returned: when it came back after that.
    """

    words: str
    observed: Sequence[datetime]
    count: int
    by_people: Sequence[datetime] = ()
    returned: Sequence[datetime] = ()


@dataclass(frozen=True)
class TimelineChart:
    """Tracks of some entries, in order, over a time."""

    tracks: Sequence[Track]
    begin: datetime
    end: datetime

    @property
    def scale(self) -> TimeScale:
        """Where times are."""
        return TimeScale.over(self.begin, self.end, _LEFT, _RIGHT)

    @property
    def top(self) -> float:
        """Where the first row begins."""
        return _TOP

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return _TOP + _ROW * len(self.tracks)

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield what is drawn of each track."""
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
