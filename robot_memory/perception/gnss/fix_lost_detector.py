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
        self._before: list[tuple[float, Position | None]] = []  # a restart, by how long ago
        self._now = 0.0
        context.learn(f"{context.topic} losses", self)

    def process(self, stamp: float, content: Any) -> Iterator[Detection]:
        """Take in a NavSatFix."""
        self._now = stamp
        self._losses = [(stamp - ago, where) for ago, where in self._before] + self._losses
        self._before = []
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
            yield self._event(
                Key("fix_lost", "gps", "no fix"),
                "GPS fix lost",
                kind="signal",
                at=self._lost_since,
                score=1.0,
            )

    def state(self) -> dict[str, Any]:
        """Return where the fix went lately, by how long ago."""
        losses = [(self._now - when, where) for when, where in self._losses]
        return {
            "losses": [
                [ago, where.frame, where.x, where.y, where.sigma]
                for ago, where in [*self._before, *losses]
                if where is not None and where.is_lasting
            ]
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        """Continue with what was known before a restart; the time in between does not count.

        Raises:
            ValueError: it is of another kind.
        """
        try:
            self._before = [
                (float(ago), Position(str(frame), float(x), float(y), float(sigma)))
                for ago, frame, x, y, sigma in state["losses"]
            ]
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"FixLost: the state is not one: {error!r}") from None

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
            yield Detection(
                key=Key("fix_lost", topic, "anywhere"),
                present=True,
                text=f"{topic} loses its fix again and again, wherever the robot is",
                confidence=self._context.settings.first_confidence(score=1.0),
                magnitude=1.0,
                kind="signal",
                debounce=Debounce(onset=0.0, end=_SOON, quiet=_SOON),
            )


def _are_apart(one: Position | None, other: Position | None) -> bool:
    """Tell whether two losses were surely at two places."""
    if one is None or other is None or one.frame != other.frame:
        return False
    return one.distance(other) > _APART + _SIGMAS * max(one.sigma, other.sigma)
