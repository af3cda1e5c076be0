"""Limits worth telling: few, round, and the same tomorrow (rules.md §1.7)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_STEPS = 12
_TAIL = 0.02
_NEAR, _RESTS = 0.1, 0.1  # of a step; share of moments


def coarse_limits(values: NDArray[np.float64]) -> list[float]:
    """Return the multiples of 1, 2 or 5 × 10ⁿ that lie within a variable's usual range.

    The step is the finest of which at most twelve fill the range between the 2nd and the 98th
    percentile, so that one wild value does not make the grid coarser. Where the variable often
    rests there is no limit: on which side it is would be noise.

    Args:
        values: what was measured; NaN where nothing was.
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
