"""How surprising a size is among all sizes so far, whatever their distribution."""

from __future__ import annotations

import math

_PER_OCTAVE = 8
_BINS = 640  # 80 octaves around the first size
_GROUP = 16  # bins that are also counted together
_BEYOND = 3.0  # decades of rareness for each decade beyond the largest size so far
_FARTHEST = 64.0  # bins beyond it that count
_HEAVY = 1e9  # weight at which all are scaled down
_MOST = 1e100  # beyond, a number is a sign of something, not a measurement


def measures(stamp: float, value: float) -> bool:
    """Whether there is a measurement: a finite number that can be squared, at a finite time."""
    return -_MOST < value < _MOST and math.isfinite(stamp)


class Surprise:
    """Learns a distribution of positive sizes, on a logarithmic scale, without assuming one.

    The surprise of a size is −log10 of the share of sizes that were as large or larger: of sizes
    drawn from one distribution, one in a thousand has a surprise of 3 or more. Beyond the largest
    size so far it rises with the distance, up to a factor of 256.

    Args:
        memory: number of sizes after which one counts 63 % less; infinite: all count alike.
    """

    __slots__ = ("_bins", "_groups", "_growth", "_lowest", "_top", "_total", "_weight")

    def __init__(self, memory: float = math.inf) -> None:
        self._growth = 1.0 / (1.0 - 1.0 / memory)
        self._bins = [0.0] * _BINS
        self._groups = [0.0] * (_BINS // _GROUP)
        self._lowest = math.nan  # log2 of the smallest size told from zero, in bins
        self._top = -1
        self._total = 0.0
        self._weight = 1.0

    def observe(self, size: float) -> float:
        """Return the surprise of a size, and learn it."""
        surprise = self.judge(size)
        self.learn(size)
        return surprise

    def judge(self, size: float) -> float:
        """Return the surprise of a size."""
        place = self._place(size)
        return self._surprise(place, int(place))

    def learn(self, size: float) -> None:
        """Take in a size."""
        index = int(self._place(size))
        self._weight *= self._growth
        self._bins[index] += self._weight
        self._groups[index // _GROUP] += self._weight
        self._total += self._weight
        if index > self._top:
            self._top = index
        if self._weight > _HEAVY:
            self._scale_down()

    def _place(self, size: float) -> float:
        if size <= 0.0:
            return 0.0
        place = math.log2(size) * _PER_OCTAVE
        if self._lowest != self._lowest:
            self._lowest = math.floor(place) - _BINS / 2.0
        return min(max(place - self._lowest, 0.0), _BINS - 1.001)

    def _surprise(self, place: float, index: int) -> float:
        if self._top < 0:
            return 0.0
        group = index // _GROUP + 1
        tail = self._bins[index] * (index + 1 - place)
        tail += sum(self._bins[index + 1 : group * _GROUP]) + sum(self._groups[group:])
        surprise = math.log10((self._total + self._weight) / (tail + self._weight))
        beyond = min(place - self._top - 1.0, _FARTHEST)
        if beyond > 0.0:
            surprise += _BEYOND * beyond / _PER_OCTAVE * math.log10(2.0)
        return surprise

    def _scale_down(self) -> None:
        scale = 1.0 / self._weight
        self._bins = [count * scale for count in self._bins]
        self._groups = [count * scale for count in self._groups]
        self._total *= scale
        self._weight = 1.0
