"""Odometry: the robot is told to move and does not (nav_msgs/Odometry and commands).

See docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.baselines import PersistentState
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.motion import Velocity
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP

_SURE = 10.0  # times the longest normal stand score 0.9
_INTERVALS = 5.0  # usual intervals that a stand may last, and that count to every stand
_LEAST = 0.5  # s that count to every stand, at least
_GROWS = 0.1  # of those, by which a longer stand than ever makes the longest longer
_LONGEST_STEP = 5.0  # s; a longer pause counts as this: nothing was measured in it
_SPEED, _TURN = 0.1, 0.1  # m/s and rad/s; slower commands are parking
_MADE = 0.1  # of what is commanded: less is none
_OVER = 0.5  # score below which what was told is over


class Standstill(PersistentState):
    """Compares how long something has stood with the longest stand so far.

    For ``learn`` seconds every stand is normal; what stands normally for longer than ``patience``
    seconds is not judged.
    """

    KEPT = ("_longest", "_interval", "known_for")

    def __init__(self, learn: float, patience: float) -> None:
        self._learn, self._patience = learn, patience
        self._longest = self._interval = self.known_for = self.seconds = 0.0

    def stand(self, step: float) -> None:
        """Let time pass in which it stands."""
        self.known_for += step
        self.seconds += step

    def move(self, step: float) -> None:
        """Let time pass at the end of which it moves: a stand, if any, is over."""
        self.known_for += step
        self._interval += (step - self._interval) * 0.01
        if self.seconds > self._longest:
            is_judged = self.known_for >= self._learn
            # A fault that comes and goes must not become normal by its first times.
            limit = self._longest + _GROWS * self._least if is_judged else self.seconds
            self._longest = min(self.seconds, limit)
        self.seconds = 0.0

    @property
    def _least(self) -> float:
        return max(_LEAST, _INTERVALS * self._interval)

    @property
    def score(self) -> float:
        """How unusual the stand is: 0.5 at three times the longest normal one, 0.9 at ten times.

        0 while it is learned, and of what often stands for long.
        """
        allowed = max(self._patience, _INTERVALS * self._interval)
        if self.known_for < self._learn or self._longest > allowed:
            return 0.0
        times = self.seconds / (self._longest + self._least)
        return -math.expm1(-math.log(10.0) * times / _SURE)


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

    def _set_up(self) -> None:
        self._delay = self._context.learn(
            f"{self._context.topic} commanded motion",
            Standstill(self._options["learn"], self._options["patience"]),
        )
        self._stamp = math.nan
        self._has_moved = self._is_told = False

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Odometry message."""
        self.due = stamp + POSITION_GAP
        motion, topic = self._context.shared.surroundings.motion, self._context.topic
        gone, self._stamp = stamp - self._stamp, stamp
        own = motion.movers.get(topic)
        if own is None or own.velocity is None or motion.flight.is_flying:
            return
        if not motion.is_odometer(topic):
            return
        step = min(gone, _LONGEST_STEP) if gone > 0.0 else 0.0
        command = None if motion.holds.are_on(stamp) else motion.commanded.at(stamp)
        score = self._score(step, command, own.velocity)
        limit = _OVER if self._is_told else self._options["score"]
        was_told, self._is_told = self._is_told, score >= limit
        if self._is_told or was_told:
            yield self._detection(command, score)

    def _score(self, step: float, command: Velocity | None, own: Velocity) -> float:
        if command is None or not (command.speed >= _SPEED or abs(command.turn) >= _TURN):
            self._delay.seconds = 0.0  # a stand that nobody commands tells nothing
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
        return self._fault(
            Key("motion", "base", "not made"),
            "The base ignores commands to move",
            present=self._is_told,
            score=score,
            magnitude=score,
            kind="not_made",
            readings=readings,
            debounce=Debounce(onset=0.0, end=2.0, quiet=60.0),
        )


def _is_made(command: Velocity, own: Velocity) -> bool:
    goes = command.speed >= _SPEED and own.speed >= _MADE * command.speed
    turns = abs(command.turn) >= _TURN and abs(own.turn) >= _MADE * abs(command.turn)
    return goes or turns
