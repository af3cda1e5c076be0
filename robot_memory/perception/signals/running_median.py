"""The median of the last values, which no single one moves."""

from __future__ import annotations

from collections import deque


class RunningMedian:
    """Remembers the last values; there is no median before there are enough.

    Args:
        size: how many values; odd.
    """

    def __init__(self, size: int) -> None:
        self._values: deque[float] = deque(maxlen=size)

    def observe(self, value: float) -> float | None:
        """Take in a value; return the median, None before there are enough values."""
        self._values.append(value)
        if len(self._values) < (self._values.maxlen or 0):
            return None
        return sorted(self._values)[len(self._values) // 2]

    @property
    def spread(self) -> float:
        """By how much the values differ."""
        return max(self._values) - min(self._values)

    def clear(self) -> None:
        """Forget the values."""
        self._values.clear()
