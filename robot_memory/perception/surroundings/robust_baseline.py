"""Median and spread of recent values, as the baseline of this robot."""

from __future__ import annotations

import math

import numpy as np

_TO_SIGMA = 1.4826  # ratio of a bell curve's standard deviation to its median absolute deviation


class RobustBaseline:
    """Remembers some values; its memory is bounded, and what is rare does not shift it.

    Args:
        least: how many values must be known before any is judged.
        kept: how many are remembered.
    """

    def __init__(self, least: int, kept: int = 256) -> None:
        self._least = least
        self._values = np.empty(kept)  # a ring, as an array: it is looked at far more often
        self._count = 0
        self._known: tuple[float, float] | None = None

    def observe(self, value: float) -> None:
        """Take in a value."""
        self._values[self._count % len(self._values)] = value
        self._count += 1
        self._known = None

    @property
    def is_known(self) -> bool:
        """Whether there are values enough."""
        return min(self._count, len(self._values)) >= self._least

    @property
    def middle(self) -> float:
        """The median."""
        return self._look()[0]

    @property
    def spread(self) -> float:
        """The standard deviation, without what is rare."""
        return self._look()[1]

    def _look(self) -> tuple[float, float]:
        if self._known is None:
            values = self._values[: self._count]
            middle = float(np.median(values)) if self._count else math.nan
            spread = float(np.median(np.abs(values - middle))) if self._count else math.nan
            self._known = middle, _TO_SIGMA * spread
        return self._known
