"""Whether positions follow from one another, or jump faster than the robot can move.

See docs/explanation/places.md, "Where the robot is".
"""

from __future__ import annotations

import math

from robot_memory.ledger.position import Position

_ACCELERATION = 10.0  # m/s², more than what robots on wheels, legs or rotors keep up
_SLACK = 0.5  # m, beside what the positions' own doubt explains
_SIGMAS = 4.0  # standard deviations that the positions' own doubt explains
_LONGEST_GAP = 10.0  # s; after a longer one no speed is known, and what is elsewhere has jumped
_SETTLED = 3.0  # s of positions that follow from one another, and …
_SEVERAL = 3  # … so many of them
_SMOOTHING = 0.3  # weight of the newest velocity in the mean


class PositionConsistency:
    """Follows one source of positions.

    Attributes:
        jumps: how often it has jumped.
    """

    def __init__(self) -> None:
        self.jumps = 0
        self._last: tuple[float, Position] | None = None
        self._velocity = (0.0, 0.0)
        self._since = 0.0
        self._count = 0

    @property
    def is_steady(self) -> bool:
        """Whether positions have followed from one another for a while."""
        if self._last is None or self._count < _SEVERAL:
            return False
        return self.jumps == 0 or self._last[0] - self._since >= _SETTLED

    def observe(self, stamp: float, position: Position | None) -> None:
        """Take in a position; None where it is not good enough to be one."""
        if position is None:
            self._count = 0
            return
        before, self._last = self._last, (stamp, position)
        if before is None or before[1].frame != position.frame:
            self._begin(stamp)
            return
        step = stamp - before[0]
        if step <= 0.0:
            return
        dx, dy = position.offset(before[1])
        if self._is_jump(step, dx, dy, math.hypot(before[1].sigma, position.sigma)):
            self.jumps += 1
            self._begin(stamp)
            return
        self._count += 1
        share = _SMOOTHING if self._count > _SEVERAL else 1.0
        self._velocity = (
            self._velocity[0] + share * (dx / step - self._velocity[0]),
            self._velocity[1] + share * (dy / step - self._velocity[1]),
        )

    def _begin(self, stamp: float) -> None:
        self._since, self._count, self._velocity = stamp, 0, (0.0, 0.0)

    def _is_jump(self, step: float, dx: float, dy: float, sigma: float) -> bool:
        if step > _LONGEST_GAP:
            return math.hypot(dx, dy) > _SLACK + _SIGMAS * sigma
        off = math.hypot(dx - self._velocity[0] * step, dy - self._velocity[1] * step)
        if not self._count:  # its speed is not known yet
            return math.hypot(dx, dy) > _SLACK + _SIGMAS * sigma + 50.0 * step
        return off > _SLACK + _SIGMAS * sigma + _ACCELERATION * step * max(1.0, step)
