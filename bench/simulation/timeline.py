"""When a robot runs: sessions with gaps between them, and the grid on which its physics lives."""

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
#: Noon of a day in spring; where runs begin, more or less.
_EPOCH = 1_777_300_000.0
_DAY = 86400.0
_SLOW = 2.0


@dataclass(frozen=True)
class Session:
    """The robot is switched on; seconds since the run's start."""

    number: int
    begin: float
    end: float


class Timeline:
    """The time in which a robot runs.

    Args:
        epoch: wall time of the run's start, seconds since 1970.
        spans: begin and end of each session, seconds since the run's start.

    Attributes:
        t: the grid, seconds since the run's start.
        session: number of the session at each point of it.
        into: seconds since that session began.
        run: seconds that the robot has run in all.
        share: of the rates above 2 Hz that sensors have; less for long runs.
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
        """How long the robot runs in all."""
        return float(sum(one.end - one.begin for one in self.sessions))

    @property
    def days(self) -> float:
        """From the first start to the last end."""
        return (self.sessions[-1].end - self.sessions[0].begin) / _DAY

    def hour(self, stamps: Array) -> Array:
        """Return the hour of the day, UTC."""
        return ((self.epoch + stamps) % _DAY) / 3600.0

    def session_at(self, stamp: float) -> Session:
        """Return the session that runs at a time."""
        return next(one for one in self.sessions if one.begin <= stamp <= one.end)

    def on(self, stamps: Array, values: Array) -> Array:
        """Return what is on the grid at other times."""
        return np.interp(stamps, self.t, values)

    def beats(self, rate: float, chance: np.random.Generator, jitter: float = 0.05) -> Array:
        """Return the stamps of a sensor, whose phase is another at each start.

        Args:
            rate: in hertz.
            chance: what makes one sensor differ from another.
            jitter: how much later a message may be, as a share of the interval.
        """
        pieces = []
        rate = max(_SLOW, rate * self.share) if rate > _SLOW else rate
        for one in self.sessions:
            begin = one.begin + chance.uniform(0.2, 2.0)
            stamps = np.arange(begin, one.end, 1.0 / rate)
            pieces.append(stamps + chance.random(len(stamps)) * jitter / rate)
        return np.concatenate(pieces)

    def slope(self, values: Array) -> Array:
        """Return the change per second of what is on the grid; none from session to session."""
        steps = np.diff(values, append=values[-1:]) / STEP
        steps[np.diff(self.session, append=self.session[-1:]) > 0] = 0.0
        smooth: Array = 0.5 * (steps + np.concatenate([steps[:1], steps[:-1]]))
        return smooth

    def within(self, intervals: Sequence[Interval]) -> Mask:
        """Tell which points of the grid lie in any of the intervals."""
        return inside(self.t, intervals)


def inside(stamps: Array, intervals: Sequence[Interval]) -> Mask:
    """Tell which stamps lie in any of the intervals."""
    found = np.zeros(len(stamps), dtype=bool)
    for begin, end in intervals:
        found[np.searchsorted(stamps, begin) : np.searchsorted(stamps, end)] = True
    return found


def draw_timeline(chance: np.random.Generator, hours: float, *, days: bool = False) -> Timeline:
    """Draw when a robot runs.

    Args:
        chance: what makes one robot differ from another.
        hours: how long it runs in all.
        days: it is used a little every day, for a week.
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
