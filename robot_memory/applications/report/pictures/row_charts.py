"""Pictures with a row each: when entries were observed, and signals before an occurrence began."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.applications.report.pictures.canvas import TimeScale, columns_of, label

_LEFT, _RIGHT, _ROW, _TOP = 262.0, 668.0, 30.0, 26.0  # units of the canvas


@dataclass(frozen=True)
class Track:
    """What is drawn of one entry."""

    words: str
    observed: Sequence[datetime]
    count: int  # how often that was in all
    by_people: Sequence[datetime] = ()  # when a person resolved or muted it
    returned: Sequence[datetime] = ()  # when it came back after that


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


_FRAME_RIGHT, _FRAME_ROW, _FRAME_TOP = 600.0, 34.0, 6.0  # units of the canvas
_SPAN = 10.0  # seconds that a freeze-frame holds
#: Seconds before the onset (negative), and the value.
Samples = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class FrameChart:
    """The signals of a freeze-frame."""

    signals: Mapping[str, Samples]  # their readings, oldest first, by name; each has at least one

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return _FRAME_TOP + _FRAME_ROW * len(self.signals)

    def x(self, since: float) -> float:
        """Return where a time before the onset is."""
        return _LEFT + (_FRAME_RIGHT - _LEFT) * min(1.0, max(0.0, 1.0 + since / _SPAN))

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield what is drawn of each signal."""
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
