"""Friction: a joint takes more effort than it did for the same path.

See docs/reference/detectors.md, "friction".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.signal import measures, score_of

_BLOCK = 60.0  # s of motion
_MOVES = 0.02  # of its greatest speed: less is rest
_MEDIAN_OF = 3  # blocks
_LEAST_WIDTH = 0.2  # of the usual drag: less is never much
_LASTS = 10  # blocks
_LOW = 0.15  # widths below the least drag so far, from which it counts as low
_SURE = 0.6  # widths beyond that score 0.9
_LONGEST = 1.0  # s between two values that tell of the time between them


class Friction(PersistentState):
    """Tells a joint that loses more work to friction than it ever did.

    Lifting is paid back by lowering and speeding up by slowing down; what friction takes is lost.
    So the work of a minute of motion over the path of it (N or Nm, or A where effort is a current)
    is what drags, whatever the joint does: the sum of effort × velocity over that of |velocity|.
    (Joints of an arm may lift for one another in a new task; then one of them becomes ``is_low``.)

    Score: 0.5 when the median of three such minutes is 0.2 widths of its range beyond that, 0.9 at
    0.6; twice as much just after the learning time. The width counts at least 20 % of the drag.

    Args:
        learn: seconds of motion in which any drag is normal.
        relearn: seconds of motion in which a greater one becomes normal to 63 %.
    """

    KEPT = ("_least", "_most", "_fastest", "_scores")

    def __init__(self, *, learn: float = 600.0, relearn: float = 604_800.0) -> None:
        self._learn, self._relearn = learn, relearn
        self._least, self._most = LearnedMaximum(), LearnedMaximum()
        self._fastest = self._before = 0.0
        self._recent = RunningMedian(_MEDIAN_OF)
        self._scores: list[float] = []
        self._motion = self._path = self._lost = 0.0
        self.value = math.nan
        self.is_low = False

    def observe(self, step: float, velocity: float, effort: float) -> float | None:
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
        self._path += speed * step
        self._lost += effort * velocity * step
        if self._motion < _BLOCK:
            return None
        elapsed, drag = self._motion, self._lost / self._path
        self._motion = self._path = self._lost = 0.0
        median = self._recent.observe(drag)
        return None if median is None else self._judge(elapsed, median)

    def _judge(self, elapsed: float, drag: float) -> float:
        self.value = drag
        width = self._most.most + self._least.most + _LEAST_WIDTH * abs(self._most.most)
        below = self._least.observe(elapsed, -self.value, width, self._learn, self._relearn)
        self.is_low = below >= _LOW
        beyond = self._most.observe(elapsed, self.value, width, self._learn, self._relearn)
        score = score_of(beyond / _SURE)
        self._scores = [*self._scores[1 - _LASTS :], score]
        return score

    @property
    def lasting_score(self) -> float:
        """The lowest score of ten minutes of motion; 0 before that."""
        return min(self._scores) if len(self._scores) == _LASTS else 0.0
