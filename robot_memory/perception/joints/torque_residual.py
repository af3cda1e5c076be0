"""Joints that take more effort than their positions and motion require.

See docs/reference/detectors.md, "torque_residual".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from robot_memory.perception.joints.effort_model import Array, EffortModel, signs
from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.running_median import RunningMedian
from robot_memory.perception.signals.signal import score_of

_BLOCK = 30.0  # s of motion
_MOVES = 0.02  # of its greatest speed: less is rest
_MEDIAN_OF = 3  # blocks
_FITS = 240.0  # s of motion before the model says what is usual
_NEW = 4.0  # times the usual newness, from which a sample says nothing
_KNOWN = 0.5  # share of a block's samples that must be known
_SETTLES = 6  # blocks after one that is not, in which another task becomes known
_TURNS = 0.15  # share of a block's samples in which a joint must move
_ALONE = 0.5  # score of a second joint from which it is another task, and no joint's fault
_MEMORY = 20  # blocks
_EXPLAINS = 0.8  # share of its variance that the model must explain before a joint is judged
_WIDTH, _LEAST = 0.2, 0.05  # of the usual friction, and of what the effort varies: never much
_OPEN = 0.7  # times what the model leaves open: never much
_SURE = 0.6  # widths beyond that score 0.9
_ODD = 2.0  # times its greatest speed: misread
_FREAKS, _FREAK = 0.95, 10.0  # share of what is left of efforts, and times that: misread
_LONGEST = 1.0  # s between two samples that tell of the time between them


class _Joint(PersistentState):
    """What one joint takes beyond what is asked of it, and how much that ever was."""

    KEPT = ("_least", "_most", "_blocks", "explained")

    def __init__(self) -> None:
        self._least, self._most = LearnedMaximum(), LearnedMaximum()
        self._recent = RunningMedian(_MEDIAN_OF)
        self._blocks = 0
        self.explained = self.score = 0.0
        self.value = math.nan

    def pause(self) -> None:
        self._recent.clear()
        self.score = 0.0

    def learn(self, explained: float) -> None:
        """Take in which share of its variance the model explained."""
        self._blocks += 1
        self.explained += (explained - self.explained) / min(self._blocks, _MEMORY)

    def judge(
        self, seconds: float, beyond: float, width: float, learn: float, relearn: float
    ) -> None:
        median = self._recent.observe(beyond)
        if median is None:
            return
        self.value = median
        width += self._most.most + self._least.most
        self._least.observe(seconds, -self.value, width, learn, relearn)
        excess = self._most.observe(seconds, self.value, width, learn, relearn)
        is_known = self._blocks >= _MEMORY and self.explained >= _EXPLAINS
        self.score = score_of(excess / _SURE) if is_known else 0.0


class TorqueResidual(PersistentState):
    """Tells joints that rub more than they ever did, by what is left of their effort.

    :class:`EffortModel` says what effort the way in which an arm stands and moves asks of each
    joint. Of what is left, friction that was not there works against either way; a load that the
    model does not know pulls one way. Ways in which the arm never moved say nothing, nor do efforts
    that the model does not explain.

    Score: 0.5 when the median of three half minutes of motion is 0.2 widths beyond the most so far,
    0.9 at 0.6; the width is the range so far, 20 % of the usual friction, and part of what
    the model leaves open.

    Args:
        joints: number of them.
        learn: seconds of motion in which any exertion is normal, once the model is known.
        relearn: seconds of motion in which a greater one becomes normal to 63 %.
    """

    KEPT = ("model", "fastest", "joints")

    def __init__(self, joints: int, *, learn: float = 600.0, relearn: float = 604_800.0) -> None:
        self._learn, self._relearn = learn, relearn
        self.model = EffortModel(joints)
        self.joints = [_Joint() for _ in range(joints)]
        self.fastest: Array = np.zeros(joints)
        self._before: Array = np.zeros(joints)
        self._rows: list[tuple[Array, Array, Array, Array]] = []
        self._seconds = 0.0
        self._settled = _SETTLES  # blocks since one in which the arm did what it never had done

    def observe(
        self,
        step: float,
        angles: Sequence[float],
        speeds: Sequence[float],
        efforts: Sequence[float],
    ) -> bool:
        """Take in a sample of all joints, ``step`` seconds after the last; all numbers finite.

        Returns:
            Whether the joints have been judged anew: after each half minute of motion.
        """
        speed, before = np.array(speeds, dtype=np.float64), self._before
        self._before = speed
        size = np.abs(speed)
        # A reading alone may be far off.
        self.fastest = np.maximum(self.fastest, np.minimum(size, np.abs(before)))
        is_odd = np.any(size > _ODD * self.fastest)
        if is_odd or not 0.0 < step <= _LONGEST or not np.any(size > _MOVES * self.fastest):
            return False
        push = (speed - before) / step
        self._rows.append((np.array(angles, dtype=np.float64), speed, push,
                           np.array(efforts, dtype=np.float64)))  # fmt: skip
        self._seconds += step
        if self._seconds < _BLOCK:
            return False
        self._judge(self._seconds)
        self._rows, self._seconds = [], 0.0
        return True

    def scores(self) -> list[float]:
        """Return the scores of all joints: 0 where several strain at once, as in a new task."""
        scores = [joint.score for joint in self.joints]
        is_task = sum(score >= _ALONE for score in scores) > 1
        return [0.0] * len(scores) if is_task else scores

    def values(self) -> list[float]:
        """Return what each joint takes too much, in the unit of its effort; NaN at first."""
        return [joint.value for joint in self.joints]

    def understood(self) -> list[bool]:
        """Tell of which joints pose and motion explain the effort."""
        return [joint.explained >= _EXPLAINS for joint in self.joints]

    def _begin(self) -> None:
        self._rows, self._seconds = [], 0.0
        for joint in self.joints:
            joint.pause()

    def _judge(self, seconds: float) -> None:
        angles, speeds, pushes, efforts = (
            np.array(column) for column in zip(*self._rows, strict=True)
        )
        features = self.model.features(angles, speeds, pushes, self.fastest)
        expected, newness = self.model.explain(features)
        left = efforts - expected
        # np.percentile would import numpy.ma, 1 MB.
        most = _FREAK * np.sort(np.abs(left), axis=0)[int(_FREAKS * len(left))]
        left = np.clip(left, -most, most)
        if self.model.seconds >= _FITS:
            direction, rubs = signs(speeds, self.fastest), self.model.friction(features)
            self._compare(seconds, newness, direction, left, expected, np.abs(rubs).mean(axis=0))
        self.model.learn(features, expected + left, seconds)

    def _compare(
        self,
        seconds: float,
        newness: Array,
        direction: Array,
        left: Array,
        expected: Array,
        rubs: Array,
    ) -> None:
        known = newness < _NEW * self.model.usual_newness
        self._settled += 1
        if known.sum() < _KNOWN * len(known):
            self._settled = 0
        if self._settled < _SETTLES:
            return
        direction, left, expected = direction[known], left[known], expected[known]
        moves = np.square(direction).sum(axis=0)
        # Friction works against either way; what the model does not know of a pose or a load
        # pulls one way.
        beyond = np.minimum(
            _mean(left, np.maximum(direction, 0.0)), -_mean(left, np.maximum(-direction, 0.0))
        )
        spread = (expected + left).std(axis=0)
        rest = np.square(left).mean(axis=0) / np.maximum(np.square(spread), 1e-300)
        for number, joint in enumerate(self.joints):
            if moves[number] >= _TURNS * len(direction):
                joint.learn(max(0.0, 1.0 - float(rest[number])))
                least = max(_LEAST, _OPEN * math.sqrt(1.0 - joint.explained))
                width = _WIDTH * rubs[number] + least * spread[number]
                joint.judge(
                    seconds, float(beyond[number]), float(width), self._learn, self._relearn
                )


def _mean(values: Array, weights: Array) -> Array:
    """Return the mean of each column; 0 where it has no weight."""
    return np.asarray((values * weights).sum(axis=0) / np.maximum(weights.sum(axis=0), 1e-9))
