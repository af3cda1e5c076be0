"""A rover that obeys what it learned: fewer faults, at a stated loss of speed.

Its left encoder fails above 0.3 m/s, which nobody told it. It drives for eight hours and learns the
limit. An operator approves it. Then the rover drives two shifts: one that obeys the approved limit,
and one that does not. Time is simulated; messages, detectors, ledger, analysis and signature are
those of the product. Its memory home is ``.build/demo-limits``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace as Message

import numpy as np

from robot_memory import RobotMemory
from robot_memory.applications.limits.learned_limits import LearnedLimits
from robot_memory.applications.limits.limit import learned_speed
from robot_memory.applications.reliability.rate_statistics import (
    RateComparison,
    compare_rates,
    estimate_rate,
)
from robot_memory.faces.cli.main import main as robot_memory
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".build" / "demo-limits"
KEY = ROOT / ".build" / "demo-operator.json"
START = datetime(2026, 11, 2, 8, tzinfo=timezone.utc)

FAILS_ABOVE = 0.3  # m/s
FAST_RATE, SLOW_RATE = 12.0 / 3600.0, 0.5 / 3600.0  # faults a second, above and below that speed
FAULT, REST = 20, 60  # s that a fault lasts, and that the encoder then works
LEARNING, SHIFT = 8 * 3600, 4 * 3600  # s of driving
_STILL = Message(x=0.0, y=0.0, z=0.0)
_HEADER = Message(stamp=Message(sec=0, nanosec=0), frame_id="")


@dataclass(frozen=True)
class Shift:
    """The result of a shift.

    Attributes:
        faults: of the encoder.
        hours: of driving.
        metres: driven.
    """

    faults: int
    hours: float
    metres: float


@dataclass(frozen=True)
class Second:
    """A second of a drive.

    Attributes:
        speed: of the rover, m/s.
        fails: whether the encoder fails.
        is_onset: whether the failure begins in this second.
    """

    speed: float
    fails: bool
    is_onset: bool


class Rover:
    """A simulated rover; a step is one second.

    Args:
        memory: the memory that watches the rover.
        clock: of the simulation.
        random: draws the speeds and faults.
    """

    def __init__(
        self, memory: RobotMemory, clock: ManualClock, random: np.random.Generator
    ) -> None:
        self._memory, self._clock, self._random = memory, clock, random

    def drive(self, seconds: int, highest: float = float("inf")) -> Shift:
        """Drive at the speeds that the task asks for, but not above ``highest``, in m/s."""
        rules, begin = load_rules(default_rules_file()), self._clock.now().time
        perception = Perception(rules, self._memory.settings, self._clock, self._memory.observe)
        driven = list(simulate(self._random, seconds, highest))
        for number, second in enumerate(driven):
            self._clock.set(begin + timedelta(seconds=number))
            perception.receive("/odom", "nav_msgs/msg/Odometry", _odometry(second.speed))
            kind = "diagnostic_msgs/msg/DiagnosticArray"
            perception.receive("/diagnostics", kind, _diagnostics(fails=second.fails))
        perception.finish()
        self._memory.add_exposure({}, perception.take_samples())
        self._memory.flush()
        self._memory.analyse()
        return shift_of(driven)


def simulate(
    random: np.random.Generator, seconds: int, highest: float = float("inf")
) -> Iterator[Second]:
    """Yield the seconds of a drive."""
    failed_at = -(FAULT + REST)
    for number, wanted in enumerate(_speeds(random, seconds)):
        speed = min(wanted, highest)
        is_well = number > failed_at + FAULT + REST
        if number > REST and is_well and random.random() < _rate(speed):
            failed_at = number
        fails = number < failed_at + FAULT
        yield Second(0.0 if fails else speed, fails, number == failed_at)


def shift_of(driven: Sequence[Second]) -> Shift:
    """Return the result of a drive."""
    return Shift(
        sum(second.is_onset for second in driven),
        len(driven) / 3600.0,
        sum(second.speed for second in driven),
    )


def _speeds(random: np.random.Generator, seconds: int) -> Iterator[float]:
    """Yield the task's speed in each second; it is fast for a quarter of the time."""
    left, speed = 0, 0.0
    for _ in range(seconds):
        if left == 0:
            left = max(1, int(random.exponential(30.0)))
            is_fast = random.random() < 0.25
            speed = random.uniform(0.35, 0.6) if is_fast else random.uniform(0.15, 0.28)
        left -= 1
        yield speed


