"""Where a level has wandered in all its time, and how far it is from there.

See docs/reference/detectors.md, "drift".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_MONTH = 30.0 * 86400.0  # s, in which what is outside becomes normal, and inside forgotten, to 63 %
_LAG = 16  # levels over which it is told whether the level comes back or wanders off
_TOLERATED = 2.0  # times how far it would wander off in all its time
_RAMP = 0.3  # of its range that it has gone one way while learning: it may be on its way
_RAMP_LASTS = 8.0  # learning times that it may go on so
_LEAST = 1e-6  # of its size: never a width


class LevelRange(PersistentState):
    """The range of a level, learned; afterwards no fast change widens it.

    How far a level goes in one step and in sixteen says how it wanders: a steady one no farther
    in sixteen than in one, a random walk four times, a ramp sixteen times. What it would wander
    so in all its time is no drift; nor is a ramp that began while learning, for a while.

    Args:
        learn: seconds in which every level is normal.
    """

    KEPT = ("_known_for", "_low", "_high", "_near", "_far", "_steps", "_from", "_went")

    def __init__(self, learn: float) -> None:
        self._learn = learn
        self._known_for = self._low = self._high = 0.0
        self._near = self._far = 0.0  # mean distances gone in one step, and in sixteen
        self._from = self._went = 0.0  # the first level, and how far from it when learning ended
        self._steps = 0
        self._levels: list[float] = []

    @property
    def is_learning(self) -> bool:
        """Whether every level is still normal."""
        return self._known_for < self._learn

    def pause(self) -> None:
        """Let the next level begin a new stretch."""
        self._levels = []

    def observe(self, step: float, level: float, least: float) -> float:
        """Take in a level and return how far outside it lies, 1 being certain.

        Args:
            step: seconds since the last one.
            level: in the signal's unit.
            least: width that is never much, in the same unit.
        """
        if not self._known_for:
            self._low = self._high = self._from = level
        self._known_for += step
        self._levels.append(level)
        if self._known_for < self._learn:
            self._learn_steps()
            self._low, self._high = min(self._low, level), max(self._high, level)
            self._went = level - self._from
            return 0.0
        width = self._high - self._low + least
        beyond = max(0.0, level - self._high) + min(0.0, level - self._low)
        if beyond:
            del self._levels[:-_LAG]  # steps outside teach nothing of those inside
        else:
            self._learn_steps()
        share = -math.expm1(-step / _MONTH)
        self._low += share * (min(0.0, beyond) or level - self._low)
        self._high += share * (max(0.0, beyond) or level - self._high)
        if width <= _LEAST * max(abs(self._low), abs(self._high)):
            return 0.0
        wandered = _TOLERATED * self._wandered(self._known_for / step)
        if abs(self._went) > _RAMP * width:
            times = min(self._known_for / self._learn - 1.0, _RAMP_LASTS)
            wandered += _TOLERATED * abs(self._went) * times
        return max(0.0, abs(beyond) - wandered) / (width + wandered)

    def _learn_steps(self) -> None:
        if len(self._levels) <= _LAG:
            return
        self._steps += 1
        before, last, level = self._levels.pop(0), self._levels[-2], self._levels[-1]
        self._near += (abs(level - last) - self._near) / self._steps
        self._far += (abs(level - before) - self._far) / self._steps

    def _wandered(self, steps: float) -> float:
        """How far the level wanders off in so many steps, by the power law of the two means."""
        if self._near <= 0.0:
            return self._far
        power = min(max(math.log(self._far / self._near, _LAG) if self._far else 0.0, 0.0), 1.0)
        return self._far * math.pow(max(1.0, steps / _LAG), power)
