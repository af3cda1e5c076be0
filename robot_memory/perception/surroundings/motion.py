"""The robot's motion according to its own sources: commands, odometry, gyroscopes, positions.

Gravity shows which direction is up for an inertial unit, however it is mounted.

See docs/reference/detectors.md, "bump".
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import Any

from robot_memory.ledger.position import WGS84, Position
from robot_memory.perception.surroundings.position_fix import ODOMETRY, PositionFix

_SMOOTHING = 2.0  # s, time constant of the mean
_FIRST = 1.0  # s of plain averaging before it is known; a longer step counts as a tenth of it
_LEAST, _MOST = 8.5, 11.0  # m/s², the range of gravity
_LEAST_G, _MOST_G = 0.85, 1.15  # the same in g, for a unit that measures in g
_G = 9.80665  # m/s²
_FROZEN = 3  # times that the same reading is repeated, to the last digit


class GravityDirection:
    """Follows one inertial unit.

    Attributes:
        jolt: acceleration along the vertical without gravity, m/s²; NaN if the vertical is not
            known.
        shock: acceleration in any direction without gravity, m/s²; NaN likewise.
        turn: rotation about the vertical, rad/s; NaN likewise, and if the unit is frozen. Its sign
            is the unit's own.
        stamp: the time of these values.
    """

    def __init__(self) -> None:
        self.jolt = self.turn = self.shock = math.nan
        self.stamp = -math.inf
        self._mean = (0.0, 0.0, 0.0)
        self._known_for = 0.0
        self._read = (math.nan,) * 6
        self._repeats = 0

    def process(self, stamp: float, content: Any) -> None:
        """Take in an Imu message."""
        a, w = content.linear_acceleration, content.angular_velocity
        read = ax, ay, az, wx, wy, wz = a.x, a.y, a.z, w.x, w.y, w.z
        if not math.isfinite(ax + ay + az):
            # Nothing is measured; the vertical stays as it was.
            self.jolt = self.turn = self.shock = math.nan
            return
        self._repeats = self._repeats + 1 if read == self._read else 0
        self._read = read
        step = stamp - self.stamp
        self.stamp = stamp
        if not 0.0 < step < _FIRST:
            step = 0.0 if step <= 0.0 else _FIRST / 10.0
        self._known_for += step
        share = min(1.0, step / min(_SMOOTHING, max(self._known_for, 1e-9)))
        x, y, z = self._mean
        self._mean = x, y, z = x + share * (ax - x), y + share * (ay - y), z + share * (az - z)
        length = math.sqrt(x * x + y * y + z * z)
        scale = _scale(length)
        if not scale or self._known_for < _FIRST:
            self.jolt = self.turn = self.shock = math.nan
            return
        self.jolt = ((ax * x + ay * y + az * z) / length - length) * scale
        self.shock = math.hypot(ax - x, ay - y, az - z) * scale
        turn = (wx * x + wy * y + wz * z) / length
        self.turn = math.nan if self._repeats >= _FROZEN else turn


def _scale(length: float) -> float:
    """Return the factor that converts a unit's numbers to m/s²; 0 if they contain no gravity."""
    if _LEAST <= length <= _MOST:
        return 1.0
    return _G if _LEAST_G <= length <= _MOST_G else 0.0


_COMMAND = re.compile(r"cmd|command|set_?point|teleop|joy", re.IGNORECASE)
_PLAIN = "/cmd_vel"
_HOLDS = 1.0  # s for which a command is valid
_MOST_TOPICS = 16  # topics that are called cmd_vel, and as many others
_CLIMB = 0.5  # m/s up or down according to odometry, and …
_LASTING = 2.0  # … s for which it lasts; no ramp lets wheels climb so fast
_WINDOW = 10.0  # s over which heights are compared
_SPACING = 0.5  # s between two heights
_RISE, _STEEP = 2.0, 0.4  # m of height in the window, and its share of the horizontal distance
_RISE_SATELLITES, _STEEP_SATELLITES = 10.0, 0.12  # likewise for satellites: their heights drift
_REMEMBERED, _KEPT = 12.0, 256  # s, and points, of a trail
_REPEATS = 3  # with which a flag counts as published repeatedly
_SILENT = 30.0  # s without such a flag after which its value is unknown, at least
_INTERVALS = 5.0  # of its longest interval
TWIST = "geometry_msgs/msg/Twist"
TWIST_STAMPED = "geometry_msgs/msg/TwistStamped"
IMU = "sensor_msgs/msg/Imu"
COMMANDS = (TWIST, TWIST_STAMPED)
_FRESH = 1.0  # s for which a source is valid for the present motion
_AT_ONCE = 0.2  # s within which two messages belong to one moment
_GOES, _TURNS = 0.1, 0.05  # m/s and rad/s; more is motion, beyond all noise
_MOST_SOURCES = 16  # topics of positions, and as many of inertial units


