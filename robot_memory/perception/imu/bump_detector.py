"""Inertial units: the robot is jolted upwards or downwards as it drives (sensor_msgs/Imu)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.robust_baseline import RobustBaseline

_WINDOW = 0.5  # s, of which the strongest jolt counts
_LEARNED = 60  # windows at a speed before one is judged
_SPEEDS, _STEP = 12, 0.25  # the fastest class of speed, counted from 0, and m/s of each slower one
_MOVING = 0.05  # m/s; slower is standing


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
    #: What it and :class:`Vertical` read.
    FIELDS: ClassVar[frozenset[str]] = frozenset({"linear_acceleration", "angular_velocity"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._usual: dict[int, RobustBaseline] = {}
        self._began = -math.inf
        self._peak = 0.0
        self._peak_at = 0.0

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Imu message, which the vertical has been taken from already."""
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
