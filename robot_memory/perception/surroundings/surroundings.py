"""Position and motion of the robot, shared by its detectors (rules.md §5.12).

See docs/reference/detectors.md, "localisation"; docs/explanation/places.md, "Where the robot is".
"""

from __future__ import annotations

import math
import re
from collections import OrderedDict, deque
from typing import Any

from robot_memory.ledger.position import DISTANCE, Position, passes_variable
from robot_memory.perception.surroundings.motion import Motion
from robot_memory.perception.surroundings.position_fix import (
    LOCALISER,
    TYPES,
    PositionFix,
    read_fix,
)

_ACCELERATION = 10.0  # m/s², more than robots on wheels, legs or rotors sustain
_SLACK = 0.5  # m, beyond the positions' own uncertainty
_SIGMAS = 4.0  # standard deviations of the positions' own uncertainty
_LONGEST_GAP = 10.0  # s; after a longer gap no speed is known, and another position is a jump
_SETTLED = 3.0  # s of consistent positions, and …
_SEVERAL = 3  # … number of these, that make a source steady
_SMOOTHING = 0.3  # weight of the newest velocity in the mean
_FORGOTTEN = 600.0  # s after which a source without a good position no longer counts
_LONGEST_AGE = 30.0  # s for which a position is kept; its sigma grows with the robot's speed
_LARGEST_SIGMA = {1: 1.0, 2: 10.0, 3: 1.0, 4: 1.0}  # m, by rank
_MOST_SOURCES = 32  # topics
_STEP = 0.2  # m; shorter steps are noise
_AWAY = 4.0  # m, and _SIGMAS, that the robot must move to have left a cell
_MOST_CELLS = 20_000  # cells, the last ones passed
_SET = re.compile(r"(^|/)(initialpose|set_pose)$")  # topics of Nav2 and of robot_localization
_KEPT, _SPACING = 100, 0.2  # positions, and s between them


class _PositionConsistency:
    """Follows one position source, and counts its jumps."""

    def __init__(self) -> None:
        self.jumps = 0
        self._last: tuple[float, Position] | None = None
        self._velocity = (0.0, 0.0)
        self._since = 0.0
        self._count = 0

    @property
    def is_steady(self) -> bool:
        if self._last is None or self._count < _SEVERAL:
            return False
        return self.jumps == 0 or self._last[0] - self._since >= _SETTLED

    def observe(self, stamp: float, position: Position | None) -> None:
        """Take in a position; None if it is not good enough."""
        if position is None:
            self._count = 0
            return
        before, self._last = self._last, (stamp, position)
        if before is None or before[1].frame != position.frame:
            self._begin(stamp)
            return
        step = stamp - before[0]
        if step <= 0.0:
            return
        dx, dy = position.offset(before[1])
        if self._is_jump(step, dx, dy, math.hypot(before[1].sigma, position.sigma)):
            self.jumps += 1
            self._begin(stamp)
            return
        self._count += 1
        share = _SMOOTHING if self._count > _SEVERAL else 1.0
        self._velocity = (
            self._velocity[0] + share * (dx / step - self._velocity[0]),
            self._velocity[1] + share * (dy / step - self._velocity[1]),
        )

    def _begin(self, stamp: float) -> None:
        self._since, self._count, self._velocity = stamp, 0, (0.0, 0.0)

    def _is_jump(self, step: float, dx: float, dy: float, sigma: float) -> bool:
        if step > _LONGEST_GAP:
            return math.hypot(dx, dy) > _SLACK + _SIGMAS * sigma
        off = math.hypot(dx - self._velocity[0] * step, dy - self._velocity[1] * step)
        if not self._count:  # its speed is not known yet
            return math.hypot(dx, dy) > _SLACK + _SIGMAS * sigma + 50.0 * step
        return off > _SLACK + _SIGMAS * sigma + _ACCELERATION * step * max(1.0, step)


class _Source:
    """One topic with positions of the robot."""

    def __init__(self) -> None:
        self.fix: PositionFix | None = None
        self.stamp = -math.inf
        self.steadiness = _PositionConsistency()
        self._jumps = 0  # the number of jumps before the fix

    def observe(self, stamp: float, fix: PositionFix) -> None:
        is_good = fix.sigma <= _LARGEST_SIGMA[fix.rank]
        self.steadiness.observe(stamp, fix.position if is_good else None)
        if is_good and self.steadiness.is_steady:
            self.fix, self.stamp, self._jumps = fix, stamp, self.steadiness.jumps

    def at(self, stamp: float, speed: float) -> Position | None:
        """Return its position of the robot, less certain with the age of the fix."""
        age = stamp - self.stamp
        has_jumped = self.steadiness.jumps != self._jumps
        if self.fix is None or age > _LONGEST_AGE or has_jumped:
            return None
        at = self.fix.position
        sigma = self.fix.sigma + max(0.0, age) * speed
        is_sure = sigma <= _LARGEST_SIGMA[self.fix.rank]
        return Position(at.frame, at.x, at.y, sigma) if is_sure else None


