"""Finds the region in which onsets are more frequent than the time spent there explains.

Specification: rules.md §10.2.

See docs/explanation/conditions.md, "What is compared with what", "When a limit is reported" and
"What is never claimed".
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.exact_bounds import share_bounds
from robot_memory.foundation.repeated_looks import correction
from robot_memory.long_term.limit_search.operating_history import Floats, OperatingHistory, known
from robot_memory.long_term.limit_search.permutation_blocks import (
    PermutationBlocks,
    UniformDraws,
    all_blocks,
    positions_of,
    quarter_hours,
)
from robot_memory.long_term.limit_search.region import (
    FEWEST_ONSETS,
    FEWEST_VISITS,
    LARGEST_P,
    LEAST_KNOWN,
    LEAST_LOW,
    LEAST_RATIO,
    LEAST_WITHIN,
    Region,
    RegionSide,
    regions_of,
)
from robot_memory.long_term.limit_search.risk_set import RiskSet

_Bools = NDArray[np.bool_]


class ScanStatistic:
    """Scores all regions at once."""

    def __init__(self, regions: Sequence[Region], operation: OperatingHistory) -> None:
        self.regions = regions
        self._names = list(dict.fromkeys(region.variable for region in regions))
        self._variable = np.array([self._names.index(r.variable) for r in regions], int)
        self.within = self.within_of(operation)  # which moments are in which regions
        self._known = self._known_of(operation)
        # running time in which each region's variable was known
        self.known_seconds = (operation.seconds @ self._known)[self._variable]
        self.seconds = operation.seconds @ self.within
        self.share = self.seconds / np.maximum(self.known_seconds, 1e-9)

    def within_of(self, operation: OperatingHistory) -> _Bools:
        """Return which moments are in which regions."""
        within = np.empty((len(operation), len(self.regions)), bool)
        for number, region in enumerate(self.regions):
            within[:, number] = region.holds(operation.columns[region.variable])
        return within

    def _known_of(self, operation: OperatingHistory) -> _Bools:
        return np.column_stack([known(operation.columns[name]) for name in self._names])

    def known_of(self, operation: OperatingHistory) -> _Bools:
        """Return at which moments each region's variable was known."""
        return self._known_of(operation)[:, self._variable]

    def strength(self, hits: Floats, count: Floats, onsets: int) -> Floats:
        """Return the log likelihood ratio of each region; 0 if the effect is too small to report.

        ``count`` is the number of onsets at which the region's variable was known.
        """
        share = self.share
        is_reportable = (
            (hits > 0.0)
            & (count >= max(FEWEST_ONSETS, LEAST_KNOWN * onsets))
            & (hits >= LEAST_WITHIN * count)
        )
        is_reportable &= rate_ratio(hits, count, share) >= LEAST_RATIO
        return np.where(is_reportable, _likelihood(hits, count, share), 0.0)

    def as_strong(self, moments: NDArray[np.intp], needed: NDArray[np.intp]) -> _Bools:
        """Return which drawn sets of onsets, one row of moments each, strongly prefer any region.

        ``needed`` is the result of :meth:`needed` for the required strength.
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
        """Return the hits that each drawn set needs, by region."""
        if self._known.all():  # nearly always; then all sets need the same
            return repeat(needed[moments.shape[1]])
        is_known, every = self._known.view(np.uint8), np.arange(len(self.regions))
        counts = (np.add.reduce(is_known[drawn], axis=0, dtype=np.uint16) for drawn in moments)
        return (needed[count[self._variable], every] for count in counts)

    def needed(self, least: float, onsets: int) -> NDArray[np.intp]:
        """Return the least hits for a strength, by count and region; more hits are stronger.

        Args:
            onsets: the number of onsets, with known variable or not.
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
    """Return the ratio of the onset rates inside and outside, per time.

    Half an onset is added to both, which keeps the ratio finite.
    """
    inside = (hits + 0.5) / np.maximum(share, 1e-9)
    outside = (count - hits + 0.5) / np.maximum(1.0 - share, 1e-9)
    return np.asarray(inside / np.maximum(outside, 1e-9))


def _likelihood(hits: Floats, count: Floats, share: Floats) -> Floats:
    """Return the log likelihood ratio of the hits at their own rate, against that of chance."""
    rate = np.clip(hits / np.maximum(count, 1.0), 1e-12, 1.0)
    outside = np.clip(1.0 - rate, 1e-12, 1.0)
    share = np.clip(share, 1e-12, 1.0 - 1e-12)
    likelihood = rate * np.log(rate / share) + outside * np.log(outside / (1.0 - share))
    return np.asarray(count * likelihood)


@dataclass(frozen=True)
class LimitFinding:
    """A region of a variable in which onsets are more frequent."""

    region: Region
    onsets: int  # how many of these onsets are in the region
    within: int  # how many of them lie in the region
    share: float
    hours: float  # driving or running time with known variable
    time: str  # the kind of that time, 'driving' or 'running'
    ratio: float  # ratio of the onset rates in the region and outside, per time
    # low, high: 95 % bounds of that ratio
    low: float
    high: float
    # probability of such a result anywhere by chance, corrected for all that was tried
    p: float


def measure(risk: RiskSet, region: Region, *, p: float) -> LimitFinding:
    """Return the statistics of one region."""
    scan = ScanStatistic([region], risk.operation)
    within, is_known = scan.within_of(risk.onsets)[:, 0], scan.known_of(risk.onsets)[:, 0]
    hits, count, share = int(within.sum()), int(is_known.sum()), float(scan.share[0])
    low, high = _bounds(within[is_known], risk.onsets.times[is_known], risk, share)
    ratio = rate_ratio(np.array([hits]), np.array([count]), scan.share)
    return LimitFinding(
        region=region,
        onsets=count,
        within=hits,
        share=share,
        hours=float(scan.known_seconds[0]) / 3600.0,
        time=risk.time,
        ratio=float(ratio[0]),
        low=low,
        high=high,
        p=p,
    )


