"""Random numbers for the simulation of chance (docs/explanation/conditions.md)."""

from __future__ import annotations

import math
import random
from typing import Protocol

import numpy as np

from robot_memory.limit_search.operating_history import Floats

_DISCARDED, _STEP = np.uint64(11), 2.0**-53  # a float has 53 bits of the 64 that are drawn


class UniformDraws(Protocol):
    """Draws random numbers; :class:`numpy.random.Generator` does, too."""

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return as many rows and columns of numbers that are evenly spread over [0, 1)."""


class SeededDraws:
    """Draws the same numbers for the same seed, on each machine.

    It does without ``numpy.random``: its import alone takes 5 MB of the memory of a process.

    Args:
        seed: any words.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return as many rows and columns of numbers that are evenly spread over [0, 1)."""
        drawn = np.frombuffer(self._random.randbytes(8 * math.prod(size)), "<u8")
        return np.asarray((drawn >> _DISCARDED) * _STEP).reshape(size)
