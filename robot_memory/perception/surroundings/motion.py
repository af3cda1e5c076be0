"""How the robot moves, as its own sources tell: commands, odometry, gyroscopes, positions."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

from robot_memory.ledger.position import WGS84, Position
from robot_memory.perception.surroundings.commanded_velocity import CommandedVelocity, Velocity
from robot_memory.perception.surroundings.flight import Flight
from robot_memory.perception.surroundings.gravity_direction import GravityDirection
from robot_memory.perception.surroundings.motion_holds import MotionHolds
from robot_memory.perception.surroundings.pose_buffer import PoseBuffer
from robot_memory.perception.surroundings.position_fix import ODOMETRY, PositionFix

TWIST = "geometry_msgs/msg/Twist"
TWIST_STAMPED = "geometry_msgs/msg/TwistStamped"
IMU = "sensor_msgs/msg/Imu"
COMMANDS = (TWIST, TWIST_STAMPED)
_FRESH = 1.0  # s for which a source tells the present motion
_AT_ONCE = 0.2  # s within which two messages are of one moment
_REMEMBERED = 12.0  # s of a trail
_MOST_SOURCES = 16  # topics of positions, and as many of inertial units


@dataclass
class Mover:
    """One source of where the robot moves to: odometry, or positions.

    Attributes:
        rank: of its positions (:mod:`.localisation`).
        sigma: how sure its last position was, metres.
        trail: its last positions, metres from where it was first.
        velocity: as it says itself; None for positions alone.
    """

    rank: int
    sigma: float
    origin: Position
    trail: PoseBuffer = field(default_factory=lambda: PoseBuffer(_REMEMBERED))
    stamp: float = -math.inf
    velocity: Velocity | None = None


class Motion:
    """The latest of each source.

    Attributes:
        movers: odometry and positions, by topic.
        verticals: inertial units, by topic.
        commanded: what the robot is told to do.
        flight: whether the robot flies.
        holds: what keeps it from moving: an emergency stop, a brake.
    """

    def __init__(self) -> None:
        self.movers: dict[str, Mover] = {}
        self.verticals: dict[str, GravityDirection] = {}
        self.commanded = CommandedVelocity()
        self.flight = Flight()
        self.holds = MotionHolds()
        self._height_topic = ""

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Take in a message."""
        if message_type in COMMANDS:
            self.commanded.process(stamp, topic, getattr(content, "twist", content))
        elif message_type == ODOMETRY:
            self._odometry(stamp, topic, content)
        elif message_type == IMU:
            vertical = self.verticals.get(topic)
            if vertical is None:
                if len(self.verticals) >= _MOST_SOURCES:
                    return
                vertical = self.verticals[topic] = GravityDirection()
            vertical.process(stamp, content)

    def _odometry(self, stamp: float, topic: str, content: Any) -> None:
        twist = content.twist.twist
        self.flight.climbs(stamp, float(getattr(twist.linear, "z", 0.0)))
        mover = self.movers.get(topic)
        velocity = Velocity.of(stamp, twist)
        if mover is None or velocity is None:
            return
        if mover.velocity or velocity.speed or velocity.turn:
            mover.velocity = velocity  # some drivers leave it empty

    def located(self, stamp: float, topic: str, fix: PositionFix) -> None:
        """Take in a position."""
        if not math.isfinite(fix.sigma):
            return
        mover = self.movers.get(topic)
        if mover is None or mover.origin.frame != fix.position.frame:
            if len(self.movers) >= _MOST_SOURCES:
                return
            mover = self.movers[topic] = Mover(fix.rank, fix.sigma, fix.position)
        mover.rank, mover.sigma, mover.stamp = fix.rank, fix.sigma, stamp
        x, y = fix.position.offset(mover.origin)
        mover.trail.observe(stamp, x, y)
        if topic == self._height_topic or not self._height_topic:
            self._height_topic = topic
            self.flight.is_at(stamp, x, y, fix.height, satellites=fix.position.frame == WGS84)

    def speed(self, stamp: float) -> float:
        """Return how fast the robot moves, m/s: what its odometry says, else its positions."""
        fresh = self._fresh(stamp)
        speeds = [it.velocity.speed for it in fresh if it.velocity is not None]
        return max(speeds) if speeds else max(map(_pace, fresh), default=0.0)

    def tells_speed(self, stamp: float) -> bool:
        """Tell whether anything says how fast the robot moves now."""
        return bool(self._fresh(stamp))

    def is_odometer(self, topic: str) -> bool:
        """Tell whether a topic is the odometry that counts where there are several: the first."""
        for name, mover in self.movers.items():
            if mover.velocity is not None:
                return name == topic
        return not topic

    def gyroscope(self, stamp: float) -> float | None:
        """Return the rotation about the vertical, rad/s, as the first inertial unit says."""
        for vertical in self.verticals.values():
            if stamp - vertical.stamp <= _AT_ONCE and not math.isnan(vertical.turn):
                return vertical.turn
        return None

    def reference(self, topic: str, stamp: float) -> tuple[str, Mover | None]:
        """Return the best source of positions that is no odometry, for comparing one with it."""
        others = [
            (mover.rank, name)
            for name, mover in self.movers.items()
            if name != topic and mover.rank < 4 and stamp - mover.stamp <= _FRESH
        ]
        name = min(others)[1] if others else ""
        return name, self.movers.get(name)

    def _fresh(self, stamp: float) -> list[Mover]:
        return [mover for mover in self.movers.values() if stamp - mover.stamp <= _FRESH]


def _pace(mover: Mover) -> float:
    """Return the speed over the last second, m/s; 0 where that may be noise."""
    here, there = mover.trail.at(mover.stamp), mover.trail.at(mover.stamp - 1.0)
    pace = math.dist(here, there) if here is not None and there is not None else 0.0
    return pace if pace > 2.0 * mover.sigma else 0.0
