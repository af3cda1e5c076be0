"""Onsets moved in time in bunches, to simulate chance.

The random numbers for that simulation (docs/explanation/conditions.md) are drawn here, too.

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
_DISCARDED, _STEP = np.uint64(11), 2.0**-53  # a float has 53 bits of the 64 that are drawn


@dataclass(frozen=True)
class PermutationBlocks:
    """Stretches of running time within which onsets may as well have been at other times.

    All onsets of a stretch are moved by the same random time, around its end to its beginning:
    those that come in bunches stay bunches, a bad day stays bad, and the conditions keep their
    own rhythm. What is lost is only that these onsets met those conditions.
    """

    edges: Floats  # where stretches begin and the last one ends, on the axis of running time

    def of(self, positions: Floats) -> NDArray[np.intp]:
        """Return the number of the stretch that each position lies in."""
        last = len(self.edges) - 2
        return np.clip(np.searchsorted(self.edges, positions, side="right") - 1, 0, last)

    def moved(self, positions: Floats, draws: int, random: UniformDraws) -> Floats:
        """Return the positions after each stretch was moved by a time of its own, a row a draw."""
        block = self.of(positions)
        used, place = np.unique(block, return_inverse=True)
        moves = (random.random((draws, len(used))) * np.diff(self.edges)[used])[:, place]
        starts, lengths = self.edges[:-1][block], np.diff(self.edges)[block]
        return np.asarray(starts + (positions - starts + moves) % lengths)

    def arrangements(self, positions: Floats, moments: Floats) -> float:
        """Return in how many ways the positions can be moved that differ in the moments they meet.

        Args:
            moments: of the moments at which anything is known.
        """
        known = np.bincount(self.of(moments), minlength=len(self.edges) - 1)
        choices = np.maximum(known[np.unique(self.of(positions))], 1.0)
        return math.exp(min(_LARGEST_EXPONENT, float(np.log(choices).sum())))


def quarter_hours(operation: OperatingHistory) -> PermutationBlocks:
    """Return stretches of a quarter of an hour of running time; the last one may be longer."""
    count = max(1, int(operation.running // _QUARTER))
    return PermutationBlocks(np.append(np.arange(count) * _QUARTER, operation.running))


def all_blocks(operation: OperatingHistory) -> list[PermutationBlocks]:
    """Return the three ways in which onsets are moved: in quarter hours, in days, as a whole."""
    whole = PermutationBlocks(np.array([0.0, operation.running]))
    schemes = [quarter_hours(operation), _days(operation), whole]
    return list({blocks.edges.tobytes(): blocks for blocks in schemes}.values())


def _days(operation: OperatingHistory) -> PermutationBlocks:
    days = np.floor(operation.times / _DAY)
    ends = np.cumsum(operation.seconds)
    starts = ends[np.flatnonzero(np.diff(days))]
    return PermutationBlocks(np.concatenate(([0.0], starts, [operation.running])))


def positions_of(times: Floats, operation: OperatingHistory) -> Floats:
    """Return where times lie on the axis of running time of an operation."""
    ends = np.cumsum(operation.seconds)
    after = np.minimum(np.searchsorted(operation.times, times), len(ends) - 1)
    before = np.clip(operation.times[after] - times, 0.0, operation.seconds[after])
    return np.asarray(ends[after] - before)


class UniformDraws(Protocol):
    """Draws random numbers; :class:`numpy.random.Generator` does, too."""

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return as many rows and columns of numbers that are evenly spread over [0, 1)."""


class SeededDraws:
    """Draws the same numbers for the same seed, on each machine.

    It does without ``numpy.random``: its import alone takes 5 MB of the memory of a process.
    """

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def random(self, size: tuple[int, int], /) -> Floats:
        """Return as many rows and columns of numbers that are evenly spread over [0, 1)."""
        drawn = np.frombuffer(self._random.randbytes(8 * math.prod(size)), "<u8")
        return np.asarray((drawn >> _DISCARDED) * _STEP).reshape(size)
