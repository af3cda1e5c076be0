"""Reads the position and motion of the robot from any topic that has them; it reports nothing.

Other detectors use the position for the places of events (:mod:`..surroundings`). It is bound by a
rule, as every detector, so that an operator can exclude a topic with wrong positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from robot_memory.perception.detector import Detector
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.motion import IMU, TWIST, TWIST_STAMPED
from robot_memory.perception.surroundings.position_fix import (
    LOCALISER,
    ODOMETRY,
    POSE,
    POSITION_GAP,
    SATELLITES,
)

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


class LocalisationDetector(Detector):
    """Tracks the position and motion of the robot for other detectors; it reports nothing."""

    @property
    def fields(self) -> frozenset[str] | None:
        """The fields that are read of this type; None: all."""
        return FIELDS.get(self._context.type)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message."""
        context = self._context
        if context.type in (ODOMETRY, POSE):
            self.due = stamp + POSITION_GAP
        try:
            context.shared.surroundings.process(stamp, context.topic, context.type, content)
        except AttributeError:  # a recording need not hold all fields
            return ()
        return ()
