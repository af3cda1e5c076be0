"""Where the robot is, and whether that is sure enough to tie anything to it.

Several topics may tell it. The best that this robot has counts, and where that one is not sure,
nothing does: a robot that is lost on its map must not note places in its odometry instead.

1. a localiser, which finds itself on a map (geometry_msgs/PoseWithCovarianceStamped);
2. satellites (sensor_msgs/NavSatFix);
3. a pose in a map frame that comes from fused odometry (nav_msgs/Odometry, PoseStamped): such a
   map often begins anew at each start, which satellites do not;
4. odometry: it drifts, and its frame begins anew at each start.

See docs/reference/detectors.md, "localisation"; docs/explanation/places.md, "Where the robot is".
"""

from __future__ import annotations

import math
from collections import OrderedDict

from robot_memory.ledger.position import Position
from robot_memory.perception.surroundings.position_consistency import PositionConsistency
from robot_memory.perception.surroundings.position_fix import PositionFix

_FORGOTTEN = 600.0  # s after which a source that is not sure any more counts no longer
_LONGEST_AGE = 30.0  # s for which a position is carried on by the robot's speed
_LARGEST_SIGMA = {1: 1.0, 2: 10.0, 3: 1.0, 4: 1.0}  # m, by rank
_MOST_SOURCES = 32  # topics


class _Source:
    """One topic that tells where the robot is."""

    def __init__(self) -> None:
        self.fix: PositionFix | None = None
        self.stamp = -math.inf
        self.sure_at = -math.inf
        self.steadiness = PositionConsistency()

    def observe(self, stamp: float, fix: PositionFix) -> None:
        is_good = fix.sigma <= _LARGEST_SIGMA[fix.rank]
        self.steadiness.observe(stamp, fix.position if is_good else None)
        if is_good and self.steadiness.is_steady:
            self.fix, self.stamp, self.sure_at = fix, stamp, stamp

    def at(self, stamp: float, speed: float) -> Position | None:
        """Return where it says that the robot is, the less sure the longer ago it said so."""
        age = stamp - self.stamp
        if self.fix is None or age > _LONGEST_AGE:
            return None
        at = self.fix.position
        sigma = self.fix.sigma + max(0.0, age) * speed
        is_sure = sigma <= _LARGEST_SIGMA[self.fix.rank]
        return Position(at.frame, at.x, at.y, sigma) if is_sure else None


class Localisation:
    """The robot's position, from whatever topics tell it.

    Attributes:
        epoch: how often odometry has begun anew; its places before and after are others.
    """

    def __init__(self) -> None:
        self._sources: OrderedDict[str, _Source] = OrderedDict()
        self._best = ""

    @property
    def epoch(self) -> int:
        """How often the topic that counts has jumped: odometry has begun anew then."""
        source = self._sources.get(self._best)
        return source.steadiness.jumps if source else 0

    def observe(self, stamp: float, topic: str, fix: PositionFix) -> None:
        """Take in what a topic tells.

        Args:
            stamp: receipt time, seconds.
            topic: which one.
            fix: what it says.
        """
        source = self._sources.get(topic)
        if source is None:
            if len(self._sources) >= _MOST_SOURCES:
                return
            source = self._sources[topic] = _Source()
        source.observe(stamp, fix)
        if self._rank(topic, stamp) < self._rank(self._best, stamp):
            self._best = topic

    def _rank(self, topic: str, stamp: float) -> float:
        source = self._sources.get(topic)
        if source is None or source.fix is None or stamp - source.sure_at > _FORGOTTEN:
            return math.inf
        return source.fix.rank

    def is_best(self, topic: str) -> bool:
        """Tell whether this is the topic that counts."""
        return topic == self._best

    def at(self, stamp: float, speed: float = 0.0) -> Position | None:
        """Return where the robot is; None where that is not sure.

        Args:
            stamp: now, seconds.
            speed: how fast it moves, m/s: a position that is not new is as much less sure.
        """
        source = self._sources.get(self._best)
        return source.at(stamp, speed) if source else None
