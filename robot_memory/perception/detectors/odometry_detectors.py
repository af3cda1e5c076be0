"""Odometry: the robot ignores commands to move, or its wheels slip.

Slip is found by two comparisons, if there is a reference: rotation with gyroscopes, and distance
with a position that does not come from odometry.

See docs/explanation/perception.md, "Commands and their effect".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.baselines import PersistentState, RobustBaseline
from robot_memory.perception.detector import Detector, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.motion import Mover, Velocity
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP

_SURE = 10.0  # times the longest normal standstill, which score 0.9
_INTERVALS = 5.0  # usual intervals that a standstill may last, and that are added to each
_LEAST = 0.5  # s added to every standstill, at least
_GROWS = 0.1  # of that addition: the most that a longer standstill adds to the longest
_LONGEST_STEP = 5.0  # s; a longer pause counts as this, as nothing was measured in it
_SPEED, _TURN = 0.1, 0.1  # m/s and rad/s; slower commands are parking
_MADE = 0.1  # of the command: a smaller motion is none
_OVER = 0.5  # score below which a reported fault is over


class Standstill(PersistentState):
    """Compares the duration of a standstill with the longest one so far.

    For ``learn`` seconds every standstill is normal. If normal ones last longer than ``patience``
    seconds, none is judged.
    """

    KEPT = ("_longest", "_interval", "known_for")

    def __init__(self, learn: float, patience: float) -> None:
        self._learn, self._patience = learn, patience
        self._longest = self._interval = self.known_for = self.seconds = 0.0

    def stand(self, step: float) -> None:
        """Let time pass during a standstill."""
        self.known_for += step
        self.seconds += step

    def move(self, step: float) -> None:
        """Let time pass with a motion at its end: a standstill, if any, is over."""
        self.known_for += step
        self._interval += (step - self._interval) * 0.01
        if self.seconds > self._longest:
            is_judged = self.known_for >= self._learn
            # A fault that comes and goes must not become normal through its first occurrences.
            limit = self._longest + _GROWS * self._least if is_judged else self.seconds
            self._longest = min(self.seconds, limit)
        self.seconds = 0.0

    @property
    def _least(self) -> float:
        return max(_LEAST, _INTERVALS * self._interval)

    @property
    def score(self) -> float:
        """How unusual the standstill is: 0.5 at 3 times the longest normal one, 0.9 at 10 times.

        0 during learning, and if normal standstills are long.
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
    #: No fields: other detectors have already read the message.
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
            self._delay.seconds = 0.0  # a standstill without a command means nothing
        elif _is_made(command, own):
            self._has_moved = True
            self._delay.move(step)
        else:
            self._delay.stand(step)
            # After the start the drives may not be switched on yet.
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


_PAIRS = 40  # pairs before one is judged
_SPREADS = 6.0  # standard deviations of the usual difference that are no disagreement
_REMEMBERED = 0.99  # factor by which the learned scale decays with each pair
_WINDOW = 0.5  # s between two judgements
_SPAN = 2.0  # s over which distances are compared
_LATEST = 1.0  # s, the largest age of a position
_LEAST_WAY = 0.2  # m in a span; less counts as standing
_IN_A_ROW = 2  # judgements that must agree
_LEARNED = 20  # positions before their usual sigma is known
_DOUBT = 1.5  # times the usual sigma, from which a position is no reference
#: Odometry from cameras, lidars and the like has no wheels that could slip.
_EYES = re.compile(
    r"visual|vio|(^|[/_])vo([/_]|$)|camera|lidar|laser|icp|slam|loam|rtabmap|zed|orb|t265"
    r"|realsense|mocap|vicon|truth",
    re.IGNORECASE,
)


class MotionDisagreement:
    """Learns how a claimed and a measured motion are related: their ratio, and their differences.

    Odometry of a skid-steered robot is wrong by a factor in turns; that is usual for it. Motion
    below ``least``, in its own unit, is never a disagreement.
    """

    def __init__(self, least: float) -> None:
        self._least = least
        self._both = self._claimed = 0.0
        self._usual = RobustBaseline(_PAIRS)

    def judge(self, claimed: float, measured: float) -> tuple[float, float] | None:
        """Return the expected motion and the difference, if that is larger than usual."""
        if max(abs(claimed), abs(measured)) < self._least:
            return None
        expected = self._both / self._claimed * claimed if self._claimed else claimed
        off, usual = measured - expected, self._usual
        limit = max(self._least, abs(usual.middle) + _SPREADS * usual.spread)
        is_off = usual.is_known and abs(off) > limit
        if not is_off:
            self._both = _REMEMBERED * self._both + claimed * measured
            self._claimed = _REMEMBERED * self._claimed + claimed * claimed
        usual.observe(off)
        return (expected, off) if is_off else None


