"""A rover that obeys what it learned: fewer faults, at a stated loss of speed.

Its left encoder fails above 0.3 m/s, which nobody told it. It drives for eight hours and learns the
limit. An operator approves it. Then the rover drives two shifts: one that obeys the approved limit,
and one that does not. Time is simulated; messages, detectors, ledger, analysis and signature are
those of the product. Its memory home is ``.build/demo-limits``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
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
from robot_memory.perception import Perception, load_rules

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
    """What a shift came to.

    Attributes:
        faults: of the encoder.
        hours: of driving.
        metres: driven.
    """

    faults: int
    hours: float
    metres: float


class Rover:
    """A rover in a simulation of one second a step.

    Args:
        memory: watches it.
        clock: of the simulation.
        random: decides on its speeds and its faults.
    """

    def __init__(
        self, memory: RobotMemory, clock: ManualClock, random: np.random.Generator
    ) -> None:
        self._memory, self._clock, self._random = memory, clock, random

    def drive(self, seconds: int, highest: float = float("inf")) -> Shift:
        """Drive at the speeds that the task asks for, at most at the highest one, m/s."""
        rules, begin = load_rules(default_rules_file()), self._clock.now().time
        perception = Perception(rules, self._memory.settings, self._clock, self._memory.observe)
        faults, metres, failed_at = 0, 0.0, -float(FAULT + REST)
        for second, wanted in enumerate(self._speeds(seconds)):
            self._clock.set(begin + timedelta(seconds=second))
            speed = min(wanted, highest)
            is_well = second > failed_at + FAULT + REST
            if second > REST and is_well and self._random.random() < _rate(speed):
                faults, failed_at = faults + 1, second
            fails = second < failed_at + FAULT
            speed = 0.0 if fails else speed
            metres += speed
            perception.receive("/odom", "nav_msgs/msg/Odometry", _odometry(speed))
            kind = "diagnostic_msgs/msg/DiagnosticArray"
            perception.receive("/diagnostics", kind, _diagnostics(fails=fails))
        perception.finish()
        self._memory.add_exposure({}, perception.take_samples())
        self._memory.flush()
        self._memory.analyse()
        return Shift(faults, seconds / 3600.0, metres)

    def _speeds(self, seconds: int) -> Iterator[float]:
        """Yield the speed that the task asks for; it is fast for a quarter of the time."""
        left, speed = 0, 0.0
        for _ in range(seconds):
            if left == 0:
                left = max(1, int(self._random.exponential(30.0)))
                is_fast = self._random.random() < 0.25
                speed = self._random.uniform(0.35, 0.6) if is_fast else (
                    self._random.uniform(0.15, 0.28))  # fmt: skip
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
    """Compare the faults an hour without and with the limit."""
    before = estimate_rate(free.faults, free.hours)
    after = estimate_rate(obedient.faults, obedient.hours)
    assert before is not None
    assert after is not None
    return compare_rates(before, after)


def learned_maximum(memory: RobotMemory) -> float:
    """Return the speed that approved limits allow, m/s; infinite where there is none."""
    signed = LearnedLimits(memory).signed.read().learned
    learned = learned_speed(limit for limit, approval in signed if approval.is_valid)
    return learned.speed if learned else float("inf")


def say(text: str) -> None:
    """Print a heading."""
    print(f"\n\033[1m# {text}\033[0m", flush=True)


def run(*arguments: str) -> None:
    """Run the command line in this process, showing what is typed."""
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
    """Print what the limit brought, and what it cost."""
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
