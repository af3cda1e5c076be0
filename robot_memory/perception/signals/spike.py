"""Spike: the signal jumps far beyond its usual deviations and is back at once."""

from __future__ import annotations

import math

from robot_memory.perception.signals.power_law_tail import PowerLawTail
from robot_memory.perception.signals.signal import Signal

_CENTRE = 1.0  # s, time constant of what it deviates from
_STRETCH = 1.0  # s, of which the largest deviation counts
_QUIET = 0.25  # s back among usual deviations before a leap is over
_OUT = 0.2  # score of a deviation that comes once in 500 s
_SURE = 0.9  # score from which a leap is not learned at once
_RELEARN = 3600.0  # s: told spikes become normal one an hour at most


class Spike(Signal):
    """Reports short excursions: spikes of a sensor, bumps and impacts of the robot.

    Deviations from the mean of the last second are compared with the largest deviation of each
    second so far, extrapolated as a power law. Signals with heavy tails therefore need a larger
    deviation. An excursion that lasts longer than ``longest`` is a shift or another mode, not a
    spike.

    Score: 0.5 for a size that the signal would reach once a day, 0.9 for once in 10,000 days. It
    appears when the excursion is over, and lasts ``hold`` seconds.

    Args:
        learn: seconds in which every deviation is normal.
        longest: seconds that an excursion may last.
        hold: seconds for which its score stands.
    """

    KEPT = ("_records", "_known_for")

    def __init__(self, *, learn: float = 60.0, longest: float = 0.5, hold: float = 2.0) -> None:
        super().__init__()
        self._learn, self._longest, self._hold = learn, longest, hold
        self._records = PowerLawTail()
        self._known_for = 0.0
        self._begin()

    def _begin(self) -> None:
        self._centre = math.nan
        self._stretch, self._stretch_left = 0.0, _STRETCH
        self._leap = _Leap()
        self._score = self._score_for = 0.0
        self._since_reported = 0.0

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely there was a spike just now."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        deviation = abs(value - self._centre)
        if not math.isfinite(deviation):  # the first value, or beyond what a float holds
            self._centre = value
            return 0.0
        self._known_for += step
        self._since_reported += step
        if self._score_for > 0.0:
            self._score_for -= step
        if self._known_for < self._learn:
            self._follow(step, value, deviation)
        else:
            self._watch(step, value, deviation)
        return self._score if self._score_for > 0.0 else 0.0

    def _watch(self, step: float, value: float, deviation: float) -> None:
        leap, score = self._leap, 0.0
        if deviation > self._records.usual:
            score = self._records.score(deviation)
        leap.lasts(step, score >= _OUT)
        if score >= _OUT:
            leap.reach(score, deviation)
            if leap.seconds > self._longest:  # it stays: no spike
                self._leap, self._centre = _Leap(), value
                self._learn_size(leap.size)
            return
        self._follow(step, value, deviation)
        if leap.size and leap.quiet >= _QUIET and leap.quiet_values >= 2:
            self._leap = _Leap()
            self._tell(leap)

    def _tell(self, leap: _Leap) -> None:
        self._score, self._score_for = leap.score, self._hold
        if leap.score < _SURE or self._since_reported >= _RELEARN:
            self._learn_size(leap.size)
            self._since_reported = 0.0

    def _learn_size(self, size: float) -> None:
        self._stretch = max(self._stretch, size)

    def _follow(self, step: float, value: float, deviation: float) -> None:
        self._centre += (value - self._centre) * -math.expm1(-step / _CENTRE)
        self._stretch = max(self._stretch, deviation)
        self._stretch_left -= step
        if self._stretch_left <= 0.0:
            self._records.observe(self._stretch)
            self._stretch, self._stretch_left = 0.0, _STRETCH


class _Leap:
    """An excursion that goes on, or has just ended."""

    __slots__ = ("quiet", "quiet_values", "score", "seconds", "size")

    def __init__(self) -> None:
        self.size = self.score = self.seconds = self.quiet = 0.0
        self.quiet_values = 0

    def lasts(self, step: float, is_out: bool) -> None:
        """Let time pass, at the end of which the signal is out or back."""
        if not self.size:
            return
        if is_out:
            self.seconds += self.quiet + step
            self.quiet, self.quiet_values = 0.0, 0
        else:
            self.quiet += step
            self.quiet_values += 1

    def reach(self, score: float, size: float) -> None:
        """Take in how far it is out."""
        self.score, self.size = max(self.score, score), max(self.size, size)
