"""Simulated robots that drive around, and their sensors' messages about the ground."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace as Message
from typing import Any

import numpy as np

from robot_memory import RobotMemory
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

_ABOUT = ("localisation", "bump", "fix_lost", "slip")
#: The shipped rules about the robot's surroundings.
RULES = [rule for rule in load_rules(default_rules_file()) if rule.detector in _ABOUT]
START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
GRAVITY = 9.81


def header(frame: str) -> Message:
    return Message(stamp=Message(sec=0, nanosec=0), frame_id=frame)


def vector(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Message:
    return Message(x=x, y=y, z=z)


@dataclass
class Step:
    """The robot's true state at one moment: metres along its loop, position, motion."""

    time: float
    s: float
    x: float
    y: float
    heading: float
    speed: float
    turn: float


@dataclass
class Loop:
    """A rectangle with round corners that the robot drives around."""

    width: float = 16.0
    height: float = 10.0
    speed: float = 0.8
    corner: float = 2.0

    @property
    def length(self) -> float:
        straight = 2.0 * (self.width + self.height - 4.0 * self.corner)
        return straight + 2.0 * math.pi * self.corner

    def at(self, s: float) -> tuple[float, float, float, float]:
        """Return x, y, heading and curvature ``s`` metres along the loop.

        ``s`` = 0 is the lower left corner, heading east.
        """
        s %= self.length
        x, y, heading = self.corner, 0.0, 0.0
        for side in (self.width, self.height, self.width, self.height):
            straight = side - 2.0 * self.corner
            if s <= straight:
                return x + s * math.cos(heading), y + s * math.sin(heading), heading, 0.0
            x, y, s = (
                x + straight * math.cos(heading),
                y + straight * math.sin(heading),
                s - straight,
            )
            arc = math.pi / 2.0 * self.corner
            turned = min(s, arc) / self.corner
            centre = (x - self.corner * math.sin(heading), y + self.corner * math.cos(heading))
            heading += turned
            x = centre[0] + self.corner * math.sin(heading)
            y = centre[1] - self.corner * math.cos(heading)
            if s <= arc:
                return x, y, heading, 1.0 / self.corner
            s -= arc
        return x, y, heading, 0.0

    def drive(self, seconds: float, step: float) -> Iterator[Step]:
        """Yield the robot's true motion."""
        s = 0.0
        for k in range(int(seconds / step)):
            x, y, heading, curvature = self.at(s)
            yield Step(k * step, s, x, y, heading, self.speed, self.speed * curvature)
            s += self.speed * step


class Rover:
    """A robot whose perception and memory receive the messages of a simulation."""

    def __init__(self, home: Path, *, seed: int = 1, boot: str = "one", day: int = 0) -> None:
        self.start = START + timedelta(days=day)
        self.clock = ManualClock(self.start, kind="wall", boot=boot)
        self.memory = RobotMemory.open(home, clock=self.clock)
        self.rows: list[Any] = []
        self.perception = Perception(RULES, self.memory.settings, self.clock, self._observe)
        self.random = np.random.default_rng(seed)
        self._ticked = 0.0

    def _observe(self, row: Any) -> None:
        self.rows.append(row)
        self.memory.observe(row)

    def at(self, time: float) -> None:
        self.clock.set(self.start + timedelta(seconds=time))
        if time - self._ticked >= 0.5:
            self._ticked = time
            self.perception.advance()

    def send(self, topic: str, type_name: str, content: Any) -> None:
        if self.perception.topics.wants(topic, type_name):
            self.perception.receive(topic, type_name, content)

    def close(self) -> None:
        self.perception.finish()
        passes, moments = self.perception.take_exposure(), self.perception.take_samples()
        self.memory.flush()
        self.memory.add_exposure(passes, moments)
        self.memory.close()

    @property
    def events(self) -> list[Any]:
        return [row for row in self.rows if row.kind.value == "event"]

    @property
    def notes(self) -> list[str]:
        self.memory.flush()
        entries = self.memory.entries(types=["environment_note"])
        return sorted(entry.text for _, entry in entries)

    # -- sensors -----------------------------------------------------------------------------

    def odometry(self, x: float, y: float, speed: float, turn: float) -> None:
        pose = Message(position=vector(x, y), orientation=Message(x=0.0, y=0.0, z=0.0, w=1.0))
        twist = Message(linear=vector(speed), angular=vector(z=turn))
        content = Message(
            header=header("odom"), child_frame_id="base_link",
            pose=Message(pose=pose, covariance=[0.0] * 36),
            twist=Message(twist=twist, covariance=[0.0] * 36),
        )  # fmt: skip
        self.send("/odom", "nav_msgs/msg/Odometry", content)

    def localise(self, x: float, y: float) -> None:
        covariance = [0.0] * 36
        covariance[0] = covariance[7] = 0.05**2
        dx, dy = self.random.normal(0.0, 0.02, 2)
        pose = Message(
            position=vector(x + dx, y + dy), orientation=Message(x=0.0, y=0.0, z=0.0, w=1.0)
        )
        content = Message(header=header("map"), pose=Message(pose=pose, covariance=covariance))
        self.send("/amcl_pose", "geometry_msgs/msg/PoseWithCovarianceStamped", content)

    def fix(self, x: float, y: float, *, status: int = 0) -> None:
        """A satellite position, given in metres from a point near Zürich."""
        dx, dy = self.random.normal(0.0, 0.3, 2) if status >= 0 else (math.nan, math.nan)
        content = Message(
            header=header("gps"), status=Message(status=status, service=1),
            latitude=47.4 + (y + dy) / 111_195.0,
            longitude=8.5 + (x + dx) / 111_195.0 / math.cos(math.radians(47.4)),
            altitude=400.0,
            position_covariance=[1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 4.0],
            position_covariance_type=2,
        )  # fmt: skip
        self.send("/gps/fix", "sensor_msgs/msg/NavSatFix", content)

    def imu(self, turn: float, jolt: float = 0.0, *, axis: str = "z") -> None:
        """Send a message of an inertial unit whose vertical axis is ``axis``."""
        dx, dy, dz = self.random.normal(0.0, 0.3, 3)
        up = GRAVITY + dz + jolt
        rate = turn + self.random.normal(0.0, 0.01)
        axes = {"z": ((dx, dy, up), (0.0, 0.0, rate)), "y": ((dx, -up, dz), (0.0, -rate, 0.0))}
        acceleration, gyro = axes[axis]
        content = Message(
            header=header("imu"), linear_acceleration=vector(*acceleration),
            angular_velocity=vector(*gyro), orientation=Message(x=0.0, y=0.0, z=0.0, w=1.0),
        )  # fmt: skip
        self.send("/imu/data", "sensor_msgs/msg/Imu", content)

    def command(self, speed: float, turn: float) -> None:
        content = Message(linear=vector(speed), angular=vector(z=turn))
        self.send("/cmd_vel", "geometry_msgs/msg/Twist", content)
