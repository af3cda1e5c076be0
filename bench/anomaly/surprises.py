"""Surprise of many sizes at once, each among the past ones of its own signal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_PER_OCTAVE = 4
_BINS = 160  # 40 octaves
_LOWEST = -20.0  # log2 of the least size told from zero; sizes have about 1
_BEYOND = 3.0  # decades of rareness for each decade beyond the largest size so far
_FARTHEST = 32.0  # bins beyond it that count
_PLACES = np.arange(_BINS)


class Surprises:
    """As ``Surprise``, for vectors of sizes; coarser, and counting all sizes alike."""

    __slots__ = ("_reached", "_rows", "_top", "_totals")

    def __init__(self, size: int) -> None:
        self._reached = np.zeros((size, _BINS + 1))  # how many sizes lay in each bin or above
        self._totals = np.zeros(size)
        self._top = np.full(size, -1.0)
        self._rows = np.arange(size)

    def grow(self, size: int) -> None:
        """Make room for signals that appear late."""
        new = size - len(self._totals)
        self._reached = np.pad(self._reached, ((0, new), (0, 0)))
        self._totals = np.pad(self._totals, (0, new))
        self._top = np.pad(self._top, (0, new), constant_values=-1.0)
        self._rows = np.arange(size)

    def observe(self, sizes: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the surprise of each size, and learn it; a NaN is none and learned by none."""
        known = ~np.isnan(sizes)
        places = (np.log2(np.maximum(np.where(known, sizes, 1.0), 1e-300)) - _LOWEST) * _PER_OCTAVE
        places = np.clip(places, 0.0, _BINS - 1.001)
        bins = places.astype(np.intp)
        above = self._reached[self._rows, bins + 1]
        tail = above + (self._reached[self._rows, bins] - above) * (bins + 1 - places)
        surprise = np.log10((self._totals + 1.0) / (tail + 1.0))
        beyond = np.clip(places - self._top - 1.0, 0.0, _FARTHEST)
        surprise += np.where(self._top >= 0.0, beyond, 0.0) * (
            _BEYOND / _PER_OCTAVE * np.log10(2.0)
        )
        self._reached[:, :_BINS] += (bins[:, None] >= _PLACES) & known[:, None]
        self._totals += known
        self._top = np.where(known, np.maximum(self._top, bins), self._top)
        return np.where(known, surprise, 0.0)
