"""How one quantity follows another: offset and scale, learned from pairs.

See docs/reference/detectors.md, "disagreement".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_MEMORY = 3600.0  # s of pairs that the fit is learned from
_RELATED = 0.8  # share of variance that the other explains


class LinearFit(PersistentState):
    """Least squares of ``second = offset + scale × first`` with a memory of an hour."""

    KEPT = ("_weight", "_first", "_second", "_spread_first", "_spread_second", "_both")

    def __init__(self) -> None:
        self._weight = self._first = self._second = 0.0
        self._spread_first = self._spread_second = self._both = 0.0

    def observe(self, step: float, first: float, second: float) -> None:
        """Take in a pair, ``step`` seconds after the last one."""
        self._weight += step
        if self._weight <= 0.0:
            self._first, self._second = first, second
            return
        share = step / min(self._weight, _MEMORY)
        to_first, to_second = first - self._first, second - self._second
        self._first += share * to_first
        self._second += share * to_second
        keep = 1.0 - share
        self._spread_first = keep * (self._spread_first + share * to_first * to_first)
        self._spread_second = keep * (self._spread_second + share * to_second * to_second)
        self._both = keep * (self._both + share * to_first * to_second)

    @property
    def is_related(self) -> bool:
        """Whether the first tells most of what the second does."""
        spread = self._spread_first * self._spread_second
        return spread > 0.0 and self._both * self._both >= _RELATED * spread

    @property
    def mean(self) -> float:
        """Mean of the second."""
        return self._second

    @property
    def usual_range(self) -> float:
        """Standard deviation of the second."""
        return math.sqrt(self._spread_second)

    def expect(self, first: float) -> float:
        """Return the second that belongs to a first."""
        if self._spread_first <= 0.0:
            return self._second
        return self._second + self._both / self._spread_first * (first - self._first)
