"""Whether the robot does something that it did not do before: drive, move an arm, use a tool.

What is far from normal just then is an effect of it. A robot that first stands for a minute knows
nothing yet of the currents and the vibration of a drive.

See docs/explanation/perception.md, "Numbers: what is normal" and "One cause, one entry".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.signal import LONGEST_STEP, measures

_KNOWN = 60.0  # s, after which something that the robot does is no longer new
_BEYOND = 0.5  # of the range so far
_LASTS = 15.0  # s after it in which its effects show


class ActivityRange(PersistentState):
    """The range of a speed, a command or a load, as far as it is known; 0, rest, belongs to it.

    What is beyond by half of the range is new: in the first minute once, afterwards until it has
    lasted for a minute in all.
    """

    KEPT = ("_low", "_high", "_known_for", "_beyond_for")

    def __init__(self) -> None:
        self._low = self._high = self._known_for = self._beyond_for = 0.0
        self._begin()

    def _begin(self) -> None:
        self._stamp = math.nan

    def observe(self, stamp: float, value: float) -> bool:
        """Take in a value; return whether the robot never did that before."""
        gone = stamp - self._stamp
        self._stamp = stamp
        step = min(gone, LONGEST_STEP) if gone > 0.0 else 0.0
        self._known_for += step
        if self._low <= value <= self._high:
            return False
        margin = _BEYOND * (self._high - self._low)
        is_far = not self._low - margin <= value <= self._high + margin
        if self._known_for >= _KNOWN and is_far:
            self._beyond_for += step
            if self._beyond_for < _KNOWN:
                return True
            self._beyond_for = 0.0
            is_far = False
        self._low, self._high = min(self._low, value), max(self._high, value)
        return is_far


class NewActivity:
    """Tells when the robot does something that it never did."""

    def __init__(self) -> None:
        self._last = -math.inf

    def observe(self, known: ActivityRange, stamp: float, value: float) -> None:
        """Take in a value of a signal that says what the robot does.

        Args:
            known: the signal's range.
            stamp: seconds.
            value: in its own unit; one that is not finite says nothing.
        """
        if measures(stamp, value) and known.observe(stamp, value):
            self._last = stamp

    def is_on(self, stamp: float) -> bool:
        """Tell whether effects of something new may show."""
        return stamp - self._last <= _LASTS
