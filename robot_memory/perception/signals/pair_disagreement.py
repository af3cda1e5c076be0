"""Disagreement of two sensors that measure the same thing."""

from __future__ import annotations

import math
from collections import deque

from robot_memory.perception.signals.adaptive_range import AdaptiveRange
from robot_memory.perception.signals.linear_fit import LinearFit
from robot_memory.perception.signals.signal import Signal, measures, score_of
from robot_memory.perception.signals.signal_level import SignalLevel

_SEGMENTS = 8  # of the tolerated delay
_LEAST = 0.1  # of the second's standard deviation: never much
_SCALE_ERROR = 0.05  # of the way from the mean: what a scale learned in a small range may err
_BLOCK = 1.0  # s


class PairDisagreement(Signal):
    """Tells a second sensor that no longer follows the first in the way it always did.

    The second is expected at ``offset + scale × first``, both learned, for any of the firsts of
    the last ``delay`` seconds. By how much it misses all of these, in the median of five seconds,
    is compared with the range learned so far. What is learned rests while the score is 0.5 or
    more. Time counts as learning time only while the one tells at least 80 % of the other's
    variance: two that merely flicker teach nothing.

    Feed both at once, ``observe(stamp, value, second)``, or each when it comes:
    ``observe(stamp, value)`` for the first, ``observe_second(stamp, value)`` for the second.

    Score: 0.5 when the miss exceeds its range by 0.3 widths of it, 0.9 at one width.

    Args:
        learn: seconds in which every difference is normal.
        delay: seconds that the second may be late.
        relearn: seconds in which a new difference becomes normal to 63 %.
        forget: seconds after which a difference that did not come again is forgotten to 63 %.
    """

    KEPT = ("_fit", "_miss", "_known_for")

    def __init__(
        self,
        *,
        learn: float = 600.0,
        delay: float = 0.5,
        relearn: float = 7200.0,
        forget: float = 604800.0,
    ) -> None:
        super().__init__()
        self._learn, self._segment = learn, delay / _SEGMENTS
        self._fit = LinearFit()
        self._miss = SignalLevel(_BLOCK, AdaptiveRange(learn / 2.0, relearn, forget))
        self._known_for = 0.0
        self._begin()

    def _begin(self) -> None:
        # Since when, lowest and highest first of each segment of the delay.
        self._firsts: deque[tuple[float, float, float]] = deque(maxlen=_SEGMENTS + 1)
        self._score = 0.0

    def observe(self, stamp: float, value: float, second: float | None = None) -> float:
        """Take in what the first measures, and the second if given; return the score."""
        if measures(stamp, value):
            self._add_first(stamp, value)
        return self._score if second is None else self.observe_second(stamp, second)

    def observe_second(self, stamp: float, value: float) -> float:
        """Take in what the second measures and return how surely they disagree."""
        step = self._step(stamp, value) if self._firsts else None
        if step is None:
            return 0.0
        since, low, high = self._firsts[-1]
        if abs(stamp - since) > 2.0 * (_BLOCK + self._segment * _SEGMENTS):
            return 0.0  # the first is silent
        if self._score < 0.5:
            self._fit.observe(step, 0.5 * (low + high), value)
        if self._fit.is_related or self._known_for >= self._learn:
            self._known_for += step
        if 2.0 * self._known_for >= self._learn:
            self._miss.observe(step, self._missed(value), _LEAST * self._fit.usual_range)
            self._score = score_of(abs(self._miss.excess))
        return self._score

    def _add_first(self, stamp: float, value: float) -> None:
        firsts = self._firsts
        if firsts:
            since, low, high = firsts[-1]
            if 0.0 <= stamp - since < self._segment:
                firsts[-1] = (since, min(low, value), max(high, value))
                return
            if stamp < since:
                firsts.clear()
        firsts.append((stamp, value, value))

    def _missed(self, second: float) -> float:
        """By how much the second misses whatever the firsts of late would make of it."""
        low = self._fit.expect(min(low for _, low, _ in self._firsts))
        high = self._fit.expect(max(high for _, _, high in self._firsts))
        low, high = min(low, high), max(low, high)
        missed = max(0.0, second - high) + min(0.0, second - low)
        mean = self._fit.mean
        allowed = _SCALE_ERROR * max(abs(low - mean), abs(high - mean))
        return math.copysign(max(0.0, abs(missed) - allowed), missed)
