"""Which regions of which variables are looked at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from robot_memory.limit_search.limit_grid import coarse_limits
from robot_memory.limit_search.operating_history import Column, OperatingHistory, is_named, known
from robot_memory.limit_search.region import Region, RegionSide

LEAST_SHARE, MOST_SHARE = 0.01, 0.5
_MOST_NAMES = 12


def regions_of(operation: OperatingHistory) -> list[Region]:
    """Return all regions that could be limits, in a fixed order.

    A planner can use one that is a smaller part of running time, and not too small to be known.
    """
    return [
        region
        for name, column in sorted(operation.columns.items())
        for region in _regions(name, column)
        if LEAST_SHARE <= _share(region, column, operation) <= MOST_SHARE
    ]


def _share(region: Region, column: Column, operation: OperatingHistory) -> float:
    of = float(operation.seconds[known(column)].sum())
    return float(operation.seconds[region.holds(column)].sum()) / of if of > 0.0 else 0.0


def _regions(name: str, column: Column) -> Iterator[Region]:
    values = column[known(column)]
    if is_named(column):
        names, counts = np.unique(values, return_counts=True)
        usual = sorted(zip(-counts, names.tolist(), strict=True))[:_MOST_NAMES]
        yield from (Region(name, RegionSide.IS, value) for _, value in usual if len(names) > 1)
    elif set(np.unique(values).tolist()) == {0.0, 1.0}:
        yield from (Region(name, RegionSide.IS, flag) for flag in (0.0, 1.0))
    else:
        for limit in coarse_limits(column):  # type: ignore[arg-type]
            yield Region(name, RegionSide.ABOVE, limit)
            yield Region(name, RegionSide.BELOW, limit)
