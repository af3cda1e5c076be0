"""What the monitors of one signal have in common: time, scores, and what measures nothing.

See docs/reference/signals.md, "Scores".
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from robot_memory.perception.persistent_state import PersistentState

LONGEST_STEP = 5.0  # s; a longer pause counts as this: nothing was measured in it
_RARENESS = math.log10(5.0) / 4.0  # power of a rate, so that 10^-4 a day scores 0.9
_LEAST_DOUBT = 1e-9  # of a score
_MOST = 1e100  # beyond, a number is a sign of something, not a measurement


class Signal(PersistentState, ABC):
    """A monitor of one signal: ``observe(stamp, value) -> score``.

    Scores lie in [0, 1]. 0 is "as ever", or not known yet. 0.5 is what a healthy signal does about
    once a day, 0.9 what it does about once in 10,000 days.
    A value that is not finite measures nothing: it scores 0 and leaves the state as it is.
    """

    def __init__(self) -> None:
        self._stamp = math.nan

    @abstractmethod
    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return its score.

        Args:
            stamp: seconds, of any origin; equal or earlier stamps let no time pass.
            value: in the signal's own unit.
        """

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what was learned, in a new stretch of time.

        Raises:
            ValueError: something is missing or is of another kind than was kept.
        """
        super().restore(state)
        self._stamp = math.nan

    def begin_stretch(self) -> None:
        """Continue with what was learned, in a new stretch of time."""
        super().begin_stretch()
        self._stamp = math.nan

    def _step(self, stamp: float, value: float) -> float | None:
        """Return the seconds since the last value; 0 for the first and when time went back.

        None where there is no measurement (:func:`measures`). It is asked for each value of each
        signal, so that both are one call.
        """
        if not (-_MOST < value < _MOST and math.isfinite(stamp)):
            return None
        step = stamp - self._stamp
        self._stamp = stamp
        if step > 0.0:
            return step if step < LONGEST_STEP else LONGEST_STEP
        return 0.0


def score_of(excess: float) -> float:
    """Return the score of an excess: 0.5 at 0.3 widths outside, 0.9 at one, 0.99 at two."""
    return -math.expm1(-math.log(10.0) * excess) if excess > 0.0 else 0.0


def score_of_rate(per_day: float) -> float:
    """Return the score of what a healthy signal does so often: 0.5 once a day, 0.9 in 10,000 days.

    Args:
        per_day: times a day, of one signal.
    """
    if per_day > 1.0:
        return 0.5 * math.pow(per_day, -_RARENESS)
    return 1.0 - 0.5 * math.pow(per_day, _RARENESS)


def rareness(score: float) -> float:
    """Return how rare a score of at least a half is: 0 once a day, 4 once in 10,000 days."""
    return -math.log10(2.0 * max(1.0 - score, _LEAST_DOUBT)) / _RARENESS


def measures(stamp: float, value: float) -> bool:
    """Whether there is a measurement: a finite number that can be squared, at a finite time."""
    return -_MOST < value < _MOST and math.isfinite(stamp)
