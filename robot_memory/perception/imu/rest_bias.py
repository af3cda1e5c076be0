"""At rest: an inertial unit that stands still measures no rotation, and gravity's length.

See docs/reference/detectors.md, "rest_bias".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from robot_memory.perception.persistent_state import PersistentState
from robot_memory.perception.signals.learned_maximum import LearnedMaximum
from robot_memory.perception.signals.signal import LONGEST_STEP, measures, score_of

_WINDOW = 1.0  # s, quiet or not
_LEAST = 4  # steps from one value to the next in a window
_BLOCK = 4  # quiet windows in a row, of which the mean counts
_TIMES = 2.0  # times its quietest windows: still at rest
_QUIET = 0.02  # m/s² from one value to the next: always at rest
_RELAX = 1e-3  # share by which the quietest is forgotten in a window
_FLOORS = (0.02, 0.02, 0.02, 0.05)  # rad/s of three axes, and m/s²: never much
_LASTING = 2  # blocks in a row
_SURE = 1.0  # widths beyond that score 0.9


class _Zero(PersistentState):
    """What one quantity is at rest."""

    KEPT = ("_high", "_low")

    def __init__(self) -> None:
        self._high, self._low = LearnedMaximum(), LearnedMaximum()
        self._recent = [0.0] * _LASTING
        self.score, self.value = 0.0, math.nan

    def judge(
        self, seconds: float, value: float, floor: float, learn: float, relearn: float
    ) -> None:
        width = self._high.most + self._low.most + floor
        above = self._high.observe(seconds, value, width, learn, relearn)
        below = self._low.observe(seconds, -value, width, learn, relearn)
        self._recent = [*self._recent[1:], max(above, below)]
        self.value = value
        self.score = score_of(min(self._recent) / _SURE)


class RestBias(PersistentState):
    """Tells an inertial unit whose zero has moved, by what it measures when nothing moves it.

    However a robot is tilted, it turns by nothing while it rests, and is held up by 9.8 m/s²; in
    motion both are its task's affair. It rests where the acceleration is about as quiet as it ever
    was; what it measures then is compared with the range of that so far.

    Score, of each quantity: 0.9 when it is a width beyond that range in two stretches of four quiet
    seconds, more just after the learning time; the width counts at least 0.02 rad/s and 0.05 m/s².
    It stays until the next rest.

    Args:
        learn: seconds of rest in which any zero is normal.
        relearn: seconds of rest in which another one becomes normal to 63 %.
    """

    KEPT = ("quietest", "zeros")

    def __init__(self, *, learn: float = 60.0, relearn: float = 604_800.0) -> None:
        self._learn, self._relearn = learn, relearn
        self.zeros = [_Zero() for _ in _FLOORS]
        self.quietest = -1.0  # not known yet
        self._begin()

    def _begin(self) -> None:
        self._begin_window(math.nan)
        self._calm: list[list[float]] = []

    def _begin_window(self, stamp: float) -> None:
        self._began = self._stamp = stamp
        self._rows: list[tuple[float, ...]] = []
        self._moved = 0.0

    def observe(self, stamp: float, turns: Sequence[float], length: float) -> None:
        """Take in what is measured.

        Args:
            stamp: seconds.
            turns: about three axes, rad/s.
            length: of the acceleration, m/s².
        """
        row = (*turns, length)
        if not all(measures(stamp, value) for value in row) or not any(row):
            return
        if not 0.0 < stamp - self._stamp <= LONGEST_STEP:
            self.move()
            self._began = stamp
        if self._rows:
            self._moved += abs(length - self._rows[-1][-1])
        self._rows.append(row)
        self._stamp = stamp
        if stamp - self._began >= _WINDOW and len(self._rows) > _LEAST:
            self._end_window(stamp)

    def move(self) -> None:
        """Take in that the robot moves, as others say: this is no rest."""
        self._begin()

    def _end_window(self, stamp: float) -> None:
        moved = self._moved / (len(self._rows) - 1)
        means = [sum(column) / len(self._rows) for column in zip(*self._rows, strict=True)]
        elapsed = stamp - self._began
        self._begin_window(stamp)
        if moved == 0.0 and self.quietest > 0.0:
            self._calm = []  # what flickers at rest and does not now is frozen
            return
        quietest = self.quietest if self.quietest >= 0.0 else math.inf
        is_quiet = moved <= _TIMES * quietest + _QUIET
        self.quietest = min(moved, quietest * (1.0 + _RELAX))
        # The first quiet window may be the end of a motion.
        self._calm = [*self._calm, means] if is_quiet else []
        if len(self._calm) > _BLOCK:
            calm, self._calm = self._calm[1:], self._calm[-1:]
            of_all = zip(self.zeros, zip(*calm, strict=True), _FLOORS, strict=True)
            for zero, values, floor in of_all:
                value, seconds = sum(values) / len(values), elapsed * len(values)
                zero.judge(seconds, value, floor, self._learn, self._relearn)

    def scores(self) -> list[float]:
        """Return the scores of the three rotations and of the acceleration's length."""
        return [zero.score for zero in self.zeros]

    def values(self) -> list[float]:
        """Return what they were at the last rest; NaN before one."""
        return [zero.value for zero in self.zeros]
