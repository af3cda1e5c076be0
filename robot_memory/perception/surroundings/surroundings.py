"""Position and motion of the robot, shared by its detectors (rules.md §5.12)."""

from __future__ import annotations

import math
import re
from collections import OrderedDict, deque
from typing import Any

from robot_memory.ledger.position import DISTANCE, Position, passes_variable
from robot_memory.perception.surroundings.localisation import Localisation
from robot_memory.perception.surroundings.motion import Motion
from robot_memory.perception.surroundings.position_fix import LOCALISER, TYPES, read_fix

_STEP = 0.2  # m; shorter ones are noise
_AWAY = 4.0  # m to go before one has been away from a cell, and …
_SIGMAS = 4.0  # … so many standard deviations
_MOST_CELLS = 20_000  # cells, those that were passed last
_SET = re.compile(r"(^|/)(initialpose|set_pose)$")  # topics of Nav2 and of robot_localization
_KEPT, _SPACING = 100, 0.2  # positions, and s between them


class TravelledPath:
    """The robot's way in one frame, in cells of a coarse grid. Its memory is bounded.

    Attributes:
        metres: how far it went, since the frame was first heard.
    """

    def __init__(self) -> None:
        self.metres = 0.0
        self._last: Position | None = None
        self._cells: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._passes: dict[tuple[str, str], float] = {}
        self._untaken = 0.0

    def go(self, position: Position) -> None:
        """Take in where the robot is."""
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
        """Note that the next position does not follow from the last one."""
        self._last = None

    def _begin(self, position: Position) -> None:
        if self._last is not None:  # another frame: what was counted belongs to the old one
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
        """Return how often the robot has been near a position, this time included."""
        near = (self._cells.get(cell, (0, 0.0))[0] for cell in position.cells_around)
        return max(1, *near)

    def take_passes(self) -> dict[tuple[str, str], float]:
        """Return the passes by (variable, cell) since the last call, for the ledger's exposure."""
        passes, self._passes = self._passes, {}
        return passes

    def take_distance(self) -> dict[tuple[str, str], float]:
        """Return the metres gone since the last call, likewise; empty if it did not move."""
        passes, self._untaken = self._untaken, 0.0
        return {DISTANCE: round(passes, 3)} if passes else {}


class Surroundings:
    """Follows the robot: its motion, its path, and when its pose was set last (s, as stamps)."""

    def __init__(self) -> None:
        self.motion = Motion()
        self.path = TravelledPath()
        self.pose_set = -math.inf
        self._localisation = Localisation()
        self._epoch = 0
        self._trail: deque[tuple[float, Position]] = deque(maxlen=_KEPT)

    def process(self, stamp: float, topic: str, message_type: str, content: Any) -> None:
        """Take in where the robot is, or how it moves; ``stamp``: receipt time, seconds."""
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
        if self._localisation.is_best(topic):
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
        """Return where the robot is, or was a few seconds ago; None where that is not sure."""
        trail = self._trail
        if trail and trail[0][0] <= stamp < trail[-1][0]:
            return next(at for time, at in trail if time > stamp)
        return self._localisation.at(stamp, self.motion.speed(stamp))

    @property
    def epoch(self) -> int:
        """How often what tells the position has begun anew."""
        return self._localisation.epoch
