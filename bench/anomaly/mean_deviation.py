"""How far a signal departs from its mean, at once and for a while, by all it ever did."""

from __future__ import annotations

from anomaly.surprise import Surprise

_MEMORY = 20000.0  # values
_SHARE_MEMORY = 3000.0  # values
_SHORT = 10.0  # values


class MeanDeviation:
    """Sums the surprise of a value's distance from the mean and that of the last ten's."""

    __slots__ = ("_at_once", "_count", "_mean", "_short", "_while")

    def __init__(self) -> None:
        self._at_once, self._while = Surprise(_SHARE_MEMORY), Surprise(_SHARE_MEMORY)
        self._count = 0
        self._mean = self._short = 0.0

    def observe(self, value: float) -> tuple[float, float]:
        """Take in a value and return both surprises."""
        self._count += 1
        if self._count == 1:
            self._mean = self._short = value
        self._short += (value - self._short) / _SHORT
        at_once = self._at_once.observe(abs(value - self._mean))
        for_a_while = self._while.observe(abs(self._short - self._mean))
        self._mean += (value - self._mean) / min(self._count, _MEMORY)
        return at_once, for_a_while