class _Localisation:
    """The robot's position, if it is certain enough to tie anything to it.

    Several topics may contain it. The best topic of this robot counts, and if that is uncertain,
    none does: a robot that is lost on its map must not note places in its odometry instead.

    1. a localiser, which finds its position on a map (geometry_msgs/PoseWithCovarianceStamped);
    2. satellites (sensor_msgs/NavSatFix);
    3. a pose in a map frame from fused odometry (nav_msgs/Odometry, PoseStamped): unlike for
       satellites, the origin of such a map is often new at each start;
    4. odometry: it drifts, and its origin is new at each start.
    """

    def __init__(self) -> None:
        self._sources: OrderedDict[str, _Source] = OrderedDict()
        self.best = ""  # the topic that counts

    @property
    def epoch(self) -> int:
        """How often the topic that counts has jumped, as odometry does when it restarts."""
        source = self._sources.get(self.best)
        return source.steadiness.jumps if source else 0

    def observe(self, stamp: float, topic: str, fix: PositionFix) -> None:
        source = self._sources.get(topic)
        if source is None:
            if len(self._sources) >= _MOST_SOURCES:
                return
            source = self._sources[topic] = _Source()
        source.observe(stamp, fix)
        if self._rank(topic, stamp) < self._rank(self.best, stamp):
            self.best = topic

    def _rank(self, topic: str, stamp: float) -> float:
        source = self._sources.get(topic)
        if source is None or source.fix is None or stamp - source.stamp > _FORGOTTEN:
            return math.inf
        return source.fix.rank

    def at(self, stamp: float, speed: float = 0.0) -> Position | None:
        """Return the robot's position; None if it is not certain.

        An old position is the less certain, the faster the robot moves (m/s).
        """
        source = self._sources.get(self.best)
        return source.at(stamp, speed) if source else None


class _TravelledPath:
    """The robot's path in one frame, in cells of a coarse grid. Its memory is bounded.

    Attributes:
        metres: the distance travelled since the frame was first received.
    """

    def __init__(self) -> None:
        self.metres = 0.0
        self._last: Position | None = None
        self._cells: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._passes: dict[tuple[str, str], float] = {}
        self._untaken = 0.0

    def go(self, position: Position) -> None:
        last = self._last
        if last is None or last.frame != position.frame:
            self._begin(position)
            return
        step = position.distance(last)
        if step < max(_STEP, position.sigma):
            return
        self.metres += step
        self._untaken += step
        self._last = position
        self._enter(position)

    def jumped(self) -> None:
        """Note that the next position is not continuous with the last one."""
        self._last = None

    def _begin(self, position: Position) -> None:
        if self._last is not None:  # another frame: the counts belong to the old one
            self.metres = 0.0
            self._cells.clear()
        self._last = position
        self._enter(position)

    def _enter(self, position: Position) -> None:
        cell = position.cell
        visits, left = self._cells.get(cell, (0, 0.0))
        if not visits or self.metres - left > _AWAY + _SIGMAS * position.sigma:
            visits += 1
            if position.is_lasting:
                name = (passes_variable(position.frame), cell)
                self._passes[name] = self._passes.get(name, 0.0) + 1.0
        self._cells[cell] = (visits, self.metres)
        self._cells.move_to_end(cell)
        if len(self._cells) > _MOST_CELLS:
            self._cells.popitem(last=False)

    def visits(self, position: Position) -> int:
        """Return how often the robot has been near a position, including now."""
        near = (self._cells.get(cell, (0, 0.0))[0] for cell in position.cells_around)
        return max(1, *near)

    def take_passes(self) -> dict[tuple[str, str], float]:
        """Return the passes by (variable, cell) since the last call, for the ledger's exposure."""
        passes, self._passes = self._passes, {}
        return passes

    def take_distance(self) -> dict[tuple[str, str], float]:
        """Return the metres travelled since the last call, likewise; empty if there are none."""
        passes, self._untaken = self._untaken, 0.0
        return {DISTANCE: round(passes, 3)} if passes else {}


class Surroundings:
    """Follows the robot's motion and path, and when its pose was last set (a stamp, s)."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.path = _TravelledPath()
        self.pose_set = -math.inf
        self._localisation = _Localisation()
        self._epoch = 0
        self._trail: deque[tuple[float, Position]] = deque(maxlen=_KEPT)

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Take in a position or motion of the robot; ``stamp``: receipt time, seconds."""
        self.motion.process(stamp, topic, message_type, content)
        if message_type not in TYPES:
            return
        if message_type == LOCALISER and _SET.search(topic):
            self.pose_set = stamp
        fix = read_fix(topic, message_type, content)
        if fix is None:
            return
        self._localisation.observe(stamp, topic, fix)
        self.motion.located(stamp, topic, fix)
        if topic == self._localisation.best:
            self._go(stamp)

    def _go(self, stamp: float) -> None:
        if self._localisation.epoch != self._epoch:
            self._epoch = self._localisation.epoch
            self.path.jumped()
            self._trail.clear()
        position = self._localisation.at(stamp)
        if position is not None:
            self.path.go(position)
            if not self._trail or stamp - self._trail[-1][0] >= _SPACING:
                self._trail.append((stamp, position))

    def position(self, stamp: float) -> Position | None:
        """Return the robot's position now or a few seconds ago; None if it is not certain."""
        trail = self._trail
        if trail and stamp < trail[0][0]:
            return None  # no longer known
        if trail and trail[0][0] <= stamp < trail[-1][0]:
            return next(at for time, at in trail if time > stamp)
        return self._localisation.at(stamp, self.motion.speed(stamp))

    @property
    def epoch(self) -> int:
        """How often the position's origin has changed."""
        return self._localisation.epoch
