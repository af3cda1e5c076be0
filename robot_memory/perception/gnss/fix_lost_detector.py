"""Satellite positions: the fix is lost while the receiver had one (sensor_msgs/NavSatFix).

A position that the receiver itself takes to be off by tens of metres is as good as none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from robot_memory.ledger import Key
from robot_memory.ledger.position import Position
from robot_memory.perception.detector import Detector, DetectorContext, DetectorOption
from robot_memory.perception.occurrences.detection import Debounce, Detection
from robot_memory.perception.surroundings.position_fix import satellite_sigma

_TIMES = 3  # losses, each at another place, that are the receiver's fault
_SOON = 3600.0  # s in which it must be lost so often
_APART, _SIGMAS = 5.0, 4.0  # m, and standard deviations, between two that are no one place


class FixLostDetector(Detector):
    """Reports where the robot lost its satellite fix.

    If the fix is lost at three places within an hour, the cause is no place: the receiver is
    reported.

    A receiver that never had a fix is not judged.
    """

    OPTIONS: ClassVar[Mapping[str, DetectorOption]] = {
        "lost": DetectorOption(1.0, "s without a fix"),
        "had": DetectorOption(10.0, "s with a fix before that"),
        "sigma": DetectorOption(20.0, "m of standard deviation from which a fix counts as none"),
    }
    TYPE: ClassVar[str] = "sensor_msgs/msg/NavSatFix"
    #: Whether there is a fix, and how good.
    FIELDS: ClassVar[frozenset[str]] = frozenset(
        {"status.status", "position_covariance", "position_covariance_type"}
    )

    def __init__(self, context: DetectorContext, options: Mapping[str, float]) -> None:
        super().__init__(context, options)
        self._fix_since: float | None = None
        self._lost_since: float | None = None
        self._had = False
        self._losses: list[tuple[float, Position | None]] = []

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a NavSatFix."""
        if satellite_sigma(content) < self._options["sigma"]:
            self._lost_since = None
            if self._fix_since is None:
                self._fix_since = stamp
            self._had |= stamp - self._fix_since >= self._options["had"]
            return
        self._fix_since = None
        if self._lost_since is None:
            self._lost_since = stamp
        if self._had and stamp - self._lost_since >= self._options["lost"]:
            self._had = False
            yield from self._tell_receiver(stamp)
            key, since = Key("fix_lost", "gps", "no fix"), self._lost_since
            yield self._event(key, "GPS fix lost", kind="signal", at=since, score=1.0)

    def _tell_receiver(self, stamp: float) -> Iterator[Detection]:
        """Tell of the receiver if the fix was lost here and there."""
        here = self._context.shared.surroundings.position(self._lost_since or stamp)
        self._losses = [
            (when, where)
            for when, where in self._losses
            if stamp - when <= _SOON and _are_apart(where, here)
        ]
        self._losses.append((stamp, here))
        if len(self._losses) >= _TIMES:
            topic = self._context.topic
            yield self._fault(
                Key("fix_lost", topic, "anywhere"),
                f"{topic} loses its fix again and again, wherever the robot is",
                kind="signal",
                debounce=Debounce(onset=0.0, end=_SOON, quiet=_SOON),
            )


def _are_apart(one: Position | None, other: Position | None) -> bool:
    """Tell whether two losses were surely at two places."""
    if one is None or other is None or one.frame != other.frame:
        return False
    return one.distance(other) > _APART + _SIGMAS * max(one.sigma, other.sigma)
