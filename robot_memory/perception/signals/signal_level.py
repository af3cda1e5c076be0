"""The level of a signal over seconds, and how far it lies outside its learned range.

See docs/reference/detectors.md, "level_shift".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.adaptive_range import AdaptiveRange
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.time_block import TimeBlock

_MEDIAN_OF = 5  # blocks


class SignalLevel(PersistentState):
    """The median of five block means, which no spike and no single burst moves.

    Args:
        seconds: of a block.
        reach: of the level.

    Attributes:
        excess: widths by which the level lies outside its reach, negative below it.
    """

    KEPT = ("_reach",)

    def __init__(self, seconds: float, reach: AdaptiveRange) -> None:
        self._block, self._reach = TimeBlock(seconds), reach
        self._means = RunningMedian(_MEDIAN_OF)
        self.excess = 0.0

    def _begin(self) -> None:
        self._block.clear()
        self._means.clear()
        self._reach.pause()
        self.excess = 0.0

    @property
    def width(self) -> float:
        """The range of the level so far, in the signal's unit."""
        return self._reach.high - self._reach.low

    def observe(self, step: float, value: float, least: float) -> float:
        """Take in a value; return the seconds of the block that it ends, 0 if it ends none.

        Args:
            step: seconds since the last one.
            value: in the signal's unit.
            least: width that is never much, in the same unit.
        """
        block = self._block
        if not block.observe(step, value):
            return 0.0
        mean, elapsed = block.total / block.count, block.elapsed
        block.clear()
        if not math.isfinite(mean):
            return 0.0
        level = self._means.observe(mean)
        if level is not None:
            self.excess = self._reach.observe(elapsed, level, least)
        return elapsed