class SlipDetector(Detector):
    """Reports where wheels slip.

    Wheel odometry is compared with gyroscopes for rotation, and with a map or satellites for
    distance. Odometry that is always off by the same factor is normal. A robot that flies is
    not judged.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "turn": DetectorOption(0.2, "rad/s that odometry and gyroscopes differ at least"),
        "distance": DetectorOption(0.3, "m that odometry and position differ at least, in 2 s"),
        "share": DetectorOption(0.7, "share of the motion in odometry; less is slip", high=1.0),
    }
    TYPE: ClassVar[str] = ODOMETRY
    #: No fields: other detectors have already read the message.
    FIELDS: ClassVar[frozenset[str]] = frozenset()

    def _set_up(self) -> None:
        self._has_eyes = _EYES.search(self._context.topic) is not None
        self._turns = MotionDisagreement(self._options["turn"])
        self._distances: dict[str, MotionDisagreement] = {}
        self._sigmas: dict[str, RobustBaseline] = {}
        self._in_doubt = -math.inf
        self._began = -math.inf
        self._claimed: list[float] = []
        self._measured: list[float] = []
        self._in_a_row = {"turn": 0, "distance": 0}

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Odometry message."""
        self.due = stamp + POSITION_GAP
        motion = self._context.shared.surroundings.motion
        own = motion.movers.get(self._context.topic)
        if own is None or own.velocity is None or own.rank < 4 or motion.flight.is_flying:
            return
        if self._has_eyes:
            return
        turn = motion.gyroscope(stamp)
        if turn is not None:
            self._claimed.append(own.velocity.turn)
            self._measured.append(turn)
        if stamp - self._began < _WINDOW:
            return
        self._began = stamp
        for symptom, found in (("turn", self._turn()), ("distance", self._distance(stamp, own))):
            self._in_a_row[symptom] = self._in_a_row[symptom] + 1 if found else 0
            if found and self._in_a_row[symptom] == _IN_A_ROW:
                key, at = Key("slip", "wheels", "slip"), stamp - _IN_A_ROW * _WINDOW
                yield self._event(key, "Wheel slip", kind="slip", readings=found, at=at)

    def _turn(self) -> dict[str, float]:
        if not self._claimed:
            return {}
        claimed = sum(self._claimed) / len(self._claimed)
        measured = sum(self._measured) / len(self._measured)
        self._claimed, self._measured = [], []
        judgement = self._turns.judge(claimed, measured)
        if judgement is None:
            return {}
        expected, off = judgement
        larger = max(abs(expected), abs(measured))
        is_slip = abs(off) >= (1.0 - self._options["share"]) * larger
        return {"turn_claimed": expected, "turn": measured} if is_slip else {}

    def _distance(self, stamp: float, own: Mover) -> dict[str, float]:
        topic, reference = self._context.shared.surroundings.motion.reference(
            self._context.topic, stamp
        )
        if reference is None or stamp - reference.stamp > _LATEST:
            return {}
        claimed = _gone(own, reference.stamp)
        measured = _gone(reference, reference.stamp)
        if claimed is None or measured is None or max(claimed, measured) < _LEAST_WAY:
            return {}
        if not _gone(reference, reference.stamp, _WINDOW):
            return {}  # not even by a millimetre: the position is frozen
        if self._is_in_doubt(stamp, topic, reference):
            return {}
        least = self._options["distance"]
        disagreement = self._distances.setdefault(topic, MotionDisagreement(least))
        judgement = disagreement.judge(claimed, measured)
        if judgement is None:
            return {}
        expected, off = judgement
        is_slip = off <= 0.0 and measured <= self._options["share"] * expected
        return {"distance_claimed": expected, "distance": measured} if is_slip else {}

    def _is_in_doubt(self, stamp: float, topic: str, reference: Mover) -> bool:
        """Tell whether positions are less certain than usual, or were so within the span."""
        usual = self._sigmas.setdefault(topic, RobustBaseline(_LEARNED))
        if usual.is_known and reference.sigma > _DOUBT * usual.middle:
            self._in_doubt = stamp
        usual.observe(reference.sigma)
        return stamp - self._in_doubt < _SPAN + _LATEST


def _gone(mover: Mover, stamp: float, span: float = _SPAN) -> float | None:
    """Return the distance moved in the span up to a moment; None if it is not known."""
    here, there = mover.trail.at(stamp), mover.trail.at(stamp - span)
    return math.dist(here, there) if here is not None and there is not None else None
