"""How strongly onsets prefer each of many regions to the time spent there.

See docs/explanation/conditions.md, "When a limit is reported".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from robot_memory.long_term.limit_search.limit_thresholds import (
    FEWEST_ONSETS,
    LEAST_KNOWN,
    LEAST_RATIO,
    LEAST_WITHIN,
)
from robot_memory.long_term.limit_search.operating_history import Floats, OperatingHistory, known
from robot_memory.long_term.limit_search.region import Region

Bools = NDArray[np.bool_]


class ScanStatistic:
    """Looks at all regions at once.

    Args:
        regions: where to look; at least one.

    Attributes:
        seconds: running time in each region.
        known_seconds: running time in which its variable was known.
        share: the one as a share of the other.
        within: which moments lie in which regions.
        known: at which moments the variable of which region was known.
    """

    def __init__(self, regions: Sequence[Region], operation: OperatingHistory) -> None:
        self.regions = regions
        self._names = list(dict.fromkeys(region.variable for region in regions))
        self._variable = np.array([self._names.index(r.variable) for r in regions], int)
        self.within = self.within_of(operation)
        self._known = self._known_of(operation)
        self.known_seconds = (operation.seconds @ self._known)[self._variable]
        self.seconds = operation.seconds @ self.within
        self.share = self.seconds / np.maximum(self.known_seconds, 1e-9)

    def within_of(self, operation: OperatingHistory) -> Bools:
        """Tell which moments lie in which regions."""
        within = np.empty((len(operation), len(self.regions)), bool)
        for number, region in enumerate(self.regions):
            within[:, number] = region.holds(operation.columns[region.variable])
        return within

    def _known_of(self, operation: OperatingHistory) -> Bools:
        return np.column_stack([known(operation.columns[name]) for name in self._names])

    def known_of(self, operation: OperatingHistory) -> Bools:
        """Tell at which moments the variable of which region was known."""
        return self._known_of(operation)[:, self._variable]

    def strength(self, hits: Floats, count: Floats, onsets: int) -> Floats:
        """Return the log likelihood ratio of each region; 0 where the effect is too small to tell.

        Args:
            hits: onsets in the region.
            count: onsets at which its variable was known.
            onsets: all of them.
        """
        share = self.share
        is_reportable = (
            (hits > 0.0)
            & (count >= max(FEWEST_ONSETS, LEAST_KNOWN * onsets))
            & (hits >= LEAST_WITHIN * count)
        )
        is_reportable &= rate_ratio(hits, count, share) >= LEAST_RATIO
        return np.where(is_reportable, _likelihood(hits, count, share), 0.0)

    def as_strong(self, moments: NDArray[np.intp], needed: NDArray[np.intp]) -> Bools:
        """Tell which of many drawn sets of onsets prefer any region strongly.

        Args:
            moments: the moments at which the onsets of each set are, a row a set.
            needed: what strongly means, as :meth:`needed` returned it.
        """
        within = self.within.view(np.uint8)
        found = np.zeros(len(moments), bool)
        for number, (drawn, least) in enumerate(
            zip(moments, self._least_hits(moments, needed), strict=False)
        ):
            hits = np.add.reduce(within[drawn], axis=0, dtype=np.uint16)
            found[number] = bool((hits >= least).any())
        return found

    def _least_hits(
        self, moments: NDArray[np.intp], needed: NDArray[np.intp]
    ) -> Iterable[NDArray[np.intp]]:
        """Return by region how many hits each drawn set needs."""
        if self._known.all():  # as nearly always: then all sets need the same
            return repeat(needed[moments.shape[1]])
        is_known, every = self._known.view(np.uint8), np.arange(len(self.regions))
        counts = (np.add.reduce(is_known[drawn], axis=0, dtype=np.uint16) for drawn in moments)
        return (needed[count[self._variable], every] for count in counts)

    def needed(self, least: float, onsets: int) -> NDArray[np.intp]:
        """Return by count and region how many hits make a strength; it grows with the hits.

        Args:
            least: the strength that is asked for.
            onsets: how many onsets there are, known or not.
        """
        count = np.arange(onsets + 1, dtype=float)[:, None]
        low = np.zeros((onsets + 1, len(self.regions)))
        high = low + onsets + 1.0
        while (high - low > 1.0).any():
            middle = np.floor((low + high) / 2.0)
            enough = (middle <= count) & (self.strength(middle, count, onsets) >= least - 1e-9)
            low, high = np.where(enough, low, middle), np.where(enough, middle, high)
        return high.astype(np.intp)


def rate_ratio(hits: Floats, count: Floats, share: Floats) -> Floats:
    """Return how many times as often onsets come within as outside, in the same time.

    Half an onset is added to both, so that it stays finite.
    """
    inside = (hits + 0.5) / np.maximum(share, 1e-9)
    outside = (count - hits + 0.5) / np.maximum(1.0 - share, 1e-9)
    return np.asarray(inside / np.maximum(outside, 1e-9))


def _likelihood(hits: Floats, count: Floats, share: Floats) -> Floats:
    """Return how much more likely the hits are at their own rate than at that of chance."""
    rate = np.clip(hits / np.maximum(count, 1.0), 1e-12, 1.0)
    outside = np.clip(1.0 - rate, 1e-12, 1.0)
    share = np.clip(share, 1e-12, 1.0 - 1e-12)
    likelihood = rate * np.log(rate / share) + outside * np.log(outside / (1.0 - share))
    return np.asarray(count * likelihood)
