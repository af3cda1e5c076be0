"""Any topic that tells where the robot is or how it moves: it says nothing itself.

What it learns is what events of the surroundings are tied to (:mod:`..surroundings`). A rule binds
it, as any detector, so that a topic that misleads can be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.motion import IMU, TWIST, TWIST_STAMPED
from robot_memory.perception.surroundings.position_fix import LOCALISER, ODOMETRY, POSE, SATELLITES

_FRAME = "header.frame_id"
#: What is read, by type.
FIELDS: Mapping[str, frozenset[str]] = {
    TWIST: frozenset({"linear", "angular"}),
    TWIST_STAMPED: frozenset({"twist"}),
    IMU: frozenset({"linear_acceleration", "angular_velocity"}),
    ODOMETRY: frozenset({_FRAME, "pose.pose.position", "pose.covariance", "twist.twist"}),
    POSE: frozenset({_FRAME, "pose.position"}),
    LOCALISER: frozenset({_FRAME, "pose.pose.position", "pose.covariance"}),
    SATELLITES: frozenset({
        "status.status", "latitude", "longitude", "altitude", "position_covariance",
        "position_covariance_type",
    }),
}  # fmt: skip


class WhereDetector(Detector):
    """Tracks where the robot is and how it moves; detectors of its surroundings build on it."""

    @property
    def fields(self) -> frozenset[str] | None:
        """What is read of this type; all of others."""
        return FIELDS.get(self._context.type)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message."""
        context = self._context
        try:
            context.shared.surroundings.process(stamp, context.topic, context.type, content)
        except AttributeError:  # a recording need not hold all fields
            return ()
        return ()
