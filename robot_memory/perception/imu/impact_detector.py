"""Inertial units: something hits a robot that stands or flies, or it hits something.

Specification: rules.md §10.13.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.imu.shock_history import Shock, ShockHistory
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.motion import Motion
from robot_memory.perception.surroundings.position_fix import POSITION_GAP

_MOVING = 0.05  # m/s; slower is standing
_DEBOUNCE = Debounce(onset=0.0, end=10.0, quiet=10.0, momentary=True)  # s
_WORDS = {"stand": "Impact while standing", "flight": "Impact in flight or at a landing",
          "unknown": "Impact"}  # fmt: skip


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
    #: What the direction of gravity is taken from.
    FIELDS: ClassVar[frozenset[str]] = frozenset({"linear_acceleration", "angular_velocity"})

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._history = context.learn(f"{context.topic} impacts", ShockHistory())
        self._drove_at = self._asked = -math.inf
        self._state = "unknown"

    def process(self, stamp: float, content: Any) -> Iterable[Detection]:
        """Take in an Imu message, which the vertical has been taken from already."""
        motion = self._context.shared.surroundings.motion
        vertical = motion.verticals.get(self._context.topic)
        if vertical is None or math.isnan(vertical.shock):
            return ()
        if stamp >= self._asked + POSITION_GAP:  # motion is read no faster
            self._look(motion, stamp)
        state = self._state
        shock = self._history.observe(stamp, vertical.shock, self._options[state])
        if shock is not None and (state != "stand" or self._drove_at < shock.stamp - 1.0):
            return (self._detection(shock, state),)
        return ()

    def _look(self, motion: Motion, stamp: float) -> None:
        """Note how the vehicle moves now, and when it last drove."""
        self._asked, self._state = stamp, _state_of(motion, stamp)
        if self._state == "stand" and motion.speed(stamp) >= _MOVING:
            self._drove_at = stamp

    def _detection(self, shock: Shock, state: str) -> Detection:
        return Detection(
            key=Key("impact", "robot", f"impact {state}"),
            present=True,
            text=_WORDS[state],
            confidence=self._context.settings.first_confidence(score=0.75),
            magnitude=shock.peak,
            kind="impact",
            readings={"shock": shock.peak},
            debounce=_DEBOUNCE,
            at=shock.stamp,
        )


def _state_of(motion: Motion, stamp: float) -> str:
    """Return a word of :data:`_WORDS`: "stand" also of a robot that drives."""
    if motion.flight.is_flying:
        return "flight"
    return "stand" if motion.tells_speed(stamp) else "unknown"
