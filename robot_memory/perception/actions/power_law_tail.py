"""How rare a size is: the tail of the largest so far, extrapolated as a power law.

See docs/reference/detectors.md, "action".
"""

from __future__ import annotations

import math
from bisect import insort
from itertools import islice

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.scores import score_of_rate

_KEPT = 16  # sizes, the largest
_STEEPEST = 12.0  # tail exponent, at most: no tail is trusted to fall more steeply
_STRETCHES = 86_400.0  # stretches a day, of a second each
_TOP_SHARE = 0.1  # of all sizes, at most, stand for the tail


class PowerLawTail(PersistentState):
    """The largest of many sizes, one for each second, and how many there were.

    A size is judged by extrapolating their tail as a power law. Its exponent is Hill's estimate,
    taken low by one standard error, so that heavy tails and few data need more to surprise.
    """

    KEPT = ("_largest", "_count")

    def __init__(self) -> None:
        self._largest: list[float] = []  # rising
        self._count = 0

    def observe(self, size: float) -> None:
        """Take in the largest size of a stretch of time."""
        self._count += 1
        if len(self._largest) < _KEPT:
            insort(self._largest, size)
        elif size > self._largest[0]:
            del self._largest[0]
            insort(self._largest, size)

    @property
    def usual(self) -> float:
        """A large size that is still usual: about one stretch in ten reaches it, or fewer."""
        top = self._top
        return self._largest[-top] if top else 0.0

    @property
    def _top(self) -> int:
        return min(len(self._largest), int(_TOP_SHARE * self._count))

    def score(self, size: float) -> float:
        """Return how surprising a size is: the score of the rate at which stretches reach it.

        0.5 is once a day, 0.9 once in 10,000 days by extrapolation; at or below the largest known
        size it counts those that reached it.
        """
        share = self.share(size)
        return score_of_rate(_STRETCHES * share) if share < 1.0 else 0.0

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