def _bounds(
    within: _Bools, times: NDArray[np.float64], risk: RiskSet, share: float
) -> tuple[float, float]:
    """Return the interval of the rate ratio, wider if onsets of a quarter hour are alike."""
    if not len(within) or not len(risk.operation):
        return 0.0, math.inf
    block = quarter_hours(risk.operation).of(positions_of(times, risk.operation))
    excess = max(1.0, _dispersion(within, block))
    low, high = share_bounds(float(within.sum()) / excess, len(within) / excess)
    return _odds_ratio(low, share), _odds_ratio(high, share)


def _odds_ratio(hits: float, share: float) -> float:
    if hits >= 1.0 or share <= 0.0:
        return math.inf
    return hits / (1.0 - hits) * (1.0 - share) / share


def _dispersion(within: _Bools, block: NDArray[np.intp]) -> float:
    """Return the overdispersion of hits by quarter hour, relative to single onsets."""
    rate = float(within.mean())
    counts, hits = np.bincount(block), np.bincount(block, weights=within)
    used = counts > 0
    if used.sum() < 2 or rate in (0.0, 1.0):
        return 1.0
    squares = (hits[used] - rate * counts[used]) ** 2 / (rate * (1.0 - rate) * counts[used])
    return float(squares.sum() / (used.sum() - 1))


#: Conditions that a planner chooses; preferred to conditions that are only measured.
COMMANDED = ("speed", "turn_rate", "mode")
_FEWEST_MOMENTS = 100
#: Log likelihood ratios within which neither of two regions is clearly better.
_AS_GOOD, _NEXT_STEP = 3.0, 1.0
_DRAWS = 400  # for each correction
_AT_ONCE = 200  # draws
_HOPELESS = 0.05


def compare(risk: RiskSet, random: UniformDraws, *, look: int = 1) -> LimitFinding | None:
    """Return the condition that separates onsets from normal operation; None if none does.

    ``look`` is the number of this test of the growing set of onsets, from 1.
    """
    onsets, operation = risk.onsets, risk.operation
    if len(onsets) < FEWEST_ONSETS or len(operation) < _FEWEST_MOMENTS:
        return None
    regions = regions_of(operation)
    if not regions:
        return None
    scan = ScanStatistic(regions, operation)
    within = scan.within_of(onsets)
    hits, count = (flags.sum(axis=0, dtype=float) for flags in (within, scan.known_of(onsets)))
    strength = scan.strength(hits, count, len(onsets))
    strongest = float(strength.max())
    if strongest <= 0.0:
        return None
    best = _choose(scan, strength)
    positions = positions_of(onsets.times, operation)
    if visits(positions[within[:, best]], regions[best], operation) < FEWEST_VISITS:
        return None
    schemes = all_blocks(operation)
    tries = correction(look) * len(schemes)
    needed = scan.needed(strongest, len(onsets))
    p = min(_p(scan, positions, operation, blocks, needed, tries, random) for blocks in schemes)
    finding = measure(risk, regions[best], p=min(1.0, tries * p))
    is_sure = finding.p <= LARGEST_P and finding.low >= LEAST_LOW
    return finding if is_sure else None


def _choose(scan: ScanStatistic, strength: Floats) -> int:
    """Return the region to report, of those that explain the onsets about as well as the strongest.

    Commanded conditions take precedence over their consequences; of neighbouring grid steps the
    more cautious one is reported.
    """
    regions = scan.regions
    near = np.flatnonzero(strength >= max(float(strength.max()) - _AS_GOOD, 1e-9)).tolist()
    commanded = [index for index in near if regions[index].variable in COMMANDED]
    best = max(commanded or near, key=lambda index: float(strength[index]))
    steps = [
        index
        for index in near
        if (regions[index].variable, regions[index].side)
        == (regions[best].variable, regions[best].side)
        and strength[index] >= strength[best] - _NEXT_STEP
        and regions[best].side is not RegionSide.IS
    ]
    return max(steps, key=lambda index: float(scan.share[index]), default=best)


def visits(positions: Floats, region: Region, operation: OperatingHistory) -> int:
    """Return the number of separate stays in a region that had onsets.

    Args:
        positions: of the onsets in the region, on the axis of running time.
    """
    ends = np.cumsum(operation.seconds)
    column = operation.columns[region.variable]
    is_outside = known(column) & ~region.holds(column)
    departures = np.concatenate(([0], np.cumsum(is_outside)))
    return len(np.unique(departures[np.searchsorted(ends, positions, side="right")]))


def _p(
    scan: ScanStatistic,
    positions: Floats,
    operation: OperatingHistory,
    blocks: PermutationBlocks,
    needed: NDArray[np.intp],
    tries: float,
    random: UniformDraws,
) -> float:
    """Return the probability that chance prefers any region as strongly."""
    ends = np.cumsum(operation.seconds)
    draws = as_strong = 0
    while draws < _DRAWS * tries and as_strong <= max(_HOPELESS * draws, _HOPELESS * _AT_ONCE):
        moved = blocks.moved(positions, _AT_ONCE, random)
        moments = np.minimum(np.searchsorted(ends, moved, side="right"), len(ends) - 1)
        draws += _AT_ONCE
        as_strong += int(scan.as_strong(moments, needed).sum())
    # At least 1 / number of different arrangements: the observed one is among them.
    return max((1 + as_strong) / (1 + draws), 1.0 / blocks.arrangements(positions, ends))
