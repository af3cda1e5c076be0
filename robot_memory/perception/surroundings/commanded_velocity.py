"""The commanded velocity of the robot, from all topics that carry one.

See docs/reference/detectors.md, "commanded_motion".
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

_COMMAND = re.compile(r"cmd|command|set_?point|teleop|joy", re.IGNORECASE)
_PLAIN = "/cmd_vel"
_FRESH = 1.0  # s for which a command holds
_MOST_TOPICS = 16  # topics that are called cmd_vel, and as many others


@dataclass(frozen=True)
class Velocity:
    """How fast something moves, or is to: m/s over ground, rad/s about the vertical."""

    stamp: float
    speed: float
    turn: float

    @classmethod
    def of(cls, stamp: float, twist: Any) -> Velocity | None:
        """Return what a twist says; None where one of its numbers is none."""
        speed, turn = math.hypot(twist.linear.x, twist.linear.y), float(twist.angular.z)
        is_finite = math.isfinite(speed) and math.isfinite(turn)
        return cls(stamp, speed, turn) if is_finite else None


class CommandedVelocity:
    """The latest command of each topic.

    A multiplexer, a smoother or a collision monitor reads one of these topics and writes another.
    No name tells which of them the base obeys. So the robot is told to move only if every one of
    them says so. Topics that are called cmd_vel count; others do where there was never one of that
    name.
    """

    def __init__(self) -> None:
        self._plain: dict[str, Velocity] = {}
        self._others: dict[str, Velocity] = {}

    def process(self, stamp: float, topic: str, twist: Any) -> None:
        """Take in a message; velocities that are measured have the same type: the name tells."""
        if not _is_command(topic):
            return
        commands = self._plain if topic.endswith(_PLAIN) else self._others
        velocity = Velocity.of(stamp, twist)
        if velocity is not None and (topic in commands or len(commands) < _MOST_TOPICS):
            commands[topic] = velocity

    def at(self, stamp: float) -> Velocity | None:
        """Return the least of what the topics tell the robot now; None where none tells it."""
        commands = self._plain or self._others
        fresh = [it for it in commands.values() if stamp - it.stamp <= _FRESH]
        return min(fresh, key=_demand, default=None)


def _demand(velocity: Velocity) -> float:
    """Return how much motion is asked for: 1 m/s counts as 1 rad/s does."""
    return max(velocity.speed, abs(velocity.turn))


@lru_cache(256)  # asked of each command; there are a few topics
def _is_command(topic: str) -> bool:
    return _COMMAND.search(topic) is not None
