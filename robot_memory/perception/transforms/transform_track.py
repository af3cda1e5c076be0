"""One transform: how often it comes, what its stamps are, and how it moves (rules.md §5.12).

See docs/reference/detectors.md, "transforms".
"""

from __future__ import annotations

import math
import re
from collections import deque
from enum import Enum
from typing import Any

from robot_memory.perception.topics.message_interval import MessageInterval
from robot_memory.perception.transforms.frame_motion import FrameMotion, Pose, Step, StepLimit

_LEARN = 60.0  # values, and seconds, before its rate is known
_ODOMETRY_BEGINS, _LOCALISATION_BEGINS = 60.0, 300.0  # s in which jumps are those of a start
_MAP = re.compile(r"(^|[/_])(map|earth|world|utm)$")
_ODOM = re.compile(r"(^|[/_])odom")
_SPEED, _TURN_RATE = 5.0, 10.0  # m/s and rad/s that every jump of odometry exceeds
_FARTHEST = 1e12  # m, far beyond what any robot knows; sums of what is farther may overflow


class Role(Enum):
    """What a transform tells, by the names of frames that REP 105 gives."""

    LOCALISATION = "localisation"
    ODOMETRY = "odometry"
    OTHER = "other"

    @staticmethod
    def of(parent: str) -> Role:
        """Return what a transform from this frame tells."""
        if _ODOM.search(parent):
            return Role.ODOMETRY
        return Role.LOCALISATION if _MAP.search(parent) else Role.OTHER


class TransformTrack:
    """Follows one transform.

    Args:
        parent, child: its frames.
        now: when it was first heard, seconds in which the robot runs.
        metres: of odometry, that are a jump.
        map_metres: of localisation, that are a jump.

    Attributes:
        name: of the transform: 'map to odom'.
        role: what it tells.
        interval: what lies between two values.
        heard: when it was last heard, seconds in which the robot runs.
        offset: by how many seconds its last stamp was ahead of its reception, beside a constant
            that is the same for all transforms; NaN where it has no stamp.
        jumps: when it jumped last.
    """

    def __init__(
        self, parent: str, child: str, now: float, metres: float, map_metres: float
    ) -> None:
        self.parent, self.child = parent, child
        self.name = f"{parent} to {child}"
        self.role = Role.of(parent)
        self.interval = MessageInterval(_LEARN)
        self.heard = self._begun = now
        self.offset = math.nan
        self.jumps: deque[float] = deque(maxlen=20)
        limits = {
            Role.ODOMETRY: StepLimit(metres, metres, _SPEED, _TURN_RATE),
            Role.LOCALISATION: StepLimit(map_metres, map_metres),
        }
        self._motion = FrameMotion(limits.get(self.role))
        self._stamp = 0.0

    def observe(self, received: float, now: float, transform: Any) -> Step | None:
        """Take in a value; return a jump that is none of a start.

        Args:
            received: when it came, seconds on an axis that never steps.
            now: likewise, without the pauses of the robot.
            transform: a ``geometry_msgs/msg/TransformStamped``.
        """
        if now > self.heard:
            self.interval.learn(now - self.heard)
        self.heard = now
        stamp = transform.header.stamp
        self._stamp = at = stamp.sec + stamp.nanosec * 1e-9
        self.offset = at - received if at > 0.0 else math.nan
        pose = _pose(transform.transform)
        if pose is None:
            return None
        jump = self._motion.observe(at, pose, self.interval.seconds)
        begins = _ODOMETRY_BEGINS if self.role is Role.ODOMETRY else _LOCALISATION_BEGINS
        return jump if now - self._begun > begins else None

    @property
    def alternates(self) -> bool:
        """Whether its values go back and forth, as those of two publishers do."""
        return self._motion.alternates(self._stamp)


def _pose(transform: Any) -> Pose | None:
    """Return the value of a transform; None where it is not finite, or no place at all."""
    at, turned = transform.translation, transform.rotation
    pose = (at.x, at.y, at.z, turned.x, turned.y, turned.z, turned.w)
    return pose if all(abs(value) <= _FARTHEST for value in pose) else None
