"""The robot's position and map, and the loss of localisation or of a satellite fix.

Other detectors use the position for the places of events (:mod:`..surroundings`). Topics are bound
by rules, so that an operator can exclude a topic with wrong positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.ledger.position import Position
from robot_memory.perception.baselines import RobustBaseline
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.motion import IMU, TWIST, TWIST_STAMPED
from robot_memory.perception.surroundings.position_fix import (
    LOCALISER,
    ODOMETRY,
    POSE,
    POSITION_GAP,
    SATELLITES,
    read_fix,
    satellite_sigma,
)

_LEARNED = 20  # poses before their usual standard deviation is known
_FRAME = "header.frame_id"
#: The fields that are read, by type.
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
    FIELDS: ClassVar[frozenset[str]] = FIELDS[LOCALISER]

    def _set_up(self) -> None:
        self._usual = RobustBaseline(_LEARNED)
        self._lost_since = math.inf
        self._is_reported = True  # after a start it must first localise itself

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
        """The fields that are read from this type; None: all."""
        return FIELDS.get(self._context.type)

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a message."""
        context = self._context
        if context.type in (ODOMETRY, POSE):
            self.due = stamp + POSITION_GAP
        try:
            context.shared.surroundings.process(stamp, context.topic, context.type, content)
        except AttributeError:  # messages of a recording may lack fields
            return ()
        return ()


_TIMES = 3  # losses at different places that show a fault of the receiver
_SOON = 3600.0  # s within which they must occur
_APART, _SIGMAS = 5.0, 4.0  # m, and standard deviations, that separate two places


class FixLostDetector(Detector):
    """Reports where the robot lost its satellite fix.

    If the fix is lost at three places within an hour, the cause is no place: the receiver is
    reported. That of a robot that dives, or passes under roofs, loses its fix every few minutes
    from the start: a receiver is reported only if it once kept its fix for minutes.

    A receiver that never had a fix is not judged.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "lost": DetectorOption(1.0, "s without a fix"),
        "had": DetectorOption(10.0, "s with a fix before that"),
        "kept": DetectorOption(300.0, "s with a fix, without which no receiver is reported"),
        "sigma": DetectorOption(20.0, "m of standard deviation from which a fix counts as none"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/NavSatFix"
    FIELDS: ClassVar[frozenset[str]] = frozenset(
        {"status.status", "position_covariance", "position_covariance_type"}
    )

    def _set_up(self) -> None:
        self._fix_since: float | None = None
        self._lost_since: float | None = None
        self._had = self._kept = False
        self._losses: list[tuple[float, Position | None]] = []

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a NavSatFix."""
        if satellite_sigma(content) < self._options["sigma"]:
            self._lost_since = None
            if self._fix_since is None:
                self._fix_since = stamp
            self._had |= stamp - self._fix_since >= self._options["had"]
            self._kept |= stamp - self._fix_since >= self._options["kept"]
            return
        self._fix_since = None
        if self._lost_since is None:
            self._lost_since = stamp
        if self._had and stamp - self._lost_since >= self._options["lost"]:
            self._had = False
            yield from self._tell_receiver(stamp)
            key, since = Key("fix_lost", "gps", "no fix"), self._lost_since
            yield self._event(key, "GPS fix lost", kind="signal", at=since, score=1.0)

    def _tell_receiver(self, stamp: float) -> Iterator[Detection]:
        here = self._context.shared.surroundings.position(self._lost_since or stamp)
        self._losses = [
            (when, where)
            for when, where in self._losses
            if stamp - when <= _SOON and _are_apart(where, here)
        ]
        self._losses.append((stamp, here))
        if self._kept and len(self._losses) >= _TIMES:
            topic = self._context.topic
            yield self._fault(
                Key("fix_lost", topic, "anywhere"),
                f"{topic} loses its fix again and again, wherever the robot is",
                kind="signal",
                debounce=Debounce(onset=0.0, end=_SOON, quiet=_SOON),
            )


def _are_apart(one: Position | None, other: Position | None) -> bool:
    if one is None or other is None or one.frame != other.frame:
        return False
    return one.distance(other) > _APART + _SIGMAS * max(one.sigma, other.sigma)


_MAP_INTERVAL = 60.0  # s between two maps that are read


class MapDetector(Detector):
    """Keeps the walls of the map that a localiser publishes, for the page; it reports nothing.

    A map that cannot be used raises an error, which says why; the one before stays.
    """

    TYPE: ClassVar[str] = "nav_msgs/msg/OccupancyGrid"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"header.frame_id", "info", "data"})

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in a map."""
        self.due = stamp + _MAP_INTERVAL
        self._context.shared.floor_map.learn(content)
        return ()
