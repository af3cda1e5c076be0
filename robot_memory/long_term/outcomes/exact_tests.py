"""Exact tests of counts: Fisher's, and Tarone's correction for many of them.

See docs/explanation/outcomes.md, "When an entry is made".
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence

_ALIKE = 1.0 + 1e-9  # two tables that are as unlikely as each other differ by rounding


def fisher(failed: int, tried: int, other_failed: int, other_tried: int) -> float:
    """Return Fisher's exact p, two-sided: of all tables as unlikely as this one, or more so."""
    chances = _chances(failed + other_failed, tried, other_tried)
    seen = chances[failed] * _ALIKE
    return min(1.0, math.fsum(chance for chance in chances.values() if chance <= seen))


def least_fisher(failed: int, tried: int, other_tried: int) -> float:
    """Return the least p of Fisher's test for groups of these sizes; ``failed`` is of both."""
    chances = _chances(failed, tried, other_tried)
    least = min(chances.values())
    return math.fsum(chance for chance in chances.values() if chance <= least * _ALIKE)


def _chances(failed: int, tried: int, other_tried: int) -> dict[int, float]:
    """Return how probable each number of failures in the first group is, if chance alone decides.

    It is the hypergeometric distribution.
    """
    both = math.comb(tried + other_tried, failed)
    low, high = max(0, failed - other_tried), min(failed, tried)
    return {
        k: math.comb(tried, k) * math.comb(other_tried, failed - k) / both
        for k in range(low, high + 1)
    }


def comparisons(least: Sequence[float], level: float) -> int:
    """Return for how many comparisons to correct (Tarone 1990, Biometrics 46).

    A comparison that could not reach the corrected level with any result is not counted: ``least``
    is the least p that each can reach, ``level`` that of all together.
    """
    ordered = sorted(least)
    for count in range(1, len(ordered) + 1):
        if bisect_right(ordered, level / count) <= count:
            return count
    return max(1, len(least))
