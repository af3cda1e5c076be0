"""Lengths, points and labels of pictures in SVG form, and their time scale."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

#: Width of every picture in its own units; on paper it is as wide as the text.
WIDTH = 720.0
_LONGEST_LABEL = 46  # characters

Point = tuple[float, float]


def units(value: float) -> str:
    """Return a length without unnecessary digits."""
    return f"{round(value, 2):.10g}"


def points(places: Iterable[Point]) -> str:
    """Return the points of a line or a shape."""
    return " ".join(f"{_short(x)},{_short(y)}" for x, y in places)


def strokes(xs: Iterable[float], top: float, height: float) -> str:
    """Return vertical strokes of equal height, as one shape."""
    return " ".join(f"M{_short(x)} {_short(top)}v{_short(height)}" for x in xs)


def label(words: str, middle: float) -> list[tuple[float, str]]:
    """Return a label's one or two lines around a height: each with its position and words."""
    lines = textwrap.wrap(words, _LONGEST_LABEL, max_lines=2, placeholder="…") or [""]
    first = middle + 4.0 - 6.0 * (len(lines) - 1)
    return [(first + 12.0 * number, line) for number, line in enumerate(lines)]


def columns_of(xs: Iterable[float]) -> list[float]:
    """Return the occupied columns, each once: a hundred thousand marks would look the same."""
    return sorted({float(math.floor(x)) for x in xs})


def nice_step(span: float, most: int) -> float:
    """Return 1, 2 or 5 times a power of ten, so that a span has at most ``most`` steps."""
    if span <= 0.0:
        return 1.0
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1.0, 2.0, 5.0, 10.0) if step * power >= rough * 0.999999)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


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
    """A round time: its position, a label position within the picture, and its words."""

    x: float
    middle: float
    words: str


@dataclass(frozen=True)
class TimeScale:
    """A time span mapped to a horizontal span of a picture."""

    # begin, end: the time span, UTC
    begin: datetime
    end: datetime
    # left, right: the span in the picture
    left: float
    right: float

    @classmethod
    def over(cls, begin: datetime, end: datetime, left: float, right: float) -> TimeScale:
        """Return a scale; a single moment becomes a minute around it."""
        if end - begin < _LEAST_SPAN:
            begin, end = begin - _LEAST_SPAN / 2, end + _LEAST_SPAN / 2
        return cls(begin, end, left, right)

    def x(self, time: datetime) -> float:
        """Return a time's position; times outside are at the edge."""
        share = (time - self.begin) / (self.end - self.begin)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, share))

    def holds(self, time: datetime) -> bool:
        """Whether a time lies within the span."""
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
