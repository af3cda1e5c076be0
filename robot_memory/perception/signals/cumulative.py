"""Cumulative signals: a count that only rises is judged by its rate, not by its value.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
from collections import deque

from robot_memory.perception.persistent_state import PersistentState

_WINDOW = 60.0  # s of which the counts are added up
_SLICES = 12  # parts of the window
_RESTART = 0.5  # of the count, below which a fall is a restart, …
_LEAST = 20.0  # … where it counted up to this at least


class Cumulative(PersistentState):
    """Tells whether a signal counts up, and turns one that does into counts a minute.

    What never falls counts, as far as is known: errors, packets, uptime, the way that a robot went.
    A fall to less than half is a restart.
    """

    KEPT = ("counts",)

    def __init__(self) -> None:
        self.counts = 1
        self._begin()

    def _begin(self) -> None:
        self._last = math.nan
        self._slice = -math.inf
        self._increments: deque[float] = deque(maxlen=_SLICES)

    def observe(self, stamp: float, value: float) -> float:
        """Take in a finite value; return it, or of a signal that counts its counts a minute."""
        if not self.counts:
            return value
        last, self._last = self._last, value
        falls = value < last and (last < _LEAST or value >= _RESTART * last)
        if falls:
            self.counts = 0
            return value
        if stamp - self._slice >= _WINDOW / _SLICES:
            self._slice = stamp
            self._increments.append(0.0)
        if value > last:
            self._increments[-1] += value - last
        return sum(self._increments)
