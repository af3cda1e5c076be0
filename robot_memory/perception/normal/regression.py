"""Predictions of signals from other signals: a linear model, and trees for its residuals.

The linear model extrapolates; the trees capture curvature and states. Both are fitted to each half
of the data, so that each half shows how well the other one fits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields, replace

import numpy as np

from robot_memory.perception.normal import boosted_trees
from robot_memory.perception.normal.boosted_trees import Trees
from robot_memory.perception.normal.causes import LAGS, SECONDS, Candidates, in_bins, lagged
from robot_memory.perception.normal.columns import Flags, Floats, Numbers

CAUSES = 6  # of one signal
_BLOCK = 12  # consecutive windows of one half of the data
_TREES = 20
_FIRST_TREES = 10  # after which further causes are chosen from the residuals
_FAR = 4.0  # standard deviations at which a cause is clipped
_BEYOND = 0.1  # by how much a cause may leave its range, as a share of that range
_RIDGE = 0.05  # of the samples: the weight of the ridge penalty
_AT_ONCE = 10  # signals that are fitted together
_FEWEST = 5  # s that must be known in a window
_SLOPE, _SAME = 0.08, 0.98  # same quantity: slope's distance from 1, variance explained
_LEFT_OUT = 0.2  # share of its seconds that the mean trims at each end
_QUANTILE = 0.99  # of the windows


@dataclass(frozen=True)
class Rest:
    """The residuals of relations in windows, for some signals.

    Attributes:
        mean: of each window without its two lowest and two highest seconds; shape (windows,
            signals). NaN if too few seconds are known.
        noise: the mean change from second to second.
        leap: the largest change from second to second.
        deviation: the standard deviation within a window.
    """

    signals: Numbers
    mean: Floats
    noise: Floats
    leap: Floats
    deviation: Floats

    @classmethod
    def of(cls, signals: Numbers, residuals: Floats) -> Rest:
        """Return the rest for residuals of shape (windows, SECONDS, signals)."""
        count = np.isfinite(residuals).sum(axis=1)
        steps = np.abs(np.diff(residuals, axis=1))
        noise = np.nansum(steps, axis=1) / np.maximum(np.isfinite(steps).sum(axis=1), 1)
        leap = np.where(np.isfinite(steps), steps, 0.0).max(axis=1)
        average = np.nansum(residuals, axis=1) / np.maximum(count, 1)
        square = np.nansum((residuals - average[:, None]) ** 2, axis=1) / np.maximum(count, 1)
        found = _trimmed_mean(residuals, count), noise, leap, np.sqrt(square)
        parts = (np.where(count >= _FEWEST, one, np.nan).astype(np.float32) for one in found)
        return cls(signals, *parts)


def _trimmed_mean(residuals: Floats, count: Numbers) -> Floats:
    """Return the mean of each window without its lowest and highest seconds.

    In a second in which a state changes, the prediction may come too soon or too late.
    """
    place = np.arange(residuals.shape[1])[None, :, None]
    left_out = (_LEFT_OUT * count).astype(np.int64)[:, None]
    is_kept = (place >= left_out) & (place < count[:, None] - left_out)
    total = np.where(is_kept, np.sort(residuals, axis=1), 0.0).sum(axis=1)
    return np.asarray(total / np.maximum(is_kept.sum(axis=1), 1))


@dataclass(frozen=True)
class _Half:
    """The model fitted to one half of the data: the slope of each cause, and trees."""

    slopes: Floats
    trees: Trees


@dataclass(frozen=True)
class Regression:
    """How signals follow others.

    Attributes:
        causes: for each signal the signals that predict it, shape (signals, causes); -1: none.
        lags: of each cause, in s.
        edges: between the bins of each cause; shape (signals, causes, BINS - 1).
        holds: share of the variance that each half explains in the other half.
        low, high: the range of each cause in the data, a tenth wider at both ends; shape (signals,
            causes).
    """

    signals: Numbers
    causes: Numbers
    lags: Numbers
    edges: Floats
    middle: Floats
    scale: Floats
    base: Floats
    halves: tuple[_Half, _Half]
    holds: Floats
    low: Floats
    high: Floats

    def residuals(
        self, windows: Floats, half: Numbers | None = None, *, within: bool = False
    ) -> Floats:
        """Return the differences of signals from their predictions.

        Args:
            windows: shape (windows, BEFORE + SECONDS, all signals).
            half: the half of the data that contains each window; the model of the other half
                predicts it. None: the mean of both predicts.
            within: leave out seconds in which a cause is outside its range.

        Returns:
            Shape (windows, SECONDS, signals); NaN if a signal or one of its causes is not known.
        """
        values = _past(windows, self.causes, self.lags)
        is_seen = np.isfinite(values)
        if within:
            is_seen &= (values >= self.low[..., None]) & (values <= self.high[..., None])
        is_known = (is_seen | (self.causes < 0)[..., None]).all(axis=1)
        bins = in_bins(values, self.edges)
        straight = _standardised(values, self.middle, self.scale)
        first, second = (_told(one, bins, straight) for one in self.halves)
        told = 0.5 * (first + second)
        if half is not None:
            told = np.where(np.repeat(half == 0, SECONDS), second, first)
        told += self.base[:, None]
        rest = np.where(is_known, lagged(windows, self.signals, 0) - told, np.nan)
        return np.asarray(rest.T.reshape(len(windows), SECONDS, len(self.signals)))

    @property
    def is_same(self) -> Flags:
        """Which signals measure the same quantity as their first cause: both rise by as much.

        An example is the heights of a receiver, a barometer and an odometry, whatever their zero.
        """
        slopes = np.stack([half.slopes[:, 0] for half in self.halves]) / self.scale[:, 0]
        is_even = (np.abs(slopes - 1.0) <= _SLOPE).all(axis=0)
        return np.asarray(is_even & (self.holds >= _SAME))

    def only(self, places: Numbers) -> Regression:
        """Return the regression of the signals at these places."""
        first, second = (_Half(one.slopes[places], one.trees.only(places)) for one in self.halves)
        arrays = [one.name for one in fields(self) if one.name != "halves"]
        chosen = {name: getattr(self, name)[places] for name in arrays}
        return replace(self, halves=(first, second), **chosen)


@dataclass(frozen=True)
class SecondLook:
    """The residual of a signal in some windows.

    The mean, the noise and the leap, as in :class:`Rest`, are multiples of their quantiles in the
    windows of the fit; infinity if the signal never moved, or too little is known.
    """

    mean: float = math.inf
    noise: float = math.inf
    leap: float = math.inf


@dataclass(frozen=True)
class Fit:
    """The regression of one signal, and the quantiles of its residuals in the windows of the fit.

    The quantiles of the mean, the noise and the leap are over windows, as in :class:`Rest`;
    ``second`` is over single seconds.
    """

    regression: Regression
    mean: float
    noise: float
    leap: float
    second: float

    @classmethod
    def of(
        cls, windows: Floats, number: Numbers, signal: int, candidates: Candidates, usual: Flags
    ) -> Fit:
        """Fit a signal to the best of the candidates, however little they explain.

        Args:
            windows: shape (windows, BEFORE + SECONDS, all signals).
            number: of each window, as counted by the record.
            usual: the windows from which the quantiles are taken.
        """
        half = halves(number)
        regression = fit(windows, half, np.array([signal]), candidates)[0]
        residuals = regression.residuals(windows, half)[usual]
        before = Rest.of(regression.signals, residuals)
        of_windows = before.mean, before.noise, before.leap
        mean, noise, leap = map(quantile, of_windows)
        return cls(regression, mean, noise, leap, quantile(residuals))

    def residuals(self, windows: Floats) -> Floats:
        """Return the residual in each second of windows; shape (windows, SECONDS)."""
        return self.regression.residuals(windows)[:, :, 0]

    def look(self, windows: Floats) -> SecondLook:
        """Return the second look at the signal in windows."""
        now = Rest.of(self.regression.signals, self.regression.residuals(windows))
        mean, noise = _ratio(now.mean, self.mean), _ratio(now.noise, self.noise)
        return SecondLook(mean, noise, _ratio(now.leap, self.leap))


def halves(number: Numbers) -> Numbers:
    """Return the half of the data, 0 or 1, that contains each window, given its number."""
    return (number // _BLOCK) % 2


def fit(
    windows: Floats, half: Numbers, signals: Numbers, candidates: Candidates, most: int = CAUSES
) -> list[Regression]:
    """Fit signals to others; several signals in one call are faster.

    Args:
        windows: shape (windows, BEFORE + SECONDS, all signals).
        half: the half of the data that contains each window: 0 or 1.
        most: the largest number of causes of a signal.
    """
    values = lagged(windows, signals, 0).astype(float)
    weights = np.isfinite(values).astype(float)
    base = np.nansum(values, axis=1) / np.maximum(weights.sum(axis=1), 1.0)
    values = np.where(weights > 0, values - base[:, None], 0.0)
    causes = np.full((len(signals), most), -1, np.int64)
    first = slice((most + 1) // 2)
    causes[:, first] = some = candidates.best(values, weights, signals.tolist(), causes[:, first])
    parts = [slice(at, at + _AT_ONCE) for at in range(0, len(signals), _AT_ONCE)]
    rest = values.copy()
    for part in parts:
        bins = candidates.bins_of(some[part])
        trees = boosted_trees.fit(bins, values[part], weights[part], _FIRST_TREES)
        rest[part] -= trees.tell(bins)
    causes = candidates.best(rest * weights, weights, signals.tolist(), causes)
    return [
        _fitted(windows, half, signals[part], causes[part], candidates, base[part], values[part],
                weights[part])
        for part in parts
    ]  # fmt: skip


def _fitted(
    windows: Floats, half: Numbers, signals: Numbers, causes: Numbers, candidates: Candidates,
    base: Floats, values: Floats, weights: Floats,
) -> Regression:  # fmt: skip
    is_one = causes >= 0
    place, lag = causes % len(candidates.signals), np.array(LAGS)[causes // len(candidates.signals)]
    of_signal = np.where(is_one, candidates.signals[place], -1)
    raw = _past(windows, of_signal, lag)
    known = np.maximum(np.isfinite(raw).sum(axis=2), 1)
    middle = np.nansum(raw, axis=2) / known
    scale = np.sqrt(np.nansum((raw - middle[..., None]) ** 2, axis=2) / known)
    scale = np.where(scale > 1e-9, scale, np.inf)
    low = np.where(np.isfinite(raw), raw, np.inf).min(axis=2)
    high = np.where(np.isfinite(raw), raw, -np.inf).max(axis=2)
    room = _BEYOND * (high - low)
    straight, bins = _standardised(raw, middle, scale), candidates.bins_of(causes)
    of_sample = np.repeat(half, SECONDS)
    halves = [_half(bins, straight, values, weights * (of_sample == one)) for one in (0, 1)]
    first, second = (_told(one, bins, straight) for one in halves)
    error = (values - np.where(of_sample == 0, second, first)) * weights
    holds = 1.0 - (error**2).sum(axis=1) / np.maximum((values**2).sum(axis=1), 1e-12)
    return Regression(
        signals, of_signal, lag, candidates.edges[place], middle, scale, base,
        (halves[0], halves[1]), holds, low - room, high + room,
    )  # fmt: skip


def _past(windows: Floats, causes: Numbers, lags: Numbers) -> Floats:
    """Return causes ``lags`` seconds before; NaN where the cause is -1; (…, samples)."""
    values = np.full((*causes.shape, len(windows) * SECONDS), np.nan)
    for lag in LAGS:
        at = np.nonzero((lags == lag) & (causes >= 0))
        values[at] = lagged(windows, causes[at], lag)
    return values


def _half(bins: boosted_trees.Bins, straight: Floats, values: Floats, weights: Floats) -> _Half:
    """Fit a linear model by ridge regression, and trees to its residuals."""
    known = weights.sum(axis=1)[:, None, None]
    square = np.einsum("mkn,mjn->mkj", straight * weights[:, None], straight)
    square += (_RIDGE * known + 1e-9) * np.eye(straight.shape[1])
    told = np.einsum("mkn,mn->mk", straight, values * weights)
    slopes = np.linalg.solve(square, told[..., None])[..., 0]
    rest = values - np.einsum("mk,mkn->mn", slopes, straight)
    return _Half(slopes, boosted_trees.fit(bins, rest, weights, _TREES))


def _told(half: _Half, bins: boosted_trees.Bins, straight: Floats) -> Floats:
    return np.asarray(half.trees.tell(bins) + np.einsum("mk,mkn->mn", half.slopes, straight))


def _standardised(values: Floats, middle: Floats, scale: Floats) -> Floats:
    """Return standardised and clipped causes; 0 where they are not known."""
    apart = (values - middle[..., None]) / scale[..., None]
    return np.nan_to_num(np.clip(apart, -_FAR, _FAR), nan=0.0)


def quantile(values: Floats) -> float:
    """Return the 99 % quantile of magnitudes; 0 if no value is known."""
    known = np.isfinite(values)
    return float(np.nanquantile(np.abs(values), _QUANTILE)) if known.any() else 0.0


def _ratio(now: Floats, usual: float) -> float:
    return float(np.nanmean(now)) / usual if usual > 0 and np.isfinite(now).any() else math.inf
