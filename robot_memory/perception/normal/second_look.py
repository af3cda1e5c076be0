"""A second opinion on a number before it is told: its residual by a regression that is fitted anew.

See docs/explanation/perception.md, "Numbers: what is normal".
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from robot_memory.perception.normal.causes import Candidates
from robot_memory.perception.normal.columns import RELATIVE, Floats, Numbers
from robot_memory.perception.normal.columns import ColumnKind as Kind
from robot_memory.perception.normal.regression import Regression, Rest, fit

_QUANTILE = 0.99  # of the windows
#: What must be found of each kind of column, in multiples of the quantile.
AGAIN_BY = {Kind.LEVEL: 2.0, Kind.RESIDUAL: 2.5, Kind.SPREAD: 1.2, Kind.JUMP: 1.0,
            Kind.RESIDUAL_SPREAD: 1.2}  # fmt: skip


@dataclass(frozen=True)
class Fit:
    """A signal by others, and the quantiles of its residuals in the windows of the fit.

    Attributes:
        regression: of the signal alone.
        mean: quantile of the means of windows.
        noise: likewise of how much it changes from second to second.
        second: likewise of the residuals of single seconds.
    """

    regression: Regression
    mean: float
    noise: float
    second: float

    def residuals(self, windows: Floats) -> Floats:
        """Return the residual in each second of windows; shape (windows, SECONDS)."""
        return self.regression.residuals(windows)[:, :, 0]

    def ratios(self, windows: Floats) -> tuple[float, float]:
        """Return the residual's mean and noise in windows, as multiples of their quantile.

        Infinity where too little is known.
        """
        now = Rest.of(self.regression.signals, self.regression.residuals(windows))
        return _ratio(now.mean, self.mean), _ratio(now.noise, self.noise)


class SecondLook:
    """Compares the residuals of signals now with those of the windows that are kept.

    A signal is fitted once, however many of its columns are unusual.

    Args:
        windows: that are kept; shape (windows, BEFORE + SECONDS, signals).
        half: of each window, in which half of the data it is.
        tell: the signals that may tell others; each signal is fitted to the best of them, however
            little they explain.
    """

    def __init__(self, windows: Floats, half: Numbers, tell: Numbers) -> None:
        self._windows, self._half = windows, half
        self._candidates = Candidates.of(windows, tell) if len(tell) else None
        self._fits: dict[int, Fit] = {}

    def fit_of(self, signal: int) -> Fit | None:
        """Return a signal by others; None where nothing may tell it."""
        if self._candidates is None:
            return None
        if signal not in self._fits:
            self._fits[signal] = self._fit(signal, self._candidates)
        return self._fits[signal]

    def _fit(self, signal: int, candidates: Candidates) -> Fit:
        regression = fit(self._windows, self._half, np.array([signal]), candidates)[0]
        residuals = regression.residuals(self._windows, self._half)
        before = Rest.of(regression.signals, residuals)
        return Fit(regression, *map(_quantile, (before.mean, before.noise, residuals)))


def times_unusual(kind: Kind, sign: int, mean: float, noise: float) -> float:
    """Return what was found of a value, as a multiple of what must be found at least.

    Args:
        kind: one of :data:`AGAIN_BY`.
        sign: 1: the value is too high, -1: too low; of a number that is too still nothing is asked.
        mean: of the residual, as a multiple of its quantile.
        noise: likewise.
    """
    if kind in RELATIVE:
        return noise / AGAIN_BY[kind] if sign > 0 else math.inf
    return sign * mean / AGAIN_BY[kind]


def _quantile(values: Floats) -> float:
    known = np.isfinite(values)
    return float(np.nanquantile(np.abs(values), _QUANTILE)) if known.any() else 0.0


def _ratio(now: Floats, usual: float) -> float:
    return float(np.nanmean(now)) / usual if usual > 0 and np.isfinite(now).any() else math.inf
