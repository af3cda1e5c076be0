"""Inertial units: jolts of a robot that drives, and impacts (sensor_msgs/Imu; rules.md §10.13)."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple

import numpy as np

from robot_memory.ledger import Key
from robot_memory.perception.baselines import PersistentState, RobustBaseline
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.position_fix import POSITION_GAP

_WINDOW = 0.5  # s, of which only the strongest jolt counts
_LEARNED = 60  # windows at a speed before one is judged
_SPEEDS, _STEP = 12, 0.25  # classes of speed above the slowest, and width of each, m/s
_MOVING = 0.05  # m/s; a slower robot is standing


class BumpDetector(Detector):
    """Reports vertical impacts that are rare for this robot at its speed.

    The vertical is that of gravity. A robot that flies is not judged: landing is no bump. A
    bump must exceed all three limits below.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "least": DetectorOption(3.0, "m/s² that a bump has at least"),
        "times": DetectorOption(3.0, "times the usual jolts at that speed, at least", low=1.0),
        "spreads": DetectorOption(8.0, "standard deviations above these jolts, at least"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/Imu"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"linear_acceleration", "angular_velocity"})

    def _set_up(self) -> None:
        self._usual: dict[int, RobustBaseline] = {}
        self._began = -math.inf
        self._peak = 0.0
        self._peak_at = 0.0

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Imu message from which the vertical was already computed."""
        motion = self._context.shared.surroundings.motion
        vertical = motion.verticals.get(self._context.topic)
        jolt = abs(vertical.jolt) if vertical is not None else math.nan
        if jolt > self._peak:
            self._peak, self._peak_at = jolt, stamp
        if stamp - self._began < _WINDOW:
            return
        peak, self._peak, self._began = self._peak, 0.0, stamp
        speed = motion.speed(stamp)
        if math.isnan(jolt) or speed < _MOVING or motion.flight.is_flying:
            return
        usual = self._usual.setdefault(min(int(speed / _STEP), _SPEEDS), RobustBaseline(_LEARNED))
        options = self._options
        above = usual.middle + options["spreads"] * usual.spread
        if usual.is_known and peak > max(options["least"], options["times"] * usual.middle, above):
            readings = {"jolt": peak, "usual_jolt": usual.middle, "speed": speed}
            yield self._event(
                Key("bump", "floor", "bump"), "Bump", magnitude=peak, kind="bump",
                readings=readings, at=self._peak_at,
            )  # fmt: skip
        usual.observe(peak)


_BLOCK = 0.25  # s, of which the strongest value is stored
_BEFORE, _AFTER = 10.0, 1.5  # s before and after a shock that are compared with it
_RINGS = 0.5  # s for which a shock may ring
_TIMES = 3.0  # times as strong as the values before and after it
_LONGEST_STEP = 1.0  # s
_ECHO = 0.15  # of its peak: the least echo, just before it or while it rings
_MOST = 500.0  # m/s²; a stronger shock is a wrong reading
_KEPT, _FEW = 32, 5  # shocks that are remembered, and that are needed to know the usual one
_USUAL = 1.5  # times the median of the remembered shocks
_DEBOUNCE = Debounce(onset=0.0, end=10.0, quiet=10.0, momentary=True)  # s
_WORDS = {"stand": "Impact while standing", "flight": "Impact in flight or at a landing",
          "unknown": "Impact"}  # fmt: skip


class Shock(NamedTuple):
    """A shock: its time, seconds, and its acceleration, m/s²."""

    stamp: float
    peak: float


class ShockHistory(PersistentState):
    """Finds shocks in the acceleration of one inertial unit.

    A shock is three times as strong as anything in the ten seconds before it and, after it has rung
    for half a second, in the second that follows. So neither the first step of a walking robot nor
    the start of vibrations is a shock. A repeated event, such as the clunk of a brake, is usual:
    after five shocks, another one must be half as strong again as their median. A single high value
    without any echo is a wrong reading.
    """

    KEPT = ("_peaks",)

    def __init__(self) -> None:
        self._peaks: list[float] = []
        self._begin()

    def _begin(self) -> None:
        self._stamp = self._began = float("nan")
        self._blocks: deque[Shock] = deque()
        self._candidate: Shock | None = None
        self._last = self._echo = 0.0  # the previous value; the strongest echo

    def observe(self, stamp: float, acceleration: float, least: float) -> Shock | None:
        """Return a finished, isolated shock: seconds, and m/s² without gravity."""
        if not 0.0 < stamp - self._stamp <= _LONGEST_STEP:
            self._begin()
            self._began = stamp
        self._stamp = stamp
        self._add(stamp, acceleration)
        candidate, last = self._candidate, self._last
        self._last = acceleration
        if candidate is None or acceleration > candidate.peak:
            if acceleration >= least and stamp - self._began >= _BEFORE:
                self._candidate, self._echo = Shock(stamp, acceleration), last
            return None
        if stamp - candidate.stamp <= _RINGS:
            self._echo = max(self._echo, acceleration)
        if stamp - candidate.stamp < _AFTER:
            return None
        self._candidate = None
        has_echo = self._echo >= _ECHO * candidate.peak
        is_told = has_echo and self._stood_alone(candidate) and self._is_unusual(candidate)
        return candidate if is_told else None

    def _add(self, stamp: float, acceleration: float) -> None:
        blocks = self._blocks
        if not blocks or stamp - blocks[-1].stamp >= _BLOCK:
            blocks.append(Shock(stamp, acceleration))
        elif acceleration > blocks[-1].peak:
            blocks[-1] = Shock(blocks[-1].stamp, acceleration)
        while stamp - blocks[0].stamp > _BEFORE + _AFTER:
            blocks.popleft()

    def _stood_alone(self, shock: Shock) -> bool:
        if shock.peak > _MOST:
            return False
        others = [
            block.peak
            for block in self._blocks
            if block.stamp < shock.stamp - _BLOCK - _RINGS or block.stamp > shock.stamp + _RINGS
        ]
        return shock.peak >= _TIMES * max(others, default=0.0)

    def _is_unusual(self, shock: Shock) -> bool:
        before = self._peaks
        self._peaks = [*before, shock.peak][-_KEPT:]
        return len(before) < _FEW or shock.peak >= _USUAL * float(np.median(before))


class ImpactDetector(Detector):
    """Reports impacts on a robot that stands, or on a vehicle that flies.

    An impact is a short shock in any direction, three times as strong as anything in the seconds
    before and after it. A robot that drives has bumps instead (``bump``). If no topic shows whether
    the robot moves, a shock must be stronger.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "stand": DetectorOption(8.0, "least impact while the robot stands, m/s² without gravity"),
        "flight": DetectorOption(25.0, "least impact while it flies, m/s²"),
        "unknown": DetectorOption(20.0, "least impact if its motion is unknown, m/s²"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/Imu"
    FIELDS: ClassVar[frozenset[str]] = frozenset({"linear_acceleration", "angular_velocity"})

    def _set_up(self) -> None:
        self._history = self._context.learn(f"{self._context.topic} impacts", ShockHistory())
        self._drove_at = self._asked = -math.inf
        self._state = "unknown"

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in an Imu message from which the vertical was already computed."""
        motion = self._context.shared.surroundings.motion
        vertical = motion.verticals.get(self._context.topic)
        if vertical is None or math.isnan(vertical.shock):
            return ()
        if stamp >= self._asked + POSITION_GAP:  # motion is updated no faster
            self._asked = stamp
            self._state = "stand" if motion.tells_speed(stamp) else "unknown"
            if motion.flight.is_flying:
                self._state = "flight"
            elif motion.speed(stamp) >= _MOVING:
                self._drove_at = stamp
        state = self._state
        shock = self._history.observe(stamp, vertical.shock, self._options[state])
        if shock is None or (state == "stand" and self._drove_at >= shock.stamp - 1.0):
            return ()
        fault = self._fault(
            Key("impact", "robot", f"impact {state}"),
            _WORDS[state],
            score=0.75,
            magnitude=shock.peak,
            kind="impact",
            readings={"shock": shock.peak},
            debounce=_DEBOUNCE,
            at=shock.stamp,
        )
        return (fault,)
