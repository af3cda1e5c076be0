"""A counter of errors within one power cycle (rules.md §10.12).

See docs/reference/detectors.md, "status".
"""

from __future__ import annotations

from collections import deque

_WINDOW = 60.0  # s


class RisingCount:
    """Tells whether a counter rises.

    What it begins with was carried over; when it falls it begins anew.

    Args:
        rises: how often it must rise within a minute, or …
        amount: … by how much.
    """

    def __init__(self, rises: int, amount: float) -> None:
        self._rises, self._amount = rises, amount
        self._last: float | None = None
        self._recent: deque[tuple[float, float]] = deque(maxlen=1000)

    @property
    def risen(self) -> float:
        """By how much it has risen within the last minute."""
        return sum(amount for _, amount in self._recent)

    def observe(self, stamp: float, count: float) -> bool:
        """Take in a count; return whether it has risen within the last minute."""
        last, self._last = self._last, count
        while self._recent and stamp - self._recent[0][0] > _WINDOW:
            self._recent.popleft()
        if last is not None and count > last:
            self._recent.append((stamp, count - last))
        return len(self._recent) >= self._rises or self.risen >= self._amount > 0.0
