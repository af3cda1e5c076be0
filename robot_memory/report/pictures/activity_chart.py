"""How much was observed, and how long the robot ran, over time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from xml.etree.ElementTree import Element

from robot_memory.report.markup import tag
from robot_memory.report.pictures.canvas import box, figure, line, nice_step, text
from robot_memory.report.pictures.time_scale import TimeScale

_LEFT, _RIGHT, _TOP, _TALL, _LOW, _GAP = 48.0, 712.0, 26.0, 110.0, 55.0, 44.0
_MOST_BARS, _MOST_SHORT_BARS = 130, 60
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)
_SHORT = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15))
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_CLASSES = {"detectors": "by-detector", "people": "by-person", "agents": "by-agent"}


@dataclass(frozen=True)
class ActivityChart:
    """What is known of the period.

    Attributes:
        observations: how many there were, by who made them (detectors, people, agents) and by the
            minute in which that was (UTC).
        seconds: of running time, by the hour in which it ended (UTC).
    """

    observations: Mapping[str, Mapping[datetime, int]]
    seconds: Mapping[datetime, float]


@dataclass(frozen=True)
class Bars:
    """Spans of time of one length that follow on each other, and cover a period.

    Attributes:
        first: when the first one begins.
        width: how long each is: hours, or whole days.
        number: how many there are.
    """

    first: datetime
    width: timedelta
    number: int

    @classmethod
    def over(cls, begin: datetime, end: datetime) -> Bars:
        """Return an hour each for a few days, a day each for some months, else more."""
        return cls._of(_HOUR, begin, end)

    @classmethod
    def finely_over(cls, begin: datetime, end: datetime) -> Bars:
        """Return the same, but minutes each for a day and less."""
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
        """How long each is."""
        days, hours = self.width // _DAY, self.width // _HOUR
        if days:
            return "a day" if days == 1 else f"{days} days"
        minutes = self.width // _SHORT[0]
        return "an hour" if hours else "a minute" if minutes == 1 else f"{minutes} minutes"

    def sums(self, values: Mapping[datetime, float]) -> list[float]:
        """Return the sum of values within each."""
        found = [0.0] * self.number
        for time, value in values.items():
            place = (time - self.first) // self.width
            if 0 <= place < self.number:
                found[place] += value
        return found

    def begin(self, place: int) -> datetime:
        """Return when one of them begins."""
        return self.first + self.width * place


def draw_activity(activity: ActivityChart, begin: datetime, end: datetime, caption: str) -> Element:
    """Return the picture."""
    bars, running = Bars.finely_over(begin, end), Bars.over(begin, end)
    scale = TimeScale.over(begin, end, _LEFT, _RIGHT)
    below = _TOP + _TALL + _GAP
    shapes = [
        *_legend(),
        *scale.axis(_TOP, _TOP + _TALL),
        *_observations(activity.observations, bars, scale),
        text(_LEFT, below - 10.0, "hours of running that are accounted for", "tick"),
        *scale.axis(below, below + _LOW),
        *_running(activity.seconds, running, scale, below),
    ]
    total = sum(sum(counts.values()) for counts in activity.observations.values())
    hours = sum(activity.seconds.values()) / 3600.0
    each = bars.words if bars == running else f"{bars.words} above and {running.words} below"
    description = f"{total} observations and {hours:.1f} hours of running; a bar is {each}."
    return figure(
        "picture-activity", "Observations and running time", description,
        below + _LOW + 18.0, shapes,
        f"{caption} Each bar is {each}, the first and the last as far as they lie in the period.",
    )  # fmt: skip


def _observations(
    observations: Mapping[str, Mapping[datetime, int]], bars: Bars, scale: TimeScale
) -> Iterator[Element]:
    sums = {who: bars.sums(counts) for who, counts in observations.items()}
    largest = max((sum(values) for values in zip(*sums.values(), strict=True)), default=0.0)
    yield from _levels(largest, _TOP, _TALL, least=1.0)
    for place in range(bars.number):
        base = _TOP + _TALL
        for who, values in sums.items():
            height = _TALL * values[place] / max(1.0, largest)
            base -= height
            if height:
                words = f"{values[place]:.0f} by {who}"
                yield _bar(bars, place, scale, base, height, _CLASSES[who], words)


def _running(
    seconds: Mapping[datetime, float], bars: Bars, scale: TimeScale, top: float
) -> Iterator[Element]:
    hours = [value / 3600.0 for value in bars.sums(seconds)]
    largest = max(hours)
    yield from _levels(largest, top, _LOW)
    for place, value in enumerate(hours):
        if value:
            tall = _LOW * value / largest
            base = top + _LOW - tall
            yield _bar(bars, place, scale, base, tall, "running", f"{value:.1f} h")


def _bar(
    bars: Bars, place: int, scale: TimeScale, y: float, height: float, class_: str, words: str
) -> Element:
    """Return a bar over what it stands for, as far as that lies in the period."""
    left, right = scale.x(bars.begin(place)), scale.x(bars.begin(place + 1))
    width = max(0.8, right - left - min(1.0, (right - left) * 0.14))
    title = tag("title", f"{bars.begin(place):%Y-%m-%d %H:%M}: {words}")
    return box((left + right - width) / 2.0, y, width, height, class_, title)


def _levels(largest: float, top: float, height: float, *, least: float = 0.0) -> Iterator[Element]:
    """Yield lines across, with their numbers, which are a step apart that is not too small."""
    step = max(least, nice_step(largest, 4))
    for number in range(1, int(largest / step) + 1 if largest > 0.0 else 1):
        y = top + height - height * number * step / largest
        yield line(_LEFT, y, _RIGHT, y, "grid")
        yield text(_LEFT - 5.0, y + 4.0, f"{number * step:,.10g}", "tick end")


def _legend() -> Iterator[Element]:
    x = _LEFT
    for who, class_ in _CLASSES.items():
        yield box(x, 4.0, 10.0, 10.0, class_)
        yield text(x + 14.0, 13.0, f"observed by {who}", "tick")
        x += 150.0
