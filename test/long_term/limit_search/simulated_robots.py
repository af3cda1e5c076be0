"""Robots that run for hours under varying conditions, with faults by chance or by condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.time.clock import Instant
from robot_memory.ledger import OperatingSample
from robot_memory.long_term.limit_search.operating_history import OperatingHistory
from robot_memory.long_term.limit_search.risk_set import RUNNING, RiskSet

MONDAY = datetime(2026, 11, 30, 8, tzinfo=timezone.utc)
SHIFT = 8 * 3600  # seconds of running a day
Numbers = NDArray[np.float64]
Random = np.random.Generator


def wall(running: Numbers) -> Numbers:
    """Convert running time to wall clock time, at eight hours a day."""
    return MONDAY.timestamp() + running // SHIFT * 86400.0 + running % SHIFT


def wandering(random: Random, count: int, slowness: float) -> Numbers:
    """Noise around zero whose correlation decays in ``slowness`` seconds."""
    kept = np.exp(-1.0 / slowness)
    length = int(min(count, 8 * slowness + 2))
    size = 1 << (count + length - 1).bit_length()
    echo, noise = np.zeros(size), np.zeros(size)
    echo[:length] = kept ** np.arange(length)
    noise[: count + length] = random.normal(size=count + length)
    values = np.fft.irfft(np.fft.rfft(noise) * np.fft.rfft(echo), size)[length : length + count]
    return np.asarray(values * np.sqrt(1.0 - kept * kept))


def driving(
    random: Random, count: int, *, fast: float = 0.22, stretch: float = 40.0, limit: float = 0.3
) -> Numbers:
    """A speed above ``limit`` for the share ``fast`` of the time, in stretches of some seconds."""
    speed = np.empty(count)
    at = 0
    while at < count:
        length = max(1, int(random.exponential(stretch)))
        is_fast = random.random() < fast
        speed[at : at + length] = random.uniform(limit + 0.02, 0.9) if is_fast else (
            random.uniform(0.05, limit - 0.02))  # fmt: skip
        at += length
    return speed


@dataclass
class Robot:
    """A robot's conditions, second by second."""

    columns: dict[str, Numbers]

    @property
    def seconds(self) -> int:
        return len(next(iter(self.columns.values())))

    def operation(self, random: Random, most: int = 2500) -> OperatingHistory:
        """Samples at random times, as perception takes them."""
        step = max(1, self.seconds // most)
        begins = np.arange(0, self.seconds - step + 1, step)
        picked = begins + random.integers(0, step, size=len(begins))
        running = picked + 1.0
        seconds = np.diff(running, prepend=0.0)
        return OperatingHistory(
            wall(running), seconds, {n: c[picked] for n, c in self.columns.items()}
        )

    def moments(self, random: Random, most: int = 2500) -> list[OperatingSample]:
        ran = self.operation(random, most)
        return [
            OperatingSample(
                instant(float(time)), float(seconds),
                {name: float(column[row]) for name, column in ran.columns.items()},
            )
            for row, (time, seconds) in enumerate(zip(ran.times, ran.seconds, strict=True))
        ]  # fmt: skip

    def onsets(self, when: Sequence[int] | NDArray[np.intp]) -> OperatingHistory:
        """Onsets at these seconds, with the conditions two seconds before each."""
        at = np.unique(np.asarray(when))
        columns = {name: column[np.maximum(at - 2, 0)] for name, column in self.columns.items()}
        return OperatingHistory(wall(at.astype(float)), np.zeros(len(at)), columns)

    def risk(self, random: Random, when: Sequence[int] | NDArray[np.intp]) -> RiskSet:
        return RiskSet(self.onsets(when), self.operation(random), RUNNING)

    def before(self, at: int) -> Mapping[str, float]:
        """The conditions two seconds before an onset, as in the onset's row."""
        return {name: float(column[max(0, at - 2)]) for name, column in self.columns.items()}


def instant(stamp: float) -> Instant:
    return Instant(datetime.fromtimestamp(stamp, timezone.utc), stamp, "b1", True)


def rover(random: Random, hours: float, *, nuisances: int = 12, **drive: float) -> Robot:
    """A rover whose load follows its speed, with a battery, a temperature and other readings."""
    count = int(hours * 3600)
    speed = driving(random, count, **drive)
    running = np.arange(count, dtype=float)
    day = 2.0 * np.pi * (running % SHIFT) / SHIFT
    columns = {
        "speed": speed,
        "load": 3.0 + 8.0 * speed + random.normal(size=count),
        "turn_rate": np.abs(random.normal(size=count)) * speed,
        "battery": 100.0 - 70.0 * (running % 14400) / 14400 + random.normal(size=count),
        "temperature": 25.0 - 8.0 * np.cos(day) + wandering(random, count, 3e4),
    }
    for number in range(nuisances):
        slowness = 10.0 ** random.uniform(0.5, 4.5)
        columns[f"/sensor{number} value"] = wandering(random, count, slowness)
    return Robot(columns)


def by_chance(random: Random, robot: Robot, count: int) -> NDArray[np.intp]:
    """Onsets independent of all conditions: single ones, or bursts within five minutes."""
    if random.random() < 0.5:
        return random.integers(60, robot.seconds, count)
    begins = random.integers(60, robot.seconds, max(2, count // 4))
    return np.minimum(
        np.repeat(begins, 4)[:count] + random.integers(0, 300, min(count, 4 * len(begins))),
        robot.seconds - 1,
    )


def above(
    random: Random, robot: Robot, count: int, *, other: int = 0, name: str = "speed",
    limit: float = 0.3,
) -> NDArray[np.intp]:  # fmt: skip
    """Onsets with a condition above its limit, except for ``other`` of them."""
    fast = np.flatnonzero(robot.columns[name][:-2] > limit) + 2
    slow = np.flatnonzero(robot.columns[name][:-2] <= limit) + 2
    fast, slow = fast[fast > 60], slow[slow > 60]
    return np.concatenate([random.choice(fast, count - other), random.choice(slow, other)])
