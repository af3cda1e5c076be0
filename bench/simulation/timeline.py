"""The running times of a robot: sessions with gaps, and the grid of its physics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulation.truth import Interval

Array = NDArray[Any]
Mask = NDArray[np.bool_]

#: Seconds between two points of the grid.
STEP = 0.1
#: Noon of a day in spring; runs begin within 300 days before it.
_EPOCH = 1_777_300_000.0
_DAY = 86400.0
_SLOW = 2.0


@dataclass(frozen=True)
class Session:
    """A session in which the robot is switched on; seconds since the run's start."""

    number: int
    begin: float
    end: float


class Timeline:
    """The running times of a robot.

    Args:
        epoch: wall time of the run's start, seconds since 1970.
        spans: begin and end of each session, seconds since the run's start.

    Attributes:
        t: the grid, seconds since the run's start.
        session: number of the session at each point of the grid.
        into: seconds since that session began.
        run: total seconds that the robot has run.
        share: factor on sensor rates above 2 Hz; smaller for long runs.
    """

    def __init__(self, epoch: float, spans: Sequence[Interval]) -> None:
        self.epoch = epoch
        self.share = 1.0
        self.sessions = tuple(Session(i, *span) for i, span in enumerate(spans))
        pieces = [np.arange(one.begin, one.end, STEP) for one in self.sessions]
        self.t: Array = np.concatenate(pieces)
        self.session = np.repeat(np.arange(len(pieces)), [len(piece) for piece in pieces])
        begins = np.array([one.begin for one in self.sessions])
        self.into: Array = self.t - begins[self.session]
        self.run: Array = np.arange(len(self.t)) * STEP

    @property
    def seconds(self) -> float:
        """The total running time."""
        return float(sum(one.end - one.begin for one in self.sessions))

    @property
    def days(self) -> float:
        """The days from the first start to the last end."""
        return (self.sessions[-1].end - self.sessions[0].begin) / _DAY

    def hour(self, stamps: Array) -> Array:
        """Return the hour of the day, UTC."""
        return ((self.epoch + stamps) % _DAY) / 3600.0

    def session_at(self, stamp: float) -> Session:
        """Return the session that runs at a time."""
        return next(one for one in self.sessions if one.begin <= stamp <= one.end)

    def on(self, stamps: Array, values: Array) -> Array:
        """Interpolate values on the grid at other times."""
        return np.interp(stamps, self.t, values)

    def beats(self, rate: float, chance: np.random.Generator, jitter: float = 0.05) -> Array:
        """Return the stamps of a sensor, whose phase differs at each start.

        Args:
            rate: in hertz.
            chance: source of the differences between sensors.
            jitter: largest delay of a message, as a share of the interval.
        """
        pieces = []
        rate = max(_SLOW, rate * self.share) if rate > _SLOW else rate
        for one in self.sessions:
            begin = one.begin + chance.uniform(0.2, 2.0)
            stamps = np.arange(begin, one.end, 1.0 / rate)
            pieces.append(stamps + chance.random(len(stamps)) * jitter / rate)
        return np.concatenate(pieces)

    def slope(self, values: Array) -> Array:
        """Return the change per second of values on the grid; it is zero between sessions."""
        steps = np.diff(values, append=values[-1:]) / STEP
        steps[np.diff(self.session, append=self.session[-1:]) > 0] = 0.0
        smooth: Array = 0.5 * (steps + np.concatenate([steps[:1], steps[:-1]]))
        return smooth

    def within(self, intervals: Sequence[Interval]) -> Mask:
        """Return a mask of the grid's points in any of the intervals."""
        return inside(self.t, intervals)


def inside(stamps: Array, intervals: Sequence[Interval]) -> Mask:
    """Return a mask of the stamps in any of the intervals."""
    found = np.zeros(len(stamps), dtype=bool)
    for begin, end in intervals:
        found[np.searchsorted(stamps, begin) : np.searchsorted(stamps, end)] = True
    return found


def draw_timeline(chance: np.random.Generator, hours: float, *, days: bool = False) -> Timeline:
    """Draw the running times of a robot.

    Args:
        chance: source of the differences between robots.
        hours: the total running time.
        days: whether it is used a little every day, for a week.
    """
    count = 7 if days else int(chance.integers(2, 5))
    shares = chance.uniform(0.7, 1.3, count)
    begin, spans = 0.0, []
    for share in shares / shares.sum():
        spans.append((begin, begin + share * hours * 3600.0))
        gap = _DAY if days else float(np.exp(chance.uniform(np.log(300.0), np.log(_DAY))))
        begin = spans[-1][1] + gap
    epoch = _EPOCH + float(chance.uniform(-300.0, 0.0)) * _DAY + float(chance.uniform(0, _DAY))
    return Timeline(epoch, spans)
