"""Moves onsets in time in blocks, to simulate chance.

Also draws the random numbers for that simulation.

See docs/explanation/conditions.md, "When a limit is reported".
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from robot_memory.long_term.limit_search.operating_history import Floats, OperatingHistory

_QUARTER = 900.0  # s
_DAY = 86400.0  # s
_LARGEST_EXPONENT = 600.0
_DISCARDED, _STEP = np.uint64(11), 2.0**-53  # a float has 53 of the 64 drawn bits


@dataclass(frozen=True)
class PermutationBlocks:
    """Blocks of running time within which the onsets could have been at other times.

    All onsets of a block are moved by the same random time, wrapping around its end: bunches stay
    bunches, a bad day stays bad, and the conditions keep their own rhythm. Only the coincidence of
    these onsets with those conditions is lost.
    """

    edges: Floats  # where blocks begin, and the last one ends, on the axis of running time

    def of(self, positions: Floats) -> NDArray[np.intp]:
        """Return the number of the block of each position."""
        last = len(self.edges) - 2
        return np.clip(np.searchsorted(self.edges, positions, side="right") - 1, 0, last)

    def moved(self, positions: Floats, draws: int, random: UniformDraws) -> Floats:
        """Return the positions after moving each block by a random time; one row per draw."""
        block = self.of(positions)
        used, place = np.unique(block, return_inverse=True)
        moves = (random.random((draws, len(used))) * np.diff(self.edges)[used])[:, place]
        starts, lengths = self.edges[:-1][block], np.diff(self.edges)[block]
        return np.asarray(starts + (positions - starts + moves) % lengths)

    def arrangements(self, positions: Floats, moments: Floats) -> float:
        """Return the number of arrangements of the positions that meet different moments.

        Args:
            moments: the positions of all moments with known conditions.
        """
        known = np.bincount(self.of(moments), minlength=len(self.edges) - 1)
        choices = np.maximum(known[np.unique(self.of(positions))], 1.0)
        return math.exp(min(_LARGEST_EXPONENT, float(np.log(choices).sum())))


def quarter_hours(operation: OperatingHistory) -> PermutationBlocks:
    """Return blocks of a quarter of an hour of running time; the last one may be longer."""
    count = max(1, int(operation.running // _QUARTER))
    return PermutationBlocks(np.append(np.arange(count) * _QUARTER, operation.running))


def all_blocks(operation: OperatingHistory) -> list[PermutationBlocks]:
    """Return the three kinds of blocks: quarter hours, days, and the whole time."""
    whole = PermutationBlocks(np.array([0.0, operation.running]))
    schemes = [quarter_hours(operation), _days(operation), whole]
    return list({blocks.edges.tobytes(): blocks for blocks in schemes}.values())


def _days(operation: OperatingHistory) -> PermutationBlocks:
    days = np.floor(operation.times / _DAY)
    ends = np.cumsum(operation.seconds)
    starts = ends[np.flatnonzero(np.diff(days))]
    return PermutationBlocks(np.concatenate(([0.0], starts, [operation.running])))


def positions_of(times: Floats, operation: OperatingHistory) -> Floats:
    """Return the positions of times on the axis of an operation's running time."""
    ends = np.cumsum(operation.seconds)
    after = np.minimum(np.searchsorted(operation.times, times), len(ends) - 1)
    before = np.clip(operation.times[after] - times, 0.0, operation.seconds[after])
    return np.asarray(ends[after] - before)


class UniformDraws(Protocol):
    """Draws random numbers; :class:`numpy.random.Generator` implements it."""

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return an array of numbers that are uniform in [0, 1)."""


class SeededDraws:
    """Draws the same numbers for the same seed, on every machine.

    It avoids ``numpy.random``, whose import alone takes 5 MB of memory.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return an array of numbers that are uniform in [0, 1)."""
        drawn = np.frombuffer(self._random.randbytes(8 * math.prod(size)), "<u8")
        return np.asarray((drawn >> _DISCARDED) * _STEP).reshape(size)
