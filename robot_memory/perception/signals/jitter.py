"""Interval jitter: messages come less evenly than they ever did."""

from __future__ import annotations

import math

from robot_memory.perception.signals.signal import Signal
from robot_memory.perception.signals.variance import Variance

_LONGEST = 20.0  # usual intervals that one may count as: a pause is silence, not jitter


class Jitter(Signal):
    """Tells intervals between values that vary more than they ever did.

    The value does not matter, only its stamp, best a time of receipt. The spread of successive
    intervals, as a share of the usual one, is judged as ``Variance`` judges a signal.

    Score: 0.5 when the spread exceeds its range by 0.3 widths of it, 0.9 at one width; the width
    counts at least 0.25 (a factor of 1.3) and spreads below a tenth of the interval are even.

    Args:
        learn: seconds in which every spread is normal.
        relearn: seconds in which a new spread becomes normal to 63 %.
        forget: seconds after which a spread that did not come again is forgotten to 63 %.
    """

    __slots__ = ("_count", "_interval", "_spread")
    KEPT = ("_spread", "_interval", "_count")

    def __init__(
        self, *, learn: float = 600.0, relearn: float = 7200.0, forget: float = 604800.0
    ) -> None:
        super().__init__()
        self._spread = Variance(learn=learn, relearn=relearn, forget=forget, block=2.0, floor=0.1)
        self._interval = 0.0
        self._count = 0

    def update(self, stamp: float, value: float = 0.0) -> float:
        """Take in a value's stamp and return how surely the intervals have become uneven."""
        if not math.isfinite(stamp):
            return 0.0
        step = self._step(stamp)
        self._count += 1
        if self._count <= 2:
            self._interval = step
            return 0.0
        step = min(step, _LONGEST * self._interval) if self._count > 100 else step
        self._interval += (step - self._interval) / min(self._count, 10000.0)
        if self._interval <= 0.0:
            return 0.0
        return self._spread.update(stamp, step / self._interval)
