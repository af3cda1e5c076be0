"""Odometry: the robot is clearly slower than it is told to be (nav_msgs/Odometry and commands)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.surroundings.position_fix import ODOMETRY, POSITION_GAP
from robot_memory.perception.surroundings.robust_baseline import RobustBaseline

_LEARNED = 15  # windows before one is judged
_STEADY = 1.3  # ratio of the largest command of a window to the smallest
_SLOWEST = 0.1  # m/s; slower commands are parking


class SlowZoneDetector(Detector):
    """Reports where the robot does not reach its commanded speed.

    The reference is the robot's own normal: if a robot is always slower than commanded, that is
    normal for it. Speed is compared only while the command is steady, and no emergency stop or
    brake is on.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "share": DetectorOption(
            0.5, "share of its usual speed for that command, below which it is slow", high=1.0
        ),
        "window": DetectorOption(2.0, "s over which the speed is averaged", low=0.5),
        "settle": DetectorOption(1.5, "s of a steady command before a window begins"),
    }
    TYPE: ClassVar[str] = ODOMETRY
    #: Nothing: what the message says was taken in already.
    FIELDS: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._usual = RobustBaseline(_LEARNED)
        self._commanded = (0.0, 0.0)  # least and greatest command of this stretch
        self._since: float | None = None
        self._begin(0.0)
        self._is_slow = False

    def _begin(self, stamp: float) -> None:
        self._from, self._count, self._reached = stamp, 0, 0.0

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in an Odometry message."""
        self.due = stamp + POSITION_GAP
        motion = self._context.shared.surroundings.motion
        if not motion.is_odometer(self._context.topic) or motion.flight.is_flying:
            return
        if not self._is_steady(stamp):
            return
        self._count += 1
        self._reached += motion.speed_by(self._context.topic)
        if stamp - self._from < self._options["window"]:
            return
        share = self._reached / self._count / self._commanded[1]
        started = self._from
        self._begin(stamp)
        was_slow, self._is_slow = self._is_slow, self._is_far_below(share)
        self._usual.observe(share)
        if self._is_slow and not was_slow:
            yield self._detection(share, started)

    def _is_steady(self, stamp: float) -> bool:
        """Tell whether this moment belongs to a window; begin a new stretch where it does not."""
        motion = self._context.shared.surroundings.motion
        command = None if motion.holds.are_on(stamp) else motion.commanded.at(stamp)
        speed = command.speed if command is not None else 0.0
        least, most = min(self._commanded[0], speed), max(self._commanded[1], speed)
        if speed < _SLOWEST or self._since is None or most > _STEADY * least:
            self._commanded = (speed, speed)
            self._since = stamp if speed >= _SLOWEST else None
            self._begin(stamp + self._options["settle"])
            return False
        self._commanded = (least, most)
        return stamp >= self._from

    def _is_far_below(self, share: float) -> bool:
        usual = self._usual
        if not usual.is_known:
            return False
        return share < min(self._options["share"] * usual.middle, usual.middle - 4.0 * usual.spread)

    def _detection(self, share: float, started: float) -> Detection:
        return self._event(
            Key("slow_zone", "base", "slow"),
            "Much slower than commanded",
            magnitude=1.0 - share,
            kind="slow",
            readings={
                "commanded": self._commanded[1],
                "share": share,
                "usual_share": self._usual.middle,
            },
            at=started,
            score=0.5,
        )
