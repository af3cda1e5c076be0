"""Drag: a joint takes more effort than it did for the same way."""

from __future__ import annotations

import math

from robot_memory.perception.signals.extreme_value import ExtremeValue
from robot_memory.perception.signals.signal import Kept, measures

_BLOCK = 60.0  # s of motion
_MOVES = 0.02  # of its greatest speed: less is rest
_MEDIAN_OF = 3  # blocks
_LEAST_WIDTH = 0.2  # of the usual drag: less is never much
_LASTS = 10  # blocks
_LOW = 0.15  # widths
_SURE = 0.6  # widths beyond that score 0.9
_LONGEST = 1.0  # s between two values that tell of the time between them


class Friction(Kept):
    """Tells a joint that loses more work to friction than it ever did.

    Lifting is paid back by lowering and speeding up by slowing down; what friction takes is lost.
    So the work of a minute of motion over the way of it (N or Nm, or A where effort is a current)
    is what drags, whatever the joint does: the sum of effort × velocity over that of |velocity|.
    (Joints of an arm may lift for one another in a new task; then one of them becomes ``is_low``.)

    Score: 0.5 when the median of three such minutes is 0.2 widths of its range beyond that, 0.9 at
    0.6; twice as much just after the learning time. The width counts at least 20 % of the drag.

    Args:
        learn: seconds of motion in which any drag is normal.
        relearn: seconds of motion in which a greater one becomes normal to 63 %.
    """

    __slots__ = ("_before", "_fastest", "_learn", "_least", "_lost", "_most", "_motion", "_recent",
                 "_relearn", "_scores", "_way", "is_low", "value")  # fmt: skip
    KEPT = ("_least", "_most", "_fastest", "_scores")

    def __init__(self, *, learn: float = 600.0, relearn: float = 604_800.0) -> None:
        self._learn, self._relearn = learn, relearn
        self._least, self._most = ExtremeValue(), ExtremeValue()
        self._fastest = self._before = 0.0
        self._recent: list[float] = []
        self._scores: list[float] = []
        self._motion = self._way = self._lost = 0.0
        self.value = math.nan
        self.is_low = False

    def update(self, step: float, velocity: float, effort: float) -> float | None:
        """Take in a velocity and an effort, ``step`` seconds after the last.

        Returns:
            The score, each minute of motion; None between.
        """
        if not (measures(0.0, velocity) and measures(0.0, effort)):
            return None
        speed, before = abs(velocity), self._before
        self._before = speed
        self._fastest = max(self._fastest, min(speed, before))  # a reading alone may be far off
        if speed <= _MOVES * self._fastest or step > _LONGEST:
            return None
        self._motion += step
        self._way += speed * step
        self._lost += effort * velocity * step
        if self._motion < _BLOCK:
            return None
        elapsed, drag = self._motion, self._lost / self._way
        self._motion = self._way = self._lost = 0.0
        self._recent = [*self._recent[1 - _MEDIAN_OF :], drag]
        return self._judge(elapsed) if len(self._recent) == _MEDIAN_OF else None

    def _judge(self, elapsed: float) -> float:
        self.value = sorted(self._recent)[_MEDIAN_OF // 2]
        width = self._most.most + self._least.most + _LEAST_WIDTH * abs(self._most.most)
        below = self._least.update(elapsed, -self.value, width, self._learn, self._relearn)
        self.is_low = below >= _LOW
        beyond = self._most.update(elapsed, self.value, width, self._learn, self._relearn)
        score = -math.expm1(-math.log(10.0) * beyond / _SURE)
        self._scores = [*self._scores[1 - _LASTS :], score]
        return score

    @property
    def lasting_score(self) -> float:
        """The lowest score of ten minutes of motion; 0 before that."""
        return min(self._scores) if len(self._scores) == _LASTS else 0.0
