"""When messages come, and a robot that hears them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import robot_messages as ros
from watching import Watching

Stamps = Iterator[float]


def beat(rate: float, begin: float, end: float, jitter: float = 0.0, seed: int = 1) -> Stamps:
    """Stamps at a rate; each is late by up to a share of the interval."""
    noise = random.Random(seed)
    for count in range(int((end - begin) * rate)):
        yield begin + (count + jitter * noise.random()) / rate


def events(rate: float, begin: float, end: float, seed: int = 2) -> Stamps:
    """Stamps that come at random."""
    noise = random.Random(seed)
    while (begin := begin + noise.expovariate(rate)) < end:
        yield begin


def play(robot: Watching, **topics: list[Stamps]) -> None:
    """Send messages of topics /imu, /lidar … at these stamps, all in order."""
    messages = sorted((stamp, f"/{name}") for name, parts in topics.items()
                      for part in parts for stamp in part)  # fmt: skip
    for stamp, topic in messages:
        if stamp - robot.now > 0.5:
            robot.wait(stamp)
        robot.jump(stamp)
        robot.send(topic, ros.IMU, ros.nothing())
