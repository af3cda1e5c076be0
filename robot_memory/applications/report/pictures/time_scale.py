"""Where a time is on the horizontal axis of a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from robot_memory.applications.report.pictures.canvas import WIDTH

_MINUTE, _HOUR, _DAY = 60.0, 3600.0, 86400.0  # s
_STEPS = (
    1.0, 5.0, 15.0, _MINUTE, 5 * _MINUTE, 15 * _MINUTE, _HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR,
    _DAY, 2 * _DAY, 7 * _DAY, 14 * _DAY, 28 * _DAY, 91 * _DAY, 182 * _DAY, 365 * _DAY,
)  # fmt: skip
_MOST_TICKS = 6
_HALF_LABEL = 28.0  # units of the picture
_LEAST_SPAN = timedelta(minutes=1)


@dataclass(frozen=True)
class Tick:
    """A round time: where it is, where its words stand so that they are in the picture."""

    x: float
    middle: float
    words: str


@dataclass(frozen=True)
class TimeScale:
    """A span of time across a span of a picture.

    Attributes:
        begin, end: of the time, UTC.
        left, right: of the picture.
    """

    begin: datetime
    end: datetime
    left: float
    right: float

    @classmethod
    def over(cls, begin: datetime, end: datetime, left: float, right: float) -> TimeScale:
        """Return a scale; one moment becomes a minute around it."""
        if end - begin < _LEAST_SPAN:
            begin, end = begin - _LEAST_SPAN / 2, end + _LEAST_SPAN / 2
        return cls(begin, end, left, right)

    def x(self, time: datetime) -> float:
        """Return where a time is; what is outside is at the edge."""
        share = (time - self.begin) / (self.end - self.begin)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, share))

    def holds(self, time: datetime) -> bool:
        """Tell whether a time is inside."""
        return self.begin <= time <= self.end

    def ticks(self) -> Iterator[Tick]:
        """Yield round times, in order."""
        step = self._step()
        form = "%Y-%m-%d" if step >= _DAY else "%m-%d %H:%M" if step >= _MINUTE else "%H:%M:%S"
        moment = math.ceil(self.begin.timestamp() / step) * step
        while moment <= self.end.timestamp():
            time = datetime.fromtimestamp(moment, timezone.utc)
            x = self.x(time)
            yield Tick(x, min(x, WIDTH - _HALF_LABEL), time.strftime(form))
            moment += step

    def _step(self) -> float:
        seconds = (self.end - self.begin).total_seconds()
        fitting = (step for step in _STEPS if seconds / step <= _MOST_TICKS)
        return next(fitting, math.ceil(seconds / _MOST_TICKS / _DAY) * _DAY)
