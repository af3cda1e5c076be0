"""Exact tails and bounds of binomial shares and Poisson counts, and Fisher's exact test.

Also Tarone's correction for many such tests.

See docs/explanation/outcomes.md, "When an entry is made".
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence

_HALVINGS = 60
_SURPRISE = 0.05  # one-sided probability below which a count is a surprise


def binomial_tail(hits: int, trials: int, share: float) -> float:
    """Return the probability of ``hits`` or more in ``trials``, each with probability ``share``."""
    if not 0 < hits <= trials:
        return float(hits <= 0)
    return beta_share(share, hits, trials - hits + 1.0)


def share_bounds(hits: float, trials: float, level: float = 0.95) -> tuple[float, float]:
    """Return the Clopper-Pearson interval of a share.

    Args:
        hits, trials: the counts; fractional if counts were reduced to their effective size.
        level: the two-sided confidence level.
    """
    tail = (1.0 - level) / 2.0
    low, high = 0.0, 1.0
    if hits > 0.0:
        low = solve(lambda p: beta_share(p, hits, trials - hits + 1.0) - tail)
    if hits < trials:
        high = solve(lambda p: beta_share(p, hits + 1.0, trials - hits) - (1.0 - tail))
    return low, high


def least_rate(count: int) -> float:
    """Return the lowest expected count at which ``count`` or more is no surprise (one-sided)."""
    if count <= 0:
        return 0.0
    most = count + 10.0 * math.sqrt(count) + 10.0
    return most * solve(lambda share: poisson_tail(count, most * share) - _SURPRISE)


def poisson_tail(count: int, expected: float) -> float:
    """Return the probability of ``count`` or more at an expected count."""
    if expected <= 0.0:
        return 0.0
    terms = (math.exp(k * math.log(expected) - expected - math.lgamma(k + 1)) for k in range(count))
    return 1.0 - math.fsum(terms)


def solve(rises: Callable[[float], float]) -> float:
    """Return the zero in [0, 1] of an increasing function."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        low, high = (middle, high) if rises(middle) < 0.0 else (low, middle)
    return (low + high) / 2.0


def beta_share(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function (Numerical Recipes, §6.4)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _continued_fraction(x, a, b) / a
    return 1.0 - front * _continued_fraction(1.0 - x, b, a) / b


def _continued_fraction(x: float, a: float, b: float) -> float:
    """Evaluate the continued fraction of the incomplete beta function by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0) or tiny)
    value = d
    for m in range(1, 1000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1.0) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1.0)),
        ):
            d = 1.0 / (1.0 + numerator * d or tiny)
            c = 1.0 + numerator / c or tiny
            value *= c * d
        if abs(c * d - 1.0) < 1e-12:
            break
    return value


_ALIKE = 1.0 + 1e-9  # equally unlikely tables differ by rounding


def fisher(failed: int, tried: int, other_failed: int, other_tried: int) -> float:
    """Return Fisher's exact p, two-sided: the sum over all tables that are at most as likely."""
    chances = _chances(failed + other_failed, tried, other_tried)
    seen = chances[failed] * _ALIKE
    return min(1.0, math.fsum(chance for chance in chances.values() if chance <= seen))


def least_fisher(failed: int, tried: int, other_tried: int) -> float:
    """Return the least possible p of Fisher's test for two group sizes and the total failures."""
    chances = _chances(failed, tried, other_tried)
    least = min(chances.values())
    return math.fsum(chance for chance in chances.values() if chance <= least * _ALIKE)


def _chances(failed: int, tried: int, other_tried: int) -> dict[int, float]:
    """Return the probability of each number of failures in the first group, by chance alone.

    This is the hypergeometric distribution.
    """
    both = math.comb(tried + other_tried, failed)
    low, high = max(0, failed - other_tried), min(failed, tried)
    return {
        k: math.comb(tried, k) * math.comb(other_tried, failed - k) / both
        for k in range(low, high + 1)
    }


def comparisons(least: Sequence[float], level: float) -> int:
    """Return the number of comparisons to correct for (Tarone 1990, Biometrics 46).

    A comparison that cannot reach the corrected level with any result does not count. ``least``
    holds the least p that each comparison can reach, ``level`` is the overall level.
    """
    ordered = sorted(least)
    for count in range(1, len(ordered) + 1):
        if bisect_right(ordered, level / count) <= count:
            return count
    return max(1, len(least))
