"""Frozen sensor: a value that always flickers stands still."""

from __future__ import annotations

from robot_memory.perception.signals.flicker import Flicker
from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.standstill import Standstill


class Frozen(Signal):
    """Reports a value that repeats exactly, if the signal never did so for long.

    Only a signal that flickers (it often changes direction), and that never stood still for longer
    than ``patience``, is judged. A signal that rests, moves smoothly or is coarsely quantised
    stands still for good reasons. Standing at 0 does not count: the part is at rest, or nothing is
    measured.

    Score: 0.5 at three times, 0.9 at ten times and 0.99 at twenty times the longest standstill so
    far plus half a second (or five intervals), until it moves.

    Args:
        learn: seconds in which every standstill is normal.
        patience: seconds; a signal that normally stands still for longer is not judged.
    """

    KEPT = ("_flicker", "_standing")

    def __init__(self, *, learn: float = 300.0, patience: float = 1.5) -> None:
        super().__init__()
        self._flicker = Flicker()
        self._standing = Standstill(learn, patience)

    def observe(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely the sensor is frozen."""
        step = self._step(stamp, value)
        if step is None:
            return 0.0
        standing = self._standing
        if self._flicker.observe(value):
            standing.move(step)
            return 0.0
        if value == 0.0:
            standing.rest()
            return 0.0
        standing.stand(step)
        return standing.score if self._flicker.is_known else 0.0
