"""Compares conditions at onsets with normal operation.

Specification: rules.md §10.2.

See docs/explanation/conditions.md, "What is compared with what" and "What is never claimed".
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.repeated_looks import correction
from robot_memory.long_term.limit_search.limit_finding import LimitFinding, ScanStatistic, measure
from robot_memory.long_term.limit_search.operating_history import Floats, OperatingHistory, known
from robot_memory.long_term.limit_search.permutation_blocks import (
    PermutationBlocks,
    UniformDraws,
    all_blocks,
    positions_of,
)
from robot_memory.long_term.limit_search.region import (
    FEWEST_ONSETS,
    FEWEST_VISITS,
    LARGEST_P,
    LEAST_LOW,
    Region,
    RegionSide,
    regions_of,
)
from robot_memory.long_term.limit_search.risk_set import RiskSet

#: Conditions that a planner chooses; they are preferred to what is merely measured.
COMMANDED = ("speed", "turn_rate", "mode")
_FEWEST_MOMENTS = 100
#: Log likelihood ratios: of regions so near to each other none is known to be better.
_AS_GOOD, _NEXT_STEP = 3.0, 1.0
_DRAWS = 400  # for each correction
_AT_ONCE = 200  # draws
_HOPELESS = 0.05


def compare(risk: RiskSet, random: UniformDraws, *, look: int = 1) -> LimitFinding | None:
    """Return the condition that separates onsets from normal operation, None where none does.

    Args:
        look: number of this look at these onsets, of which there are more each time; from 1 on.
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
    """Return the region to tell, of those that explain the onsets about as well as the strongest.

    What a planner commands goes before what follows from it; and of neighbouring steps of the grid
    the more cautious one is told.
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
    """Return in how many separate stays in a region onsets were.

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
    """Return how often chance prefers any region as strongly."""
    ends = np.cumsum(operation.seconds)
    draws = as_strong = 0
    while draws < _DRAWS * tries and as_strong <= max(_HOPELESS * draws, _HOPELESS * _AT_ONCE):
        moved = blocks.moved(positions, _AT_ONCE, random)
        moments = np.minimum(np.searchsorted(ends, moved, side="right"), len(ends) - 1)
        draws += _AT_ONCE
        as_strong += int(scan.as_strong(moments, needed).sum())
    # No fewer than one of the different ways to move them: the one that was.
    return max((1 + as_strong) / (1 + draws), 1.0 / blocks.arrangements(positions, ends))
