"""Which regions of which variables are looked at."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from robot_memory.consolidation.grid import coarse_limits
from robot_memory.consolidation.operation import Column, Operation, is_named, known
from robot_memory.consolidation.region import Region, Side

LEAST_SHARE, MOST_SHARE = 0.01, 0.5
_MOST_NAMES = 12


def regions_of(operation: Operation) -> list[Region]:
    """Return all regions that could be limits, in a fixed order.

    A planner can use one that is a smaller part of running time, and not too small to be known.
    """
    return [
        region
        for name, column in sorted(operation.columns.items())
        for region in _regions(name, column)
        if LEAST_SHARE <= _share(region, column, operation) <= MOST_SHARE
    ]


def _share(region: Region, column: Column, operation: Operation) -> float:
    of = float(operation.seconds[known(column)].sum())
    return float(operation.seconds[region.holds(column)].sum()) / of if of > 0.0 else 0.0


def _regions(name: str, column: Column) -> Iterator[Region]:
    values = column[known(column)]
    if is_named(column):
        names, counts = np.unique(values, return_counts=True)
        usual = sorted(zip(-counts, names.tolist(), strict=True))[:_MOST_NAMES]
        yield from (Region(name, Side.IS, value) for _, value in usual if len(names) > 1)
    elif set(np.unique(values).tolist()) == {0.0, 1.0}:
        yield from (Region(name, Side.IS, flag) for flag in (0.0, 1.0))
    else:
        for limit in coarse_limits(column):  # type: ignore[arg-type]
            yield Region(name, Side.ABOVE, limit)
            yield Region(name, Side.BELOW, limit)
