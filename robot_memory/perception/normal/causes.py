"""Which signals predict another signal: those that explain most of its variance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from robot_memory.perception.normal.boosted_trees import BINS, Bins
from robot_memory.perception.normal.columns import Flags, Floats, Numbers, between, median

#: Lags in seconds of a cause before its effect.
LAGS = (0, 1, 3)
BEFORE = max(LAGS)  # s before a window that are stored with it
SECONDS = 10  # in a window
_TELLS = 0.02  # share of the variance that a cause must explain
_GOES_ON = 0.8  # share of its earlier trend that a steady trend keeps in the later half
_EVERY = 2  # s between the samples from which causes are chosen


def lagged(windows: Floats, signals: Numbers, lag: int) -> Floats:
    """Return signals as they were ``lag`` seconds before; (signals, windows x SECONDS).

    The windows are of shape (windows, BEFORE + SECONDS, all signals).
    """
    first = BEFORE - lag
    part = windows[:, first : first + SECONDS][:, :, signals]
    return part.reshape(len(windows) * SECONDS, len(signals)).T


def in_bins(values: Floats, edges: Floats) -> Bins:
    """Return the bin of each value, (…, samples), for edges, (…, BINS - 1); NaN: the first."""
    found = np.zeros(values.shape, np.uint8)
    for edge in range(BINS - 1):
        found += values > edges[..., edge, None]
    return found


@dataclass(frozen=True)
class Candidates:
    """Signals that may predict others, with their past.

    A cause is a signal with a lag: the number ``lag x len(signals) + place``.

    Attributes:
        family: of every signal, a number that signals of like parts share; 0: it has no like part.
        tell_all: which candidates may predict any signal; the others only signals of like parts.
        edges: the edges between each candidate's bins; shape (signals, BINS - 1).
        bins: the bins of each cause; shape (lags, signals, samples).
    """

    signals: Numbers
    family: Numbers
    tell_all: Flags
    edges: Floats
    bins: Bins

    @classmethod
    def of(cls, windows: Floats, signals: Numbers, family: Numbers, tell_all: Flags) -> Candidates:
        """Return candidates whose bins follow from the stored windows."""
        now = np.sort(lagged(windows, signals, 0), axis=1)
        last = np.maximum(np.isfinite(now).sum(axis=1) - 1, 0)
        shares = np.linspace(0.0, 1.0, BINS + 1)[1:-1]
        at = (shares * last[:, None]).astype(np.int64)
        edges = np.take_along_axis(now, at, axis=1)
        bins = np.stack([in_bins(lagged(windows, signals, lag), edges) for lag in LAGS])
        return cls(signals, family, tell_all, edges, bins)

    def bins_of(self, causes: Numbers) -> Bins:
        """Return the bins of causes; 0 where the cause is -1; shape (…, samples)."""
        flat = self.bins.reshape(-1, self.bins.shape[2])
        return np.where((causes >= 0)[..., None], flat[np.maximum(causes, 0)], 0).astype(np.uint8)

    def best(self, rest: Floats, weights: Floats, told: Sequence[int], have: Numbers) -> Numbers:
        """Add the causes that explain most of the remaining variance, each signal once.

        Args:
            rest: the remainder of each predicted signal; shape (told, samples).
            weights: 1 for samples that count, else 0.
            told: the predicted signals; none is its own cause.
            have: the causes chosen so far; -1, here and in the result, is a free place.
        """
        share = self._explained(rest[:, ::_EVERY], weights[:, ::_EVERY])
        is_like = np.equal.outer(self.family[told], self.family[self.signals])
        may = (is_like & (self.family[self.signals] > 0)) | self.tell_all
        may &= ~np.equal.outer(told, self.signals)
        share[np.broadcast_to(~may[:, None], share.shape)] = 0.0
        lag, value = share.argmax(axis=1), share.max(axis=1)
        chosen = have.copy()
        rows, places = np.nonzero(have >= 0)
        value[rows, have[rows, places] % len(self.signals)] = 0.0
        for row in range(len(chosen)):
            free = np.flatnonzero(chosen[row] < 0)
            ranked = np.argsort(-value[row])[: len(free)]
            ranked = ranked[value[row, ranked] > _TELLS]
            chosen[row, free[: len(ranked)]] = lag[row, ranked] * len(self.signals) + ranked
        return chosen

    def _explained(self, rest: Floats, weights: Floats) -> Floats:
        """Return the share of the variance that the bins' means explain; (told, lags, signals)."""
        lags, size, _ = self.bins.shape
        both = np.concatenate([rest * weights, weights]).T.astype(np.float32)
        samples = np.arange(len(both))
        hot = np.zeros((BINS, len(both)), np.float32)
        share = np.zeros((len(rest), lags, size))
        for lag in range(lags):
            for place in range(size):
                hot[:] = 0.0
                hot[self.bins[lag, place, ::_EVERY], samples] = 1.0
                sums = hot @ both
                of_bin, count = sums[:, : len(rest)], sums[:, len(rest) :]
                share[:, lag, place] = (of_bin**2 / np.maximum(count, 1.0)).sum(axis=0)
        total = np.maximum((rest**2 * weights).sum(axis=1), 1e-12)
        return np.asarray(share / total[:, None, None])


def often_changing(levels: Floats, often: int, beyond: float = 0.0) -> Flags:
    """Tell which signals often cross their own middle, in both halves of the time.

    A signal that only rises or falls shows how much time has passed, and nothing else.

    Args:
        levels: in time order, (windows, signals).
        often: the least number of crossings.
        beyond: share of the range of the levels by which they must pass the middle on both sides:
            the noise of a store that falls in steps does not.
    """
    half = len(levels) // 2
    found = np.ones(levels.shape[1], bool)
    for part in (levels[:half], levels[half:]):
        known = np.maximum(np.isfinite(part).sum(axis=0), 1)
        middles = median(part), np.nansum(part, axis=0) / known
        low, high = between(part, 0.05)
        least = beyond * (high - low)
        crossed = (crossings(part > middle + least, part < middle - least) for middle in middles)
        found &= np.maximum(*crossed) >= often
    return found


def settling(levels: Floats) -> Flags:
    """Tell which signals move less in the later half of the time than in the earlier half.

    A temperature that warms up settles. A store that empties moves on, and shows only how much time
    has passed.
    """
    quarters = [median(one) for one in np.array_split(levels, 4)]
    first, later = quarters[1] - quarters[0], quarters[3] - quarters[2]
    return np.asarray(~(later * np.sign(first) > _GOES_ON * np.abs(first)))


def crossings(high: Flags, low: Flags) -> Numbers:
    """Return the number of changes between high and low, along the first axis."""
    side = np.where(high, 1, np.where(low, -1, 0))
    at = np.arange(len(side)).reshape(-1, *(1,) * (side.ndim - 1))
    latest = np.maximum.accumulate(np.where(side != 0, at, 0), axis=0)
    side = np.take_along_axis(side, latest, axis=0)  # between both it keeps its last side
    return np.asarray((side[1:] * side[:-1] < 0).sum(axis=0))


def some_of(places: Numbers, most: int) -> Numbers:
    """Return places, thinned evenly if there are too many."""
    if len(places) <= most:
        return places
    return places[np.linspace(0, len(places) - 1, most).astype(np.int64)]
