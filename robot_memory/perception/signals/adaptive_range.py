"""How far a quantity reached while all was well, and how far beyond it is now.

See docs/reference/detectors.md, "level_shift" and "variance".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_FOLLOW = 120.0  # s in which a small excess becomes normal to 63 %
_SMALL = 0.3  # widths of an excess that is followed soon
_MOST = 1e6  # widths of an excess
_MOVES = 3.0  # times its mean movement that the quantity may go at once and is followed
_PACE_MEMORY = 3600.0  # s, time constant of its mean movement
_MOST_DOUBT = 1.0  # widths: a robot that began to work while it was learned has been known since
_DOUBT = 1.0  # widths more that are asked for each width by which it surprised while learning


class AdaptiveRange(PersistentState):
    """The range that a quantity keeps, learned; outside it the excess is told in widths.

    The range follows movement that is usual for the quantity, so that warm-up, wandering and slow
    change are normal, and a jump is not.

    Args:
        learn: seconds in which whatever comes is normal.
        relearn: seconds in which a large excess becomes normal to 63 %.
        forget: seconds after which what did not come again is forgotten to 63 %.
        widest: the width that counts at most; for scales on which a step always means the same.
        wanders: whether the range moves along with a quantity that moves as it usually does.
    """

    KEPT = ("low", "high", "_known_for", "_pace", "_surprise")

    def __init__(
        self,
        learn: float,
        relearn: float,
        forget: float,
        *,
        widest: float = math.inf,
        wanders: bool = True,
    ) -> None:
        self._learn, self._relearn, self._forget = learn, relearn, forget
        self._widest, self._wanders = widest, wanders
        self._known_for = -1.0  # no value yet
        self.low = self.high = 0.0
        self._pace = 0.0  # mean movement from one value to the next
        self._surprise = 0.0  # largest excess that was normal
        self._last = math.nan

    def pause(self) -> None:
        """Let the next value begin a new stretch."""
        self._last = math.nan

    def observe(self, step: float, value: float, resolution: float) -> float:
        """Take in a value; return by how many widths it lies outside (above > 0, below < 0).

        Args:
            step: seconds since the last one.
            resolution: the least width, in units of the value: its own resolution or noise.
        """
        if self._known_for < 0.0:
            self._known_for, self.low, self.high = 0.0, value, value
        self._known_for += step
        if self._wanders:
            self._go_along(step, value)
        width = min(self.high - self.low, self._widest) + resolution
        if not 0.0 < width < math.inf:
            self.low, self.high = min(self.low, value), max(self.high, value)
            return 0.0  # it never varied: nothing says what is much
        beyond = max(0.0, value - self.high) + min(0.0, value - self.low)
        excess = max(-_MOST, min(_MOST, beyond / width))
        is_learning = self._known_for < self._learn
        self._doubt(abs(excess), is_learning)
        self._extend(step, value, beyond, excess, is_learning)
        return 0.0 if is_learning else excess / (1.0 + _DOUBT * self._surprise)

    def _go_along(self, step: float, value: float) -> None:
        """Move the range with a quantity that moves as it usually does."""
        move = value - self._last
        self._last = value
        if not math.isfinite(move):
            return
        usual = _MOVES * self._pace
        self.high += max(0.0, min(move, usual, value - self.high))
        self.low += min(0.0, max(move, -usual, value - self.low))
        share = max(-math.expm1(-step / _PACE_MEMORY), step / max(step, self._known_for))
        self._pace += share * (abs(move) - self._pace)

    def _doubt(self, excess: float, is_learning: bool) -> None:
        if excess < _SMALL if not is_learning else 3.0 * self._known_for >= self._learn:
            self._surprise = max(self._surprise, min(excess, _MOST_DOUBT))

    def _extend(
        self, step: float, value: float, beyond: float, excess: float, is_learning: bool
    ) -> None:
        if is_learning:
            self.low, self.high = min(self.low, value), max(self.high, value)
            return
        share = -math.expm1(-step / (_FOLLOW if abs(excess) < _SMALL else self._relearn))
        self.high += share * max(0.0, beyond)
        self.low += share * min(0.0, beyond)
        if not beyond:
            fade = -math.expm1(-step / self._forget)
            self.high += fade * (value - self.high)
            self.low += fade * (value - self.low)
