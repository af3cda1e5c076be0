"""How new it is what those that tell a number are together.

A regression was fitted to what they were so far. What the robot does for the first time lies beside
that, and there it tells little.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from robot_memory.perception.normal.causes import BEFORE
from robot_memory.perception.normal.columns import Floats, Numbers

_NEAREST = 4  # the neighbour whose distance counts
_BESIDE = 12  # windows around one that are no other occasion
_JUST_BEFORE = 2  # windows before an onset that belong to it
_USUAL = 0.95  # quantile of the distances


@dataclass(frozen=True)
class SeenTogether:
    """What some signals were together, in the windows that are kept.

    Attributes:
        signals: which.
        middle, scale: of each, its mean and standard deviation.
        levels: of each window, in standard deviations; shape (windows, signals).
        number: of each window.
        usual: how far a window usually is from its fourth nearest of other occasions.
    """

    signals: Numbers
    middle: Floats
    scale: Floats
    levels: Floats
    number: Numbers
    usual: float

    @classmethod
    def of(cls, windows: Floats, number: Numbers, signals: Numbers) -> SeenTogether:
        """Return what signals were in windows of shape (windows, BEFORE + SECONDS, all signals)."""
        mean = _means(windows, signals)
        known = np.maximum(np.isfinite(mean).sum(axis=0), 1)
        middle = np.nansum(mean, axis=0) / known
        scale = np.sqrt(np.nansum((mean - middle) ** 2, axis=0) / known)
        scale = np.where(scale > 1e-9, scale, 1.0)
        levels = np.nan_to_num((mean - middle) / scale)
        apart = _distances(levels, levels)
        apart[np.abs(number[:, None] - number[None, :]) < _BESIDE] = np.inf
        far = np.sort(apart, axis=1)[:, _NEAREST - 1 : _NEAREST]
        far = far[np.isfinite(far)]
        usual = float(np.quantile(far, _USUAL)) if far.size else np.inf
        return cls(signals, middle, scale, levels, number, usual)

    def novelty(self, windows: Floats, since: int) -> float:
        """Return how new windows are beside earlier ones: their distance, by what is usual.

        Args:
            windows: of shape (windows, BEFORE + SECONDS, all signals); their median counts.
            since: the number of the first one.
        """
        earlier = self.levels[self.number < since - _JUST_BEFORE]
        if not self.signals.size or len(earlier) < _NEAREST or not 0 < self.usual < np.inf:
            return 0.0
        levels = np.nan_to_num((_means(windows, self.signals) - self.middle) / self.scale)
        apart = np.sort(_distances(levels, earlier), axis=1)[:, _NEAREST - 1]
        return float(np.median(apart)) / self.usual


def _means(windows: Floats, signals: Numbers) -> Floats:
    now = windows[:, BEFORE:][:, :, signals]
    count = np.isfinite(now).sum(axis=1)
    return np.asarray(np.where(count > 0, np.nansum(now, axis=1) / np.maximum(count, 1), np.nan))


def _distances(some: Floats, others: Floats) -> Floats:
    """Return the distances of each from each, by the signal that differs most."""
    return np.asarray(np.abs(some[:, None] - others[None]).max(axis=2, initial=0.0))
