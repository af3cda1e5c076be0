"""Kinematics: a joint's position changes otherwise than its velocity indicates.

See docs/reference/detectors.md, "kinematic_residual".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.signal import measures, score_of

_BLOCK = 20.0  # s of motion
_MOVES = 0.02  # of its greatest speed: less is rest
_MEDIAN_OF = 3  # blocks
_LEAST = 0.03  # of its greatest speed: less is never much
_SURE = 1.5  # widths beyond that score 0.9
_LONGEST = 1.0  # s between two values that tell of the time between them


class KinematicResidual(PersistentState):
    """Tells a joint whose position and velocity part.

    What a joint has gone between two readings is their time times the mean of their velocities, but
    for what it accelerates meanwhile. Where it suddenly is not, the joint swings faster than it is
    read, as with backlash or in a loop that is not damped, or one of the two is measured wrongly.

    Score: 0.9 when the median of three stretches of motion (20 s each) is 1.5 widths beyond the
    most so far, more just after the learning time; a width is that most and 3 % of the joint's
    greatest speed.

    Args:
        learn: seconds of motion in which any difference is normal.
        relearn: seconds of motion in which a greater one becomes normal to 63 %.
    """

    KEPT = ("_most", "_fastest")

    def __init__(self, *, learn: float = 300.0, relearn: float = 604_800.0) -> None:
        self._learn, self._relearn = learn, relearn
        self._most = LearnedMaximum()
        self._fastest = self._motion = self._lost = 0.0
        self._was = self._before = math.nan  # position and velocity
        self._recent = RunningMedian(_MEDIAN_OF)
        self.score = 0.0
        self.value = math.nan

    def observe(self, step: float, position: float, velocity: float) -> bool:
        """Take in a position and a velocity, ``step`` seconds after the last.

        Returns:
            Whether the joint has been judged anew: after each 20 s of motion.
        """
        if not (measures(0.0, position) and measures(0.0, velocity)):
            return False
        was, before = self._was, self._before
        self._was, self._before = position, velocity
        if not (was == was and 0.0 < step <= _LONGEST):
            return False
        # A reading alone may be far off.
        self._fastest = max(self._fastest, min(abs(velocity), abs(before)))
        if abs(velocity) <= _MOVES * self._fastest:
            return False
        self._motion += step
        self._lost += abs(position - was - 0.5 * (velocity + before) * step)
        if self._motion < _BLOCK:
            return False
        elapsed, speed = self._motion, self._lost / self._motion
        self._motion = self._lost = 0.0
        median = self._recent.observe(speed)
        if median is not None:
            self.value, width = median, self._most.most + _LEAST * self._fastest
            beyond = self._most.observe(elapsed, median, width, self._learn, self._relearn)
            self.score = score_of(beyond / _SURE)
        return True
