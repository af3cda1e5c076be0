"""What separates onsets from normal operation, with the numbers behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.exact_bounds import share_bounds
from robot_memory.long_term.limit_search.permutation_blocks import positions_of, quarter_hours
from robot_memory.long_term.limit_search.region import Region
from robot_memory.long_term.limit_search.risk_set import RiskSet
from robot_memory.long_term.limit_search.scan_statistic import Bools, ScanStatistic, rate_ratio


@dataclass(frozen=True)
class LimitFinding:
    """A region of a variable in which onsets come more often.

    Attributes:
        onsets: onsets at which the variable was known.
        within: how many of them lie in the region.
        share: share of the time in the region.
        hours: of driving or running in which the variable was known.
        time: what that time is called, 'driving' or 'running'.
        ratio: how many times as often onsets come in the region as outside, in the same time.
        low, high: bounds of that ratio, 95 %.
        p: probability that chance alone does as much anywhere, corrected for all that was tried.
    """

    region: Region
    onsets: int
    within: int
    share: float
    hours: float
    time: str
    ratio: float
    low: float
    high: float
    p: float


def measure(risk: RiskSet, region: Region, *, p: float) -> LimitFinding:
    """Return the numbers of one region."""
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
    within: Bools, times: NDArray[np.float64], risk: RiskSet, share: float
) -> tuple[float, float]:
    """Return the interval of the rate ratio, wider where onsets of a quarter hour are alike."""
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


def _dispersion(within: Bools, block: NDArray[np.intp]) -> float:
    """Return how much more the hits of quarter hours differ than those of single onsets would."""
    rate = float(within.mean())
    counts, hits = np.bincount(block), np.bincount(block, weights=within)
    used = counts > 0
    if used.sum() < 2 or rate in (0.0, 1.0):
        return 1.0
    squares = (hits[used] - rate * counts[used]) ** 2 / (rate * (1.0 - rate) * counts[used])
    return float(squares.sum() / (used.sum() - 1))
