"""Reads a position from a message, if it holds one.

See docs/reference/detectors.md, "localisation"; docs/explanation/places.md, "Where the robot is".
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory.ledger.position import WGS84, Position
from robot_memory.perception.field_path import shortest_gap
from robot_memory.perception.masking.masking import one_line

ODOMETRY = "nav_msgs/msg/Odometry"
POSE = "geometry_msgs/msg/PoseStamped"
LOCALISER = "geometry_msgs/msg/PoseWithCovarianceStamped"
SATELLITES = "sensor_msgs/msg/NavSatFix"
TYPES = (ODOMETRY, POSE, LOCALISER, SATELLITES)
#: Seconds between two odometry or pose messages that are read on one topic. Some topics have two
#: hundred a second; a robot at 2 m/s moves 10 cm in a twentieth of a second.
POSITION_GAP = shortest_gap(0.05)

_MAP = re.compile(r"(^|_)(map|world|earth|global|enu|utm|vicon|mocap)(_|$)")
#: Poses on such topics are targets, or positions of other objects.
_OTHER = re.compile(
    r"goal|initial|set_?point|target|desired|reference|waypoint|command|cmd|plan|marker|tag"
    r"|object|detect|aruco|tool|tcp|gripper|camera|dock",
    re.IGNORECASE,
)
#: Sigma, m, of a source that does not state it.
_UNKNOWN, _UNKNOWN_SATELLITES = 0.25, 5.0


@dataclass(frozen=True)
class PositionFix:
    """A position in a message.

    Attributes:
        rank: its priority, 1 is best (:mod:`.surroundings`).
        height: metres above any reference; NaN if it is not known.
    """

    rank: int
    position: Position
    height: float = math.nan

    @property
    def sigma(self) -> float:
        """Standard deviation along either axis, metres; infinite if the position is unknown."""
        return self.position.sigma


def read_fix(topic: str, message_type: str, content: Any) -> PositionFix | None:
    """Return the robot's position in a message; None if it is the position of something else."""
    if message_type == SATELLITES:
        return _satellites(content)
    frame_id = getattr(getattr(content, "header", None), "frame_id", "")
    kind = _kind(topic, message_type, one_line(str(frame_id)))
    if kind is None:
        return None
    rank, frame = kind
    is_bare = message_type == POSE
    point = (content.pose if is_bare else content.pose.pose).position
    sigma = _UNKNOWN if is_bare else _sigma(getattr(content.pose, "covariance", ()), 7)
    at = _checked(frame, float(point.x), float(point.y), sigma)
    return PositionFix(rank, at, float(getattr(point, "z", math.nan)))


@lru_cache(maxsize=256)
def _kind(topic: str, message_type: str, frame_id: str) -> tuple[int, str] | None:
    """Return the rank and frame of a pose; None if it is not the robot's.

    A frame keeps its prefix, as in 'robot1/map': only so tf2 knows it.
    """
    frame = frame_id.strip("/")
    name = frame.rpartition("/")[2].lower()
    if message_type != ODOMETRY and _OTHER.search(topic):
        return None
    if "odom" in name:
        return 4, frame
    if _MAP.search(name) or (message_type == LOCALISER and not frame):
        return 1 if message_type == LOCALISER else 3, frame or "map"
    return (4, "odom") if message_type == ODOMETRY else None


def satellite_sigma(content: Any) -> float:
    """Return the standard deviation of a satellite position, metres; infinite without a fix."""
    if int(getattr(getattr(content, "status", None), "status", 0)) < 0:
        return math.inf
    known = int(getattr(content, "position_covariance_type", 0)) > 0
    covariance = getattr(content, "position_covariance", ()) if known else ()
    return _sigma(covariance, 4, _UNKNOWN_SATELLITES)


def _satellites(content: Any) -> PositionFix:
    x, y = float(content.longitude), float(content.latitude)
    sigma = satellite_sigma(content) if (x, y) != (0.0, 0.0) else math.inf
    return PositionFix(
        2, _checked(WGS84, x, y, sigma), float(getattr(content, "altitude", math.nan))
    )


def _sigma(covariance: Any, second: int, unknown: float = _UNKNOWN) -> float:
    """Return the larger sigma of the first axis and another; zero means unknown."""
    if len(covariance) <= second:
        return unknown
    one, other = float(covariance[0]), float(covariance[second])
    worst = max(one, other)
    if math.isnan(one) or math.isnan(other) or worst < 0.0:
        return math.inf
    return math.sqrt(worst) if worst > 0.0 else unknown


def _checked(frame: str, x: float, y: float, sigma: float) -> Position:
    is_number = math.isfinite(x) and math.isfinite(y)
    return Position(frame, x, y, sigma) if is_number else Position(frame, 0.0, 0.0, math.inf)
