"""Position and motion of the robot, shared by its detectors (rules.md §5.12)."""

from __future__ import annotations

import math
import re
from collections import deque
from typing import Any

from robot_memory.ledger.position import Position
from robot_memory.perception.surroundings.localisation import Localisation
from robot_memory.perception.surroundings.motion import Motion
from robot_memory.perception.surroundings.position_fix import LOCALISER, TYPES, read_fix
from robot_memory.perception.surroundings.travelled_path import TravelledPath

_SET = re.compile(r"(^|/)(initialpose|set_pose)$")  # topics of Nav2 and of robot_localization
_KEPT, _SPACING = 100, 0.2  # positions, and s between them


class Surroundings:
    """Follows the robot through its surroundings.

    Attributes:
        motion: how the robot moves.
        path: how far it has gone, and how often it has come by.
        pose_set: when somebody set the robot's pose last, seconds on the axis of its messages.
    """

    def __init__(self) -> None:
        self.motion = Motion()
        self.path = TravelledPath()
        self.pose_set = -math.inf
        self._localisation = Localisation()
        self._epoch = 0
        self._trail: deque[tuple[float, Position]] = deque(maxlen=_KEPT)

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Take in a message that tells where the robot is, or how it moves.

        Args:
            stamp: receipt time, seconds.
            topic: where it came.
            message_type: its ROS type.
            content: the message.
        """
        self.motion.process(stamp, topic, message_type, content)
        if message_type not in TYPES:
            return
        if message_type == LOCALISER and _SET.search(topic):
            self.pose_set = stamp
        fix = read_fix(topic, message_type, content)
        if fix is None:
            return
        self._localisation.observe(stamp, topic, fix)
        self.motion.located(stamp, topic, fix)
        if self._localisation.is_best(topic):
            self._go(stamp)

    def _go(self, stamp: float) -> None:
        if self._localisation.epoch != self._epoch:
            self._epoch = self._localisation.epoch
            self.path.jumped()
            self._trail.clear()
        position = self._localisation.at(stamp)
        if position is not None:
            self.path.go(position)
            if not self._trail or stamp - self._trail[-1][0] >= _SPACING:
                self._trail.append((stamp, position))

    def position(self, stamp: float) -> Position | None:
        """Return where the robot is, or was a few seconds ago; None where that is not sure."""
        trail = self._trail
        if trail and trail[0][0] <= stamp < trail[-1][0]:
            return next(at for time, at in trail if time > stamp)
        return self._localisation.at(stamp, self.motion.speed(stamp))

    @property
    def epoch(self) -> int:
        """How often what tells the position has begun anew."""
        return self._localisation.epoch
