"""A robot that acts, its episode rules, and the episodes recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace as Message
from typing import Any

from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.episodes import EpisodeRule, EpisodeWatches, Value
from robot_memory.long_term.episodes.rule_book import load_rule_book

START = datetime(2026, 12, 1, 12, 0, tzinfo=timezone.utc)
SHIPPED = load_rule_book(default_rules_file()).episodes
TWIST, ODOMETRY = "geometry_msgs/msg/Twist", "nav_msgs/msg/Odometry"
JOINTS, ARRAY = "sensor_msgs/msg/JointState", "std_msgs/msg/Float64MultiArray"
TRAJECTORY = "trajectory_msgs/msg/JointTrajectory"


def shipped(name: str, **options: float) -> EpisodeRule:
    (rule,) = [rule for rule in SHIPPED if rule.name == name]
    return replace(rule, options=options)


@dataclass
class Tape:
    """An episode as the sink receives it."""

    names: tuple[list[str], list[str]]
    begin: datetime
    about: Mapping[str, Any]
    values: list[Value] = field(default_factory=list)
    end_time: datetime | None = None
    success: bool = False
    is_terminal: bool = False
    is_open: bool = True

    def write(self, values: Sequence[Value]) -> None:
        assert self.end_time is None
        assert values
        self.values += values

    def end(self, time: datetime, *, success: bool, is_terminal: bool) -> None:
        assert self.end_time is None
        self.end_time, self.success, self.is_terminal = time, success, is_terminal

    def of(self, name: str) -> list[Any]:
        return [value for _, its, value, _ in self.values if its == name]

    @property
    def seconds(self) -> float:
        assert self.end_time is not None
        return (self.end_time - self.begin).total_seconds()


class Tapes:
    """A sink that keeps everything in memory."""

    def __init__(self) -> None:
        self.all: list[Tape] = []
        self.refuses = False

    def begin(self, fields, time, about) -> Tape | None:
        tape = Tape((list(fields.observation), list(fields.action)), time, about)
        self.all.append(tape)
        return None if self.refuses else tape


class Acting:
    """A robot watched by episode rules."""

    def __init__(self, *rules: EpisodeRule, sink: Any = None) -> None:
        self.clock = ManualClock(START, kind="recording", boot="boot")
        self.sink = sink or Tapes()
        self.episodes = EpisodeWatches(rules or SHIPPED, self.sink, self.clock)
        self.reads = 0

    @property
    def tapes(self) -> list[Tape]:
        return self.sink.all

    @property
    def now(self) -> float:
        return self.clock.now().uptime

    def jump(self, to: float) -> None:
        self.clock.set(START + timedelta(seconds=to))

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.now < until - 1e-9:
            self.jump(min(until, self.now + 0.5))
            self.episodes.advance()

    def send(self, topic: str, type_name: str, content: Any) -> None:
        def load() -> Any:
            self.reads += 1
            return content

        if self.episodes.wants(topic, type_name):
            self.episodes.receive(topic, type_name, load)

    def every(self, interval: float, seconds: float, *actions: Callable[[], object]) -> None:
        begin = self.now
        for count in range(round(seconds / interval)):
            self.jump(begin + count * interval)
            for action in actions:
                action()
        self.jump(begin + seconds)
        self.episodes.advance()

    # -- its messages ----------------------------------------------------------------------

    def command(self, speed: float = 0.5, turn: float = 0.0, topic: str = "/cmd_vel") -> None:
        zero = Message(x=speed, y=0.0, z=0.0), Message(x=0.0, y=0.0, z=turn)
        self.send(topic, TWIST, Message(linear=zero[0], angular=zero[1]))

    def odometry(self, speed: float = 0.5, x: float | None = None, topic: str = "/odom") -> None:
        place = self.now * speed if x is None else x
        self.send(topic, ODOMETRY, Message(
            pose=Message(pose=Message(position=Message(x=place, y=0.0, z=0.0),
                                      orientation=Message(x=0.0, y=0.0, z=0.0, w=1.0))),
            twist=Message(twist=Message(linear=Message(x=speed, y=0.0, z=0.0),
                                        angular=Message(x=0.0, y=0.0, z=0.0))),
        ))  # fmt: skip

    def joints(self, *positions: float, speed: float = 0.0, names: str = "ab") -> None:
        self.send("/joint_states", JOINTS, Message(
            name=list(names), position=list(positions), velocity=[speed] * len(names),
        ))  # fmt: skip

    def drive(self, seconds: float, speed: float = 0.5, interval: float = 0.1) -> None:
        """Drive, with commands and odometry every ``interval`` seconds."""
        self.every(interval, seconds, lambda: self.odometry(speed), lambda: self.command(speed))