def _rate(speed: float) -> float:
    return FAST_RATE if speed > FAILS_ABOVE else SLOW_RATE


def _odometry(speed: float) -> Message:
    twist = Message(linear=Message(x=speed, y=0.0, z=0.0), angular=_STILL)
    return Message(header=_HEADER, child_frame_id="", pose=Message(pose=Message(position=_STILL)),
                   twist=Message(twist=twist))  # fmt: skip


def _diagnostics(*, fails: bool) -> Message:
    status = Message(name="base: Left wheel encoder", level=2 if fails else 0, hardware_id="",
                     message="no pulses" if fails else "ok", values=[])  # fmt: skip
    return Message(header=_HEADER, status=[status])


def compare(obedient: Shift, free: Shift) -> RateComparison:
    """Compare the hourly fault rates without and with the limit."""
    before = estimate_rate(free.faults, free.hours)
    after = estimate_rate(obedient.faults, obedient.hours)
    assert before is not None
    assert after is not None
    return compare_rates(before, after)


def learned_maximum(memory: RobotMemory) -> float:
    """Return the highest speed that approved limits allow, m/s; infinite without a limit."""
    signed = LearnedLimits(memory).signed.read().learned
    learned = learned_speed(limit for limit, approval in signed if approval.is_valid)
    return learned.speed if learned else float("inf")


def say(text: str) -> None:
    """Print a heading."""
    print(f"\n\033[1m# {text}\033[0m", flush=True)


def run(*arguments: str) -> None:
    """Run the command line in this process, and print the command first."""
    print(f"$ robot-memory {' '.join(arguments)}", flush=True)
    robot_memory(["--home", str(HOME), *arguments])


def play() -> None:
    """Play the demo."""
    clock = ManualClock(START, kind="recording", boot="demo")
    say(f"A rover drives for {LEARNING // 3600} hours. Above {FAILS_ABOVE} m/s its encoder fails.")
    with RobotMemory.open(HOME, clock=clock) as memory:
        Rover(memory, clock, np.random.default_rng(1)).drive(LEARNING)
        (limit,) = LearnedLimits(memory).active()
    run("--now", f"{clock.now().time:%Y-%m-%dT%H:%M:%SZ}", "limits", "list")
    say("An operator makes a key and approves the limit. Without that, nothing acts on it.")
    run("assist", "key", "--operator", "ada", "--file", str(KEY))
    run("limits", "approve", limit.id, "--key", str(KEY))
    say(f"Two shifts of {SHIFT // 3600} hours: one obeys the limit, the other one does not.")
    with RobotMemory.open(HOME, clock=clock) as memory:
        obedient = Rover(memory, clock, np.random.default_rng(2)).drive(
            SHIFT, learned_maximum(memory)
        )
        free = Rover(memory, clock, np.random.default_rng(3)).drive(SHIFT)
    report(obedient, free)


def report(obedient: Shift, free: Shift) -> None:
    """Print the benefit and the cost of the limit."""
    for name, shift in (("without the limit", free), ("with the limit", obedient)):
        speed = shift.metres / shift.hours / 3600.0
        print(f"{name:18} {shift.faults / shift.hours:5.2f} faults an hour, {speed:.3f} m/s")
    result = compare(obedient, free)
    print(
        f"faults an hour: {result.ratio:.2f} times as many (95 %: {result.low:.2f} to "
        f"{result.high:.2f}, p = {result.p:.2g})"
    )
    print(f"distance: {obedient.metres / free.metres - 1.0:+.0%}")


if __name__ == "__main__":
    shutil.rmtree(HOME, ignore_errors=True)
    KEY.unlink(missing_ok=True)
    play()
