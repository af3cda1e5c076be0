"""The number of observations and the robot's running time, over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

from robot_memory.applications.report.pictures.canvas import TimeScale, nice_step

_LEFT, _RIGHT, _TOP, _TALL, _LOW, _GAP = 48.0, 712.0, 26.0, 110.0, 55.0, 44.0  # units of the canvas
_MOST_BARS, _MOST_SHORT_BARS = 130, 60
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_SHORT = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15))
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Bars:
    """Consecutive time spans of equal length that cover a period."""

    first: datetime
    width: timedelta  # length of each span: hours, or whole days
    number: int

    @classmethod
    def over(cls, begin: datetime, end: datetime) -> Bars:
        """Return spans of an hour for a few days, of a day for some months, then longer ones."""
        return cls._of(_HOUR, begin, end)

    @classmethod
    def finely_over(cls, begin: datetime, end: datetime) -> Bars:
        """Return the same, but spans of minutes for up to a day."""
        fitting = (width for width in _SHORT if (end - begin) / width <= _MOST_SHORT_BARS)
        return cls._of(next(fitting, _HOUR), begin, end)

    @classmethod
    def _of(cls, width: timedelta, begin: datetime, end: datetime) -> Bars:
        if (end - begin) / width > _MOST_BARS:
            width = _DAY * -(-(end - begin) // (_DAY * _MOST_BARS))
        grain = min(width, _DAY)
        first = _EPOCH + (begin - _EPOCH) // grain * grain
        return cls(first, width, (end - first) // width + 1)

    @property
    def words(self) -> str:
        """The length of a span in words."""
        days, hours = self.width // _DAY, self.width // _HOUR
        if days:
            return "a day" if days == 1 else f"{days} days"
        minutes = self.width // _SHORT[0]
        return "an hour" if hours else "a minute" if minutes == 1 else f"{minutes} minutes"

    def sums(self, values: Mapping[datetime, float]) -> list[float]:
        """Return the sum of the values within each span."""
        found = [0.0] * self.number
        for time, value in values.items():
            place = (time - self.first) // self.width
            if 0 <= place < self.number:
                found[place] += value
        return found

    def begin(self, place: int) -> datetime:
        """Return the start of a span."""
        return self.first + self.width * place


#: A bar as drawn: x, y, width, height, class, and title.
Bar = tuple[float, float, float, float, str, str]
#: A horizontal line, and its number.
Level = tuple[float, str]


@dataclass(frozen=True)
class ActivityChart:
    """Observations and running time as drawn."""

    scale: TimeScale
    # top and bottom of the observations, top and bottom of the running time
    sides: tuple[float, float, float, float]
    levels: Sequence[Level]  # horizontal lines, at least a minimum step apart
    # bars of observations, stacked for the same time, and of running time
    bars: Sequence[Bar]
    words: str
    total: int
    hours: float  # total running time


def activity_chart(
    observations: Mapping[str, Mapping[datetime, int]],
    seconds: Mapping[datetime, float],
    begin: datetime,
    end: datetime,
) -> ActivityChart:
    """Return the chart of a period.

    Args:
        observations: numbers of observations by author (detectors, people, agents) and minute
            (UTC).
        seconds: running time by the hour in which it ended (UTC).
    """
    scale = TimeScale.over(begin, end, _LEFT, _RIGHT)
    below = _TOP + _TALL + _GAP
    fine, coarse = Bars.finely_over(begin, end), Bars.over(begin, end)
    counted = {who: fine.sums(counts) for who, counts in observations.items()}
    hours = [value / 3600.0 for value in coarse.sums(seconds)]
    most = max(map(sum, zip(*counted.values(), strict=True)), default=0.0)
    return ActivityChart(
        scale,
        (_TOP, _TOP + _TALL, below, below + _LOW),
        [*_levels(most, _TOP, _TALL, 1.0), *_levels(max(hours), below, _LOW)],
        [*_observations(counted, most, fine, scale), *_running(hours, coarse, scale, below)],
        fine.words if fine == coarse else f"{fine.words} above and {coarse.words} below",
        sum(sum(counts.values()) for counts in observations.values()),
        sum(seconds.values()) / 3600.0,
    )


def _observations(
    counted: Mapping[str, Sequence[float]], most: float, bars: Bars, scale: TimeScale
) -> Iterator[Bar]:
    for place in range(bars.number):
        base = _TOP + _TALL
        for who, values in counted.items():
            height = _TALL * values[place] / max(1.0, most)
            base -= height
            if height:
                yield _bar(bars, place, scale, (base, height), who, f"{values[place]:.0f} by {who}")


def _running(hours: Sequence[float], bars: Bars, scale: TimeScale, top: float) -> Iterator[Bar]:
    for place, value in enumerate(hours):
        if value:
            tall = _LOW * value / max(hours)
            yield _bar(bars, place, scale, (top + _LOW - tall, tall), "running", f"{value:.1f} h")


def _bar(
    bars: Bars, place: int, scale: TimeScale, upright: tuple[float, float], of: str, words: str
) -> Bar:
    """Return a bar over its time span, as far as that lies in the period."""
    left, right = scale.x(bars.begin(place)), scale.x(bars.begin(place + 1))
    width = max(0.8, right - left - min(1.0, (right - left) * 0.14))
    title = f"{bars.begin(place):%Y-%m-%d %H:%M}: {words}"
    return (left + right - width) / 2.0, upright[0], width, upright[1], of, title


def _levels(largest: float, top: float, height: float, least: float = 0.0) -> Iterator[Level]:
    step = max(least, nice_step(largest, 4))
    for number in range(1, int(largest / step) + 1 if largest > 0.0 else 1):
        yield top + height - height * number * step / largest, f"{number * step:,.10g}"
