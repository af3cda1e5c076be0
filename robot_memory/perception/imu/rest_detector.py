"""``sensor_msgs/Imu``: what an inertial unit measures while nothing moves it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.perception.baselines import is_of
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.findings.signal_name import SignalName
from robot_memory.perception.generic.monitored_signal import FindingReporter
from robot_memory.perception.imu.rest_bias import RestBias
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.signals.reading_interval import shortest_gap

_QUANTITIES = ("angular_velocity.x", "angular_velocity.y", "angular_velocity.z",
               "linear_acceleration")  # fmt: skip


class RestDetector(Detector):
    """Reports an IMU whose zero has moved.

    At rest it measures a rotation, or an acceleration other than gravity. A tilted robot is no
    fault. A robot that never rests is not judged.
    """

    TYPE: ClassVar[str] = "sensor_msgs/msg/Imu"
    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "every": DetectorOption(0.1, "s between two readings, at least"),
        "score": DetectorOption(0.9, "score from which it is unusual", low=0.5, high=1.0),
        "learn": DetectorOption(60.0, "s of rest in which any zero is normal"),
    }
    #: How it turns, and what accelerates it.
    FIELDS: ClassVar[frozenset[str]] = frozenset({"angular_velocity", "linear_acceleration"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._gap = shortest_gap(self._options["every"])
        score = self._options["score"]
        self._reporters = [
            FindingReporter(context, SignalName(context.topic, quantity), "level_shift", score)
            for quantity in _QUANTITIES
        ]
        self._watch()

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Imu message; what is unusual is told to the findings."""
        if stamp < self.due:
            return iter(())
        self.due = stamp + self._gap
        turn = getattr(content, "angular_velocity", None)
        push = getattr(content, "linear_acceleration", None)
        if turn is None or push is None:
            return iter(())
        rest = self._rest
        if self._context.shared.redundant_signals.is_moving(stamp):
            rest.move()
        else:
            rest.observe(stamp, (turn.x, turn.y, turn.z), math.hypot(push.x, push.y, push.z))
        found = zip(self._reporters, rest.values(), rest.scores(), strict=True)
        for reporter, value, score in found:
            reporter.judge(stamp, value, score)
        return iter(())

    def renew(self, component: str) -> None:
        """Learn anew what a unit that was replaced measures."""
        if is_of(component, self._context.topic):
            self._watch()

    def _watch(self) -> None:
        rest = RestBias(learn=self._options["learn"])
        self._rest = self._context.learn(f"{self._context.topic} at rest", rest)
