"""The largest value so far, which follows what stays beyond it, and how far beyond a block is.

See docs/reference/detectors.md, "envelope".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState


class LearnedMaximum(PersistentState):
    """The most that a block ever had, and by how much it still grew while it was learned.

    What is beyond counts the less, the more that grew and the shorter it has been known: half after
    the learning time, two thirds after twice that, in the end all of it.

    Attributes:
        most: that.
    """

    KEPT = ("most", "_first", "_known_for")

    def __init__(self) -> None:
        self._known_for = 0.0
        self.most = 0.0
        self._first = 0.0  # the most after half of the learning time

    def observe(
        self,
        elapsed: float,
        value: float,
        width: float,
        learn: float,
        relearn: float,
        noise: float = 0.0,
    ) -> float:
        """Take in what a block has most; return how many widths that counts to be beyond.

        Args:
            elapsed: seconds of the block.
            value: what it has most.
            width: in the unit of the value.
            learn: seconds in which whatever comes is normal.
            relearn: seconds in which what is beyond becomes normal to 63 %.
            noise: what of the value may be noise. It is learned with the value, and does not count
                as beyond.
        """
        is_first, is_learning = self._known_for == 0.0, self._known_for < learn
        self._known_for += elapsed
        if is_learning:
            self.most = value if is_first else max(self.most, value)
            if 2.0 * self._known_for < learn:
                self._first = self.most
            return 0.0
        beyond = value - noise - self.most
        if beyond <= 0.0 or width <= 0.0:
            return 0.0
        grew = max(0.0, self.most - self._first) / width
        self.most += beyond * -math.expm1(-elapsed / relearn)
        return beyond / width / (1.0 + learn / self._known_for + 2.0 * grew)
