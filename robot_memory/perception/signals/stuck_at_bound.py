"""Stuck at a bound: the signal sits at its own extreme value, as a saturated sensor does."""

from __future__ import annotations

from robot_memory.perception.signals.flicker import Flicker
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.standstill import Standstill


class StuckAtBound(Signal):
    """Reports a value that stays exactly at the highest or lowest value of the signal so far.

    A value near an extreme does not count. Only a signal that flickers, and that never stayed at an
    extreme for longer than ``patience``, is judged. An extreme of 0 does not count: the part is at
    rest, or nothing is measured.

    Score: 0.5 at three times, 0.9 at ten times and 0.99 at twenty times the longest stay so far
    plus half a second (or five intervals), until it leaves the extreme.

    Args:
        learn: seconds in which every stay is normal.
        patience: seconds; a signal that normally stays at an extreme for longer is not judged.
    """

    KEPT = ("_flicker", "_standing", "_extremes")

    def __init__(self, *, learn: float = 300.0, patience: float = 1.5) -> None:
        super().__init__()
        self._flicker = Flicker()
        self._standing = Standstill(learn, patience)
        self._extremes: list[float] = []  # lowest, highest

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the signal is stuck at its extreme."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        has_moved = self._flicker.observe(value)
        standing = self._standing
        if not self._sits_at_extreme(value, has_moved):
            standing.move(step)
        elif value == 0.0:
            standing.rest()
        else:
            standing.stand(step)
            return standing.score if self._flicker.is_known else 0.0
        return 0.0

    def _sits_at_extreme(self, value: float, has_moved: bool) -> bool:
        """Whether the value is the same extreme as the one before; widens the extremes."""
        low, high = self._extremes or (value, value)
        if low < value < high:
            return False
        self._extremes = [min(low, value), max(high, value)]
        return not has_moved and low < high
