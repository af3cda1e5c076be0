"""Regions of operating variables that can become limits; the limits are few and round.

Also holds the thresholds for reporting a region as a limit.

See docs/explanation/conditions.md, "When a limit is reported".
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from robot_memory.foundation.repeated_looks import FEWEST
from robot_memory.long_term.limit_search.operating_history import (
    Column,
    OperatingHistory,
    is_named,
    known,
)

FEWEST_ONSETS = FEWEST  # the least number of onsets
LEAST_KNOWN = 0.5  # the least share of onsets at which the limit's variable is known
FEWEST_VISITS = 4  # the least number of separate stays beyond the limit that have onsets

# A planner can use a limit if the robot is mostly not beyond it, most onsets are there, and the
# effect is large.
#: The least and the greatest share of running time beyond the limit.
LEAST_TIME, MOST_TIME = 0.01, 0.5
LEAST_WITHIN = 0.6  # the least share of onsets beyond the limit
LEAST_RATIO = 3.0  # the least ratio of the onset rates beyond the limit and elsewhere

LEAST_LOW = 1.5  # the least lower 95 % bound of that ratio
LARGEST_P = 0.01  # the largest p, after all corrections


class RegionSide(str, Enum):
    """The side of the limit on which a region is."""

    ABOVE = "above"
    BELOW = "below"
    IS = "is"  # for named values, such as a mode, and for flags


@dataclass(frozen=True)
class Region:
    """Values of a variable above or below a limit, or equal to it."""

    variable: str
    side: RegionSide
    # the limit; for named values and flags, the value itself
    limit: float | str

    def holds(self, values: NDArray[Any]) -> NDArray[np.bool_]:
        """Return for each value whether it is within; NaN, '' and other types are not."""
        if (values.dtype.kind == "U") != isinstance(self.limit, str):
            return np.zeros(len(values), bool)
        if self.side is RegionSide.ABOVE:
            return np.asarray(values > self.limit)
        if self.side is RegionSide.BELOW:
            return np.asarray(values < self.limit)
        return np.asarray(values == self.limit)


#: The most candidate values of a mode: the most common ones.
MOST_NAMES = 12
_STEPS = 12
_TAIL = 0.02
_NEAR, _RESTS = 0.1, 0.1  # of a step; share of moments


def regions_of(operation: OperatingHistory) -> list[Region]:
    """Return all candidate regions for limits, in a fixed order.

    A usable region is a smaller part of the running time, but large enough for statistics.
    """
    return [
        region
        for name, column in sorted(operation.columns.items())
        for region in _regions(name, column)
        if LEAST_TIME <= _share(region, column, operation) <= MOST_TIME
    ]


def _share(region: Region, column: Column, operation: OperatingHistory) -> float:
    of = float(operation.seconds[known(column)].sum())
    return float(operation.seconds[region.holds(column)].sum()) / of if of > 0.0 else 0.0


def _regions(name: str, column: Column) -> Iterator[Region]:
    values = column[known(column)]
    if is_named(column):
        names, counts = np.unique(values, return_counts=True)
        usual = sorted(zip(-counts, names.tolist(), strict=True))[:MOST_NAMES]
        yield from (Region(name, RegionSide.IS, value) for _, value in usual if len(names) > 1)
    elif set(np.unique(values).tolist()) == {0.0, 1.0}:
        yield from (Region(name, RegionSide.IS, flag) for flag in (0.0, 1.0))
    else:
        for limit in coarse_limits(column):  # type: ignore[arg-type]
            yield Region(name, RegionSide.ABOVE, limit)
            yield Region(name, RegionSide.BELOW, limit)


def coarse_limits(values: NDArray[np.float64]) -> list[float]:
    """Return the multiples of 1, 2 or 5 × 10ⁿ within a variable's usual range.

    The step is the finest with at most twelve limits between the 2nd and the 98th percentile, so
    that one outlier does not make the grid coarser. There is no limit where the variable often
    rests: its side would be noise. NaN means not measured.
    """
    known = values[np.isfinite(values)]
    if not known.size:
        return []
    low, high = (float(edge) for edge in np.quantile(known, (_TAIL, 1.0 - _TAIL)))
    if not high > low or not math.isfinite(high - low):
        return []
    step = round_step((high - low) / _STEPS)
    first, last = math.ceil(low / step), math.floor(high / step)
    limits = (float(f"{number * step:.10g}") for number in range(first, last + 1))
    return [limit for limit in limits
            if np.mean(np.abs(known - limit) <= _NEAR * step) <= _RESTS]  # fmt: skip


def round_step(least: float) -> float:
    """Return the smallest of 1, 2 or 5 × 10ⁿ that is not below ``least``."""
    power = 10.0 ** math.floor(math.log10(least))
    factor = next(f for f in (1.0, 2.0, 5.0, 10.0) if f * power >= least * (1.0 - 1e-9))
    return float(f"{factor * power:.10g}")
