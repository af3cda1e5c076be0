"""An air supply whose pressure depends on a gripper, over more than an hour."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from copy import deepcopy
from functools import cache
from types import SimpleNamespace as Message
from typing import Any

import robot_messages as ros
from watching import Watching

from robot_memory.perception.rule import Rule

SUPPLY = "acme_msgs/msg/SupplyStatus"
RULES = [Rule("normal")]
LEARNED = 1800.0  # s


class Supply:
    """A robot that publishes its air pressure twice a second.

    Attributes:
        robot: its perception.
        leak: pressure loss, in bar.
        noise: standard deviation, in bar.
        stuck: whether the pressure reading is frozen.
    """

    def __init__(self, baselines: Mapping[str, Any] | None = None, seed: int = 1) -> None:
        self.robot = Watching(RULES, baselines=baselines or {})
        self.leak, self.noise, self.stuck = 0.0, 0.05, False
        self._chance = random.Random(seed)

    def send(self, now: float) -> None:
        """Send one message."""
        grips = now % 60.0 < 30.0
        pressure = (5.7 if grips else 6.1) - self.leak + self.noise * self._chance.gauss(0.0, 1.0)
        pressure = 5.9 if self.stuck else round(pressure, 3)
        self.robot.send(
            "/air", SUPPLY, Message(header=ros.header(), pressure_bar=pressure, gripping=grips)
        )

    def run(self, until: float, *actions: Callable[[float], object], interval: float = 0.5) -> None:
        """Let the robot run until this time, in seconds since its start."""
        self.robot.every(interval, until, self.send, *actions)


@cache
def _learned() -> Supply:
    supply = Supply()
    supply.run(LEARNED)
    return supply


def learned() -> Supply:
    """Return a copy of a supply that has learned; it learned once for all tests."""
    return deepcopy(_learned())
