"""What faults change of a robot's physics before it runs."""

from __future__ import annotations

import numpy as np

from simulation.timeline import Array, Timeline


class Mods:
    """Arrays on the grid, by name; what no fault has touched is neutral.

    Args:
        timeline: whose grid they are on.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._count = len(timeline.t)
        self._arrays: dict[str, Array] = {}

    def factor(self, name: str) -> Array:
        """Return a factor, one where nothing is wrong, to be read or changed in place."""
        return self._arrays.setdefault(name, np.ones(self._count))

    def extra(self, name: str) -> Array:
        """Return an addition, zero where nothing is wrong, to be read or changed in place."""
        return self._arrays.setdefault(name, np.zeros(self._count))
