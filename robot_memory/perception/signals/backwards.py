"""Time going backwards: header stamps that fall behind earlier ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robot_memory.perception.signals.signal import Signal, measures

_DISORDER = 4.0  # times the usual step back


class Backwards(Signal):
    """Tells header stamps that go back by more than they usually do.

    ``update(stamp, value)`` takes the time of receipt and the header's stamp, both in seconds.
    Where several publishers share a topic, stamps go back all the time: the largest step back of
    the learning time, times four, is disorder.

    Score: 1.0 for ``hold`` seconds after a step back, else 0.

    Args:
        learn: seconds in which every step back is normal.
        least: seconds of a step back that count.
        hold: seconds for which it is told.
    """

    __slots__ = ("_hold", "_known_for", "_last", "_learn", "_least", "_told", "_usual")
    KEPT = ("_known_for", "_usual")

    def __init__(self, *, learn: float = 10.0, least: float = 0.001, hold: float = 5.0) -> None:
        super().__init__()
        self._learn, self._least, self._hold = learn, least, hold
        self._known_for = self._usual = self._told = 0.0
        self._last = math.nan

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what was learned; the clock may have been set meanwhile."""
        super().restore(state)
        self._last, self._told = math.nan, 0.0

    def update(self, stamp: float, value: float) -> float:
        """Take in a header's stamp and return 1 if time has just gone backwards, else 0."""
        if not measures(stamp, value) or value == 0.0:  # 0 is a header that nobody filled in
            return 0.0
        step = self._step(stamp)
        self._known_for += step
        self._told = max(0.0, self._told - step)
        back, self._last = self._last - value, value
        if back > 0.0:
            if self._known_for < self._learn:
                self._usual = max(self._usual, back)
            elif back > max(self._least, _DISORDER * self._usual):
                self._told = self._hold
        return 1.0 if self._told > 0.0 else 0.0
