"""How long the goals of one action take, and how unusual it is that one takes longer.

Specification: rules.md §5.10.
"""

from __future__ import annotations

import math
from bisect import insort
from itertools import islice

from robot_memory.perception.persistent_state import PersistentState

_KEPT = 16  # sizes, the largest
_STEEPEST = 12.0  # tail exponent, at most: no tail is trusted to fall more steeply
_TOP_SHARE = 0.1  # of all sizes, at most, stand for the tail
_A_DAY = 1000.0  # goals a day, at most: by this many the rate of long ones is told
_NORMAL = 5  # goals in a row that take as long: that is how it is now
_RARENESS = math.log10(5.0) / 4.0  # power of a rate, so that 10^-4 a day scores 0.9


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


class GoalDurations(PersistentState):
    """The durations of goals that succeeded.

    It is known from the thirtieth goal on. An action whose goals all take the same time is
    surprising at about three times of it; one whose goals differ needs more.
    """

    KEPT = ("_records", "_told")

    def __init__(self) -> None:
        self._records = PowerLawTail()
        self._told = 0

    def score(self, seconds: float) -> float:
        """Return how surely a goal that has run so many seconds takes longer than any should.

        0.5 is what happens once a day, 0.9 what happens once in 10,000 days.
        """
        per_day = _A_DAY * self._records.share(seconds)
        if per_day > 1.0:
            return 0.5 * math.pow(per_day, -_RARENESS)
        return 1.0 - 0.5 * math.pow(per_day, _RARENESS)

    def succeed(self, seconds: float, *, was_told: bool) -> None:
        """Learn how many seconds a goal took; what was told as too long is none to learn from."""
        self._told = self._told + 1 if was_told else 0
        if self._told >= _NORMAL:
            self._records, self._told, was_told = PowerLawTail(), 0, False
        if not was_told:
            self._records.observe(seconds)
