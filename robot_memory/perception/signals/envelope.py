"""Envelope: the signal reaches beyond all that it ever reached, however rarely it works."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from robot_memory.perception.signals.block import Block
from robot_memory.perception.signals.grain import Grain
from robot_memory.perception.signals.signal import Kept, Signal, measures

_SECOND = 1.0  # s, of which the mean counts
_BLOCK = 30.0  # s
_MOST = 4  # seconds of a block that must be beyond: fewer are a burst
_GRAINS = 4.0  # steps of resolution that are never much
_SURE = 1.1  # widths beyond that score 0.9


class Envelope(Signal):
    """Tells extremes beyond all extremes that this signal had.

    A robot works by turns: its motors are hot and cold, loaded and idle, and the mean of neither
    says anything. So of each half minute the fourth highest and the fourth lowest second are
    compared with the highest and the lowest that those have ever been.

    Score: 0.5 when it is 0.33 widths of all that range beyond it, 0.9 at 1.1 widths, 0.99 at 2.2;
    more widths by as much as the range still grew in the second half of the learning time, so that
    a warm-up that is not over is no fault. It stays until it is back, or normal after ``relearn``.

    Args:
        learn: seconds of running in which every extreme is normal.
        relearn: seconds in which a new extreme becomes normal to 63 %.
    """

    __slots__ = ("_grain", "_high", "_learn", "_low", "_relearn", "_score", "_second", "_seconds")
    KEPT = ("_high", "_low", "_grain")

    def __init__(self, *, learn: float = 1200.0, relearn: float = 14_400.0) -> None:
        super().__init__()
        self._learn, self._relearn = learn, relearn
        self._grain = Grain()
        self._high, self._low = _Extreme(), _Extreme()
        self._begin()

    def _begin(self) -> None:
        self._second = Block(_SECOND)
        self._seconds: list[float] = []
        self._score = 0.0

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what was learned, in a new stretch."""
        super().restore(state)
        self._begin()

    def update(self, stamp: float, value: float) -> float:
        """Take in a value and return how surely it reaches where it never did."""
        if not measures(stamp, value):
            return 0.0
        step = self._step(stamp)
        self._grain.add(value)
        if self._second.add(step, value):
            self._seconds.append(self._second.total / self._second.count)
            elapsed = self._second.elapsed
            self._second.clear()
            if len(self._seconds) * max(elapsed, _SECOND) >= _BLOCK and len(self._seconds) > _MOST:
                self._judge(len(self._seconds) * elapsed)
        return self._score

    def _judge(self, elapsed: float) -> None:
        seconds = sorted(self._seconds)
        self._seconds = []
        low, high = -seconds[_MOST - 1], seconds[-_MOST]
        width = self._high.most + self._low.most + _GRAINS * self._grain.size
        if not (math.isfinite(low) and math.isfinite(high)):
            return
        beyond = (
            self._high.update(elapsed, high, width, self._learn, self._relearn),
            self._low.update(elapsed, low, width, self._learn, self._relearn),
        )
        self._score = -math.expm1(-math.log(10.0) * max(0.0, *beyond) / _SURE)


class _Extreme(Kept):
    """The most that a block ever had, and by how much it still grew while it was learned."""

    __slots__ = ("_first", "_known_for", "most")
    KEPT = ("most", "_first", "_known_for")

    def __init__(self) -> None:
        self._known_for = 0.0
        self.most = 0.0
        self._first = 0.0  # the most after half of the learning time

    def update(
        self, elapsed: float, value: float, width: float, learn: float, relearn: float
    ) -> float:
        """Take in what a block has most; return by how many widths that is beyond."""
        if self._known_for < learn:
            self.most = value if self._known_for == 0.0 else max(self.most, value)
            self._known_for += elapsed
            if 2.0 * self._known_for < learn:
                self._first = self.most
            return 0.0
        beyond = value - self.most
        if beyond <= 0.0 or width <= 0.0:
            return 0.0
        grew = max(0.0, self.most - self._first) / width
        self.most += beyond * -math.expm1(-elapsed / relearn)
        return beyond / width / (1.0 + 2.0 * grew)
