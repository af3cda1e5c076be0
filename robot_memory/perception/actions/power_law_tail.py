"""How rare a size is: the tail of the largest so far, extrapolated as a power law.

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

import math
from bisect import insort
from itertools import islice

from robot_memory.perception.persistent_state import PersistentState

_KEPT = 16  # sizes, the largest
_STEEPEST = 12.0  # tail exponent, at most: no tail is trusted to fall more steeply
_TOP_SHARE = 0.1  # of all sizes, at most, stand for the tail


class PowerLawTail(PersistentState):
    """The largest of many sizes, and how many there were.

    A size is judged by extrapolating their tail as a power law. Its exponent is Hill's estimate,
    taken low by one standard error, so that heavy tails and few data need more to surprise.
    """

    KEPT = ("_largest", "_count")

    def __init__(self) -> None:
        self._largest: list[float] = []  # rising
        self._count = 0

    def observe(self, size: float) -> None:
        """Take in a size."""
        self._count += 1
        if len(self._largest) < _KEPT:
            insort(self._largest, size)
        elif size > self._largest[0]:
            del self._largest[0]
            insort(self._largest, size)

    @property
    def _top(self) -> int:
        return min(len(self._largest), int(_TOP_SHARE * self._count))

    def share(self, size: float) -> float:
        """Return which share of all sizes reach this one; 1 where that is not known, or usual."""
        top = self._top
        base = self._largest[-top] if top >= 3 else 0.0
        if not 0.0 < base < size:
            return 1.0
        return top / self._count * math.pow(base / size, self._exponent(top))

    def _exponent(self, top: int) -> float:
        base = self._largest[-top]
        above = islice(self._largest, len(self._largest) - top, None)
        spread = sum(math.log(size / base) for size in above) / (top - 1)
        trust = 1.0 - 1.0 / math.sqrt(top)
        return _STEEPEST if spread * _STEEPEST <= trust else trust / spread