@dataclass(frozen=True)
class Velocity:
    """A measured or commanded velocity: m/s over ground, rad/s about the vertical."""

    stamp: float
    speed: float
    turn: float

    @classmethod
    def of(cls, stamp: float, twist: Any) -> Velocity | None:
        """Return the velocity of a twist; None if a number of it is not finite."""
        speed, turn = math.hypot(twist.linear.x, twist.linear.y), float(twist.angular.z)
        is_finite = math.isfinite(speed) and math.isfinite(turn)
        return cls(stamp, speed, turn) if is_finite else None


class CommandedVelocity:
    """The latest command of each topic.

    A multiplexer, a smoother or a collision monitor reads one of these topics and writes another.
    No name shows which of them the base obeys. So a command to move counts only if all topics have
    one. Topics named cmd_vel count; others count only if there was never a topic of that name.
    """

    def __init__(self) -> None:
        self._plain: dict[str, Velocity] = {}
        self._others: dict[str, Velocity] = {}

    def process(self, stamp: float, topic: str, twist: Any) -> None:
        """Take in a message; velocities can be measured as well, so the topic's name decides."""
        if not _is_command(topic):
            return
        commands = self._plain if topic.endswith(_PLAIN) else self._others
        velocity = Velocity.of(stamp, twist)
        if velocity is not None and (topic in commands or len(commands) < _MOST_TOPICS):
            commands[topic] = velocity

    def at(self, stamp: float) -> Velocity | None:
        """Return the smallest valid command of all topics; None if there is none."""
        commands = self._plain or self._others
        fresh = [it for it in commands.values() if stamp - it.stamp <= _HOLDS]
        return min(fresh, key=lambda it: max(it.speed, abs(it.turn)), default=None)


@lru_cache(256)  # asked for each command; there are few topics
def _is_command(topic: str) -> bool:
    return _COMMAND.search(topic) is not None


class Flight:
    """Learns whether this robot flies; once it has left the ground, it always counts as flying."""

    def __init__(self) -> None:
        self.is_flying = False
        self._since: float | None = None
        self._points: deque[tuple[float, float, float, float]] = deque()

    def climbs(self, stamp: float, speed: float) -> None:
        """Take in the vertical speed from odometry, m/s."""
        if not abs(speed) >= _CLIMB:
            self._since = None
        elif self._since is None:
            self._since = stamp
        elif stamp - self._since >= _LASTING:
            self.is_flying = True

    def is_at(self, stamp: float, x: float, y: float, height: float, *, satellites: bool) -> None:
        """Take in a position, metres."""
        points = self._points
        if not math.isfinite(height) or (points and stamp - points[-1][0] < _SPACING):
            return
        while points and stamp - points[0][0] > _WINDOW:
            points.popleft()
        points.append((stamp, x, y, height))
        _, x0, y0, height0 = points[0]
        rise, along = abs(height - height0), math.hypot(x - x0, y - y0)
        least, steep = (_RISE_SATELLITES, _STEEP_SATELLITES) if satellites else (_RISE, _STEEP)
        self.is_flying |= rise >= least and rise >= steep * along


