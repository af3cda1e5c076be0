"""The resolution of a signal: the smallest step that it takes.

See docs/reference/detectors.md, "step".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState


class Resolution(PersistentState):
    """Learns the smallest difference between successive values that is not rounding."""

    KEPT = ("size",)

    def __init__(self) -> None:
        self.size = 0.0
        self._last = math.nan

    def observe(self, value: float) -> None:
        """Take in a value."""
        step = abs(value - self._last)
        self._last = value
        if 0.0 < step < math.inf and (step < self.size or self.size == 0.0):
            self.size = step
