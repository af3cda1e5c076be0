"""Message times, and a robot that receives messages at these times."""

from __future__ import annotations

import random
from collections.abc import Iterator

import robot_messages as ros
from watching import Watching

Stamps = Iterator[float]


def beat(rate: float, begin: float, end: float, jitter: float = 0.0, seed: int = 1) -> Stamps:
    """Time stamps at a rate (Hz); each is late by up to ``jitter`` of an interval."""
    noise = random.Random(seed)
    for count in range(int((end - begin) * rate)):
        yield begin + (count + jitter * noise.random()) / rate


def events(rate: float, begin: float, end: float, seed: int = 2) -> Stamps:
    """Time stamps of a Poisson process."""
    noise = random.Random(seed)
    while (begin := begin + noise.expovariate(rate)) < end:
        yield begin


def play(robot: Watching, **topics: list[Stamps]) -> None:
    """Send messages on /imu, /lidar … at these times, in order."""
    messages = sorted((stamp, f"/{name}") for name, parts in topics.items()
                      for part in parts for stamp in part)  # fmt: skip
    for stamp, topic in messages:
        if stamp - robot.now > 0.5:
            robot.wait(stamp)
        robot.jump(stamp)
        robot.send(topic, ros.IMU, ros.nothing())
