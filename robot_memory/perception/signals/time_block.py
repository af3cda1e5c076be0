"""Values gathered to blocks of time, so that what is learned does not depend on the rate."""

from __future__ import annotations


class TimeBlock:
    """Sums over a stretch of time.

    Args:
        seconds: least length of a block; at lower rates each value is one.
    """

    __slots__ = ("count", "elapsed", "seconds", "total")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.clear()

    def clear(self) -> None:
        """Begin a new block."""
        self.count, self.total, self.elapsed = 0, 0.0, 0.0

    def observe(self, step: float, value: float) -> bool:
        """Take in a value ``step`` seconds after the last; return whether the block is full."""
        self.count += 1
        self.total += value
        self.elapsed += step
        return self.elapsed >= self.seconds
