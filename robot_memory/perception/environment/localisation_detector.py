"""Reads the position and motion of the robot from any topic that has them; it reports nothing.

Other detectors use the position for the places of events (:mod:`..surroundings`). It is bound by a
rule, as every detector, so that an operator can exclude a topic with wrong positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.motion import IMU, TWIST, TWIST_STAMPED
from robot_memory.perception.surroundings.position_fix import (
    LOCALISER,
    ODOMETRY,
    POSE,
    POSITION_GAP,
    SATELLITES,
    read_fix,
)
from robot_memory.perception.surroundings.robust_baseline import RobustBaseline

_LEARNED = 20  # poses before their usual standard deviation is known
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


class LocalisationLostDetector(Detector):
    """Reports where localisation was lost: the covariance of the pose grew far beyond normal.

    The first search after a start is not reported.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "sigma": DetectorOption(1.0, "m of standard deviation that a lost robot has at least"),
        "times": DetectorOption(4.0, "times its usual standard deviation, at least", low=1.0),
        "lost": DetectorOption(1.0, "s for which that holds"),
    }
    TYPE: ClassVar[str] = LOCALISER
    #: A pose, and how sure it is.
    FIELDS: ClassVar[frozenset[str]] = FIELDS[LOCALISER]

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._usual = RobustBaseline(_LEARNED)
        self._lost_since = math.inf
        self._is_reported = True  # at a start it has yet to find itself

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a pose."""
        fix = read_fix(self._context.topic, self.TYPE, content)
        if fix is None:
            return
        limit = self._options["sigma"]
        if self._usual.is_known:
            limit = max(limit, self._options["times"] * self._usual.middle)
        if fix.sigma < limit:
            self._usual.observe(fix.sigma)
            self._lost_since, self._is_reported = math.inf, not self._usual.is_known
            return
        self._lost_since = min(self._lost_since, stamp)
        if not self._is_reported and stamp - self._lost_since >= self._options["lost"]:
            self._is_reported = True
            yield self._event(
                Key("localisation_lost", "localisation", "lost"),
                "Localisation lost",
                magnitude=fix.sigma if math.isfinite(fix.sigma) else 0.0,
                kind="lost",
                readings={"sigma": fix.sigma, "usual_sigma": self._usual.middle},
                at=self._lost_since,
            )


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
