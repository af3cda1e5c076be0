"""How far a quantity wanders while it is high, beside what noise adds to each of its values.

See docs/reference/detectors.md, "variance".
"""

from __future__ import annotations

import math
from collections import deque

from robot_memory.perception.persistent_state import PersistentState

_NEAR, _FAR = 5, 20  # values between which it moves
_BY_CHANCE = 1.0  # standard errors by which mean squares of noise may differ
_MEMORY = 2000.0  # values in which what was seen is forgotten to 63 %


class Wandering(PersistentState):
    """The distance that a quantity goes in twenty values, without what it goes in five.

    Independent values are as far from each other after five as after twenty; a quantity that
    wanders goes farther. Both values must lie in the upper half of its range: to change between
    rest and work is no wandering.
    """

    KEPT = ("_near", "_far", "_nears", "_fars")

    def __init__(self) -> None:
        self._near = self._far = 0.0  # mean squares
        self._nears = self._fars = 0.0  # how many values stand for them
        self._values: deque[float] = deque(maxlen=_FAR)

    def pause(self) -> None:
        """Let the next value begin a new stretch."""
        self._values.clear()

    @property
    def size(self) -> float:
        """Root mean square of that distance, in the unit of the quantity."""
        by_chance = _BY_CHANCE * math.sqrt(_NEAR / max(self._fars, 1.0))
        return math.sqrt(max(0.0, self._far - (1.0 + by_chance) * self._near))

    def observe(self, value: float, middle: float) -> None:
        """Take in a value; those below the middle of the range teach nothing."""
        values = self._values
        if value >= middle and len(values) >= _NEAR and values[-_NEAR] >= middle:
            self._nears = min(self._nears + 1.0, _MEMORY)
            self._near += ((value - values[-_NEAR]) ** 2 - self._near) / self._nears
        if value >= middle and len(values) == _FAR and values[0] >= middle:
            self._fars = min(self._fars + 1.0, _MEMORY)
            self._far += ((value - values[0]) ** 2 - self._far) / self._fars
        values.append(value)