class PoseBuffer:
    """Points in a plane over the last twelve seconds; its memory is bounded."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, float, float]] = deque(maxlen=_KEPT)

    def observe(self, stamp: float, x: float, y: float) -> None:
        """Take in a point; points that follow too fast are left out."""
        points = self._points
        if points and stamp < points[-1][0]:
            points.clear()
        if not points or stamp - points[-1][0] >= _REMEMBERED / _KEPT:
            points.append((stamp, x, y))

    def at(self, stamp: float) -> tuple[float, float] | None:
        """Return the position at a moment, interpolated; None outside the stored time."""
        points = self._points
        if not points or not points[0][0] <= stamp <= points[-1][0]:
            return None
        place = bisect_right(points, stamp, key=itemgetter(0))
        before, x, y = points[place - 1]
        if stamp == before:
            return x, y
        after, next_x, next_y = points[place]
        gone, span = stamp - before, after - before
        return (next_x - x) / span * gone + x, (next_y - y) / span * gone + y


@dataclass
class _Hold:
    topic: str
    stamp: float
    repeats: int = 0
    interval: float = 0.0

    def is_over(self, stamp: float) -> bool:
        silence = max(_SILENT, _INTERVALS * self.interval)
        return self.repeats >= _REPEATS and stamp - self.stamp > silence


class MotionHolds:
    """The flags that are set now and keep the robot from moving.

    A repeated flag holds until it changes, or until it is silent for five of its intervals and at
    least 30 s. A flag that is published only on change, such as a latched one, holds until it
    changes or until its topic is gone.
    """

    def __init__(self) -> None:
        self._holds: dict[str, _Hold] = {}

    def observe(self, stamp: float, topic: str, flag: str, *, is_held: bool) -> None:
        """Take in whether a flag, given by name, keeps the robot from moving now."""
        if not is_held:
            self._holds.pop(flag, None)
            return
        hold = self._holds.setdefault(flag, _Hold(topic, stamp, repeats=-1))
        hold.interval = max(hold.interval, stamp - hold.stamp)
        hold.repeats += 1
        hold.stamp = stamp

    def forget(self, topic: str) -> None:
        """Drop the flags of a topic that nobody publishes any more."""
        self._holds = {flag: hold for flag, hold in self._holds.items() if hold.topic != topic}

    def are_on(self, stamp: float) -> bool:
        """Tell whether any flag keeps the robot from moving."""
        return any(not hold.is_over(stamp) for hold in self._holds.values())


@dataclass
class Mover:
    """One source of positions, with its trail in metres from its origin.

    ``sigma`` is that of its last position, metres; ``velocity`` is its own measurement.
    """

    rank: int
    sigma: float
    origin: Position
    trail: PoseBuffer = field(default_factory=PoseBuffer)
    stamp: float = -math.inf
    velocity: Velocity | None = None


class Motion:
    """The latest values of each source: odometry and positions, and inertial units, by topic.

    ``commanded`` are the commands to the robot, ``holds`` the flags that keep it from moving (an
    emergency stop, a brake), and ``flight`` whether it flies.
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
            mover.velocity = velocity  # some drivers leave the twist empty

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
        """Return the robot's speed, m/s, from its odometry, else from its positions."""
        fresh = self._fresh(stamp)
        speeds = [it.velocity.speed for it in fresh if it.velocity is not None]
        return max(speeds) if speeds else max(map(_pace, fresh), default=0.0)

    def tells_speed(self, stamp: float) -> bool:
        """Tell whether any source shows the present speed."""
        return bool(self._fresh(stamp))

    def moves(self, stamp: float) -> bool:
        """Tell whether a source shows, beyond its noise, that the robot moves."""
        turns = [abs(it.velocity.turn) for it in self._fresh(stamp) if it.velocity is not None]
        return self.speed(stamp) > _GOES or max(turns, default=0.0) > _TURNS

    def is_odometer(self, topic: str) -> bool:
        """Tell whether a topic is the odometry that counts if there are several: the first one."""
        for name, mover in self.movers.items():
            if mover.velocity is not None:
                return name == topic
        return False

    def gyroscope(self, stamp: float) -> float | None:
        """Return the rotation about the vertical, rad/s, from the first valid inertial unit."""
        for vertical in self.verticals.values():
            if stamp - vertical.stamp <= _AT_ONCE and not math.isnan(vertical.turn):
                return vertical.turn
        return None

    def reference(self, topic: str, stamp: float) -> tuple[str, Mover | None]:
        """Return the best position source that is no odometry, to compare odometry with."""
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
    """Return the speed over the last second, m/s; 0 if it may be noise."""
    here, there = mover.trail.at(mover.stamp), mover.trail.at(mover.stamp - 1.0)
    pace = math.dist(here, there) if here is not None and there is not None else 0.0
    return pace if pace > 2.0 * mover.sigma else 0.0
