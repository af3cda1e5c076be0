"""Odometry: the robot is told to move and does not (nav_msgs/Odometry and commands).

See docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.scores import LONGEST_STEP
from robot_memory.perception.surroundings.commanded_velocity import Velocity
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP
from robot_memory.perception.wheels.standstill import Standstill

_SPEED, _TURN = 0.1, 0.1  # m/s and rad/s; slower commands are parking
_MADE = 0.1  # of what is commanded: less is none
_OVER = 0.5  # score below which what was told is over


class CommandedMotionDetector(Detector):
    """Reports that the robot gets a command to drive or to turn, and does not move.

    The reference is the longest time that this robot took so far until it moved. Three kinds of
    robots are not judged: one that often stands for longer than ``patience`` under a command, one
    that flies, and one that a flag keeps from moving (an emergency stop, a brake). If several
    topics carry commands, all recent ones must ask for motion: a collision monitor may stop the
    robot.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "learn": DetectorOption(60.0, "s of commanded motion in which every delay is normal"),
        "patience": DetectorOption(3.0, "s that a normal delay has at most"),
        "score": DetectorOption(0.9, "score from which it is reported", low=0.5, high=1.0),
    }
    TYPE: ClassVar[str] = ODOMETRY
    #: Nothing: what the message says was taken in already.
    FIELDS: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._delay = context.learn(
            f"{context.topic} commanded motion",
            Standstill(self._options["learn"], self._options["patience"]),
        )
        self._stamp = math.nan
        self._has_moved = self._is_told = False

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Odometry message."""
        self.due = stamp + POSITION_GAP
        motion = self._context.shared.surroundings.motion
        gone, self._stamp = stamp - self._stamp, stamp
        own = motion.movers.get(self._context.topic)
        if own is None or own.velocity is None or motion.flight.is_flying:
            return
        if not motion.is_odometer(self._context.topic):
            return
        step = min(gone, LONGEST_STEP) if gone > 0.0 else 0.0
        command = None if motion.holds.are_on(stamp) else motion.commanded.at(stamp)
        score = self._score(step, command, own.velocity)
        limit = _OVER if self._is_told else self._options["score"]
        was_told, self._is_told = self._is_told, score >= limit
        if self._is_told or was_told:
            yield self._detection(command, score)

    def _score(self, step: float, command: Velocity | None, own: Velocity) -> float:
        if command is None or not _is_to_move(command):
            self._delay.rest()
        elif _is_made(command, own):
            self._has_moved = True
            self._delay.move(step)
        else:
            self._delay.stand(step)
            # Since the start nothing may have been switched on yet.
            return self._delay.score if self._has_moved else 0.0
        return 0.0

    def _detection(self, command: Velocity | None, score: float) -> Detection:
        readings = (
            {"speed_commanded": command.speed, "turn_commanded": command.turn} if command else {}
        )
        return Detection(
            Key("motion", "base", "not made"),
            present=self._is_told,
            text="The base ignores commands to move",
            confidence=self._context.settings.first_confidence(score=score),
            magnitude=score,
            kind="not_made",
            readings=readings,
            debounce=Debounce(onset=0.0, end=2.0, quiet=60.0),
        )


def _is_to_move(command: Velocity) -> bool:
    return command.speed >= _SPEED or abs(command.turn) >= _TURN


def _is_made(command: Velocity, own: Velocity) -> bool:
    """Tell whether any of the commanded motion is there; a velocity below 0 is as good."""
    goes = command.speed >= _SPEED and own.speed >= _MADE * command.speed
    turns = abs(command.turn) >= _TURN and abs(own.turn) >= _MADE * abs(command.turn)
    return goes or turns
