"""Out of range: a reading beyond limits that are given."""

from __future__ import annotations

import math

from robot_memory.perception.signals.signal import Signal, measures

_ROUNDING = 1e-6  # of the limits: a float32 of a limit is not beyond it


class OutOfRange(Signal):
    """Reports a reading beyond given limits.

    Score: 1.0 while the reading lies outside, else 0. There is nothing to learn: the limits are
    given. NaN and infinity are no measurement and score 0.

    Args:
        low: least possible reading, in the signal's unit.
        high: greatest possible reading.

    Raises:
        ValueError: low is above high, or a limit is NaN.
    """

    def __init__(self, *, low: float = -math.inf, high: float = math.inf) -> None:
        super().__init__()
        if not low <= high:
            raise ValueError(f"low is {low!r}, expected at most high, which is {high!r}")
        self._low = low - _ROUNDING * _finite(low, high)
        self._high = high + _ROUNDING * _finite(high, low)

    def observe(self, stamp: float, value: float) -> float:
        """Take in a reading and return 1 if it lies outside the limits, else 0."""
        if not measures(stamp, value):
            return 0.0
        return 0.0 if self._low <= value <= self._high else 1.0


def _finite(limit: float, other: float) -> float:
    return max(abs(one) for one in (limit, other, 0.0) if math.isfinite(one))
