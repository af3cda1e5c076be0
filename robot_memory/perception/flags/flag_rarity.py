"""How rarely a flag is raised: what is raised in normal use is no fault.

See docs/reference/detectors.md, "flag".
"""

from __future__ import annotations

import math

from robot_memory.perception.persistent_state import PersistentState

_RARE = 0.1  # share of the time
_KNOWN = 600.0  # s before its share is known
_MEMORY = 86_400.0  # s that the share is the mean of
_LONGEST_STEP = 5.0  # s; a longer pause counts as this


class FlagRarity(PersistentState):
    """Counts for how long a flag is raised."""

    KEPT = ("_known_for", "_share")

    def __init__(self) -> None:
        self._known_for = self._share = 0.0
        self._begin()

    def _begin(self) -> None:
        self._received = math.nan

    def observe(self, stamp: float, *, is_raised: bool) -> None:
        """Take in how the flag stands."""
        step = stamp - self._received
        self._received = stamp
        if not step > 0.0:
            return
        step = min(step, _LONGEST_STEP)
        self._known_for += step
        share = step / min(self._known_for, _MEMORY)
        self._share += (is_raised - self._share) * share

    @property
    def is_rare(self) -> bool:
        """Whether it is raised for less than a tenth of the time, as is known after ten minutes."""
        return self._known_for >= _KNOWN and self._share <= _RARE
