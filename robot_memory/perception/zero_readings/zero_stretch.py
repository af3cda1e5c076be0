"""For how long a quantity has been exactly zero, and whether it ever was for so long before.

Specification: rules.md §10.11.

See docs/reference/detectors.md, "quantity" and "zero".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_LONGEST_STEP = 5.0  # s; a longer pause counts as this
_KNOWN = 60.0  # s with other readings, after which it is known how long it is zero
_RARELY = 2.0  # s of zeros, at most, of a quantity that is judged by its own past
_TIMES = 3.0  # times as long as ever, …
_LEAST = 10.0  # … and at least so many seconds
_STARTING = 30.0  # s of a run in which a driver may say zero until it measures


class ZeroStretch(PersistentState):
    """Follows one quantity of one sensor.

    Attributes:
        measured: seconds in which it read anything else than zero, over all runs.
        largest: the largest that it read, over all runs.
        seconds: for how long it has been zero now; 0: it is not.
    """

    KEPT = ("measured", "largest", "_longest")

    def __init__(self) -> None:
        self.measured = self.largest = self._longest = 0.0
        self._begin()

    def _begin(self) -> None:
        self.seconds = 0.0
        self._stamp = math.nan
        self._has_measured = False
        self._is_told = False

    def observe(self, stamp: float, value: float) -> None:
        """Take in how large it is, of a vector its length; ``stamp`` in seconds."""
        step = stamp - self._stamp
        self._stamp = stamp
        step = min(step, _LONGEST_STEP) if step > 0.0 else 0.0
        if value == 0.0:
            self.seconds += step
            return
        self.measured += step
        self.largest = max(self.largest, value)
        is_start = not self._has_measured and self.seconds <= _STARTING
        if not is_start and not self._is_told:
            self._longest = max(self._longest, self.seconds)
        self._has_measured, self._is_told, self.seconds = True, False, 0.0

    def is_impossible(self, after: float) -> bool:
        """Tell whether it is zero for too long, being a quantity that is never zero.

        Args:
            after: seconds of zeros that are too long once it has measured in this run; from its
                start on they are 30.
        """
        return self._judge(after if self._has_measured else _STARTING)

    def is_unusual(self) -> bool:
        """Tell whether it is zero for far longer than ever, being one that rarely was zero."""
        if self.measured < _KNOWN or self._longest > _RARELY:
            return False
        limit = max(_LEAST, _TIMES * self._longest)
        return self._judge(limit if self._has_measured else max(limit, _STARTING))

    def is_without_past(self, after: float) -> bool:
        """Tell whether it has been nothing but zero, in any run, for so many seconds."""
        return self.measured == 0.0 and self._judge(after)

    def _judge(self, limit: float) -> bool:
        is_long = self.seconds >= limit
        self._is_told |= is_long
        return is_long
