"""Many signals in standard deviations from their own means."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MEMORY = 20000.0  # values
_FIRST = 6  # values
_ROUNDING = 1e-9
_MOST = 20.0  # standard deviations


class Standardised:
    """Running mean and variance of each signal."""

    __slots__ = ("_counts", "_means", "_variances")

    def __init__(self) -> None:
        self._counts = np.zeros(0)
        self._means = np.zeros(0)
        self._variances = np.zeros(0)

    def grow(self, size: int) -> None:
        """Make room for signals that appear late."""
        new = size - len(self._counts)
        self._counts = np.pad(self._counts, (0, new))
        self._means = np.pad(self._means, (0, new))
        self._variances = np.pad(self._variances, (0, new))

    def observe(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the values standardised by what came before, and learn them; NaN stays NaN."""
        known = ~np.isnan(values)
        self._counts += known
        self._means = np.where(self._counts == 1.0, np.where(known, values, 0.0), self._means)
        offsets = np.where(known, values - self._means, 0.0)
        deviations = np.sqrt(self._variances)
        is_spread = deviations > _ROUNDING * np.abs(self._means)
        standard = np.divide(
            offsets, deviations, out=np.sign(offsets) * _MOST, where=is_spread
        ).clip(-_MOST, _MOST)
        standard[self._counts < _FIRST] = 0.0
        shares = known / np.clip(self._counts, 1.0, _MEMORY)
        self._means = self._means + shares * offsets
        self._variances = (1.0 - shares) * (self._variances + shares * offsets * offsets)
        return np.where(known, standard, np.nan)
