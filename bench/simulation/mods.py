"""Changes of a robot's physics by faults, before it runs."""

from __future__ import annotations

import numpy as np

from simulation.timeline import Array, Timeline


class Mods:
    """Arrays on the grid, by name; untouched arrays are neutral.

    Args:
        timeline: of the grid.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._count = len(timeline.t)
        self._arrays: dict[str, Array] = {}

    def factor(self, name: str) -> Array:
        """Return a factor, 1 without a fault, for reading or changing in place."""
        return self._arrays.setdefault(name, np.ones(self._count))

    def extra(self, name: str) -> Array:
        """Return an addend, 0 without a fault, for reading or changing in place."""
        return self._arrays.setdefault(name, np.zeros(self._count))
