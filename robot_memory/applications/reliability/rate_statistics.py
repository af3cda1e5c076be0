"""Exact Poisson rate intervals, the exact test of two rates, and the trend test. Pure.

Specification: rules.md §11.2, §11.3 and §11.5.

See docs/explanation/reliability.md, "The figures" and "Does the rate change?".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

from robot_memory.foundation.exact_bounds import binomial_tail, share_bounds, solve

LEVEL = 0.95
_PRECISION = 1e-15
_MOST_TERMS = 100_000
_LARGE = 30  # counts from which Newton's method is used
_STEPS = 3  # of Newton's method


@dataclass(frozen=True)
class RateEstimate:
    """Events of a Poisson process in some exposure."""

    count: int
    exposure: float  # amount of use in hours, kilometres or missions; more than 0
    value: float  # events per unit of exposure
    # low, high: the exact interval (95 %) of ``value`` (Garwood 1936)
    low: float
    high: float


@dataclass(frozen=True)
class RateComparison:
    """The rate after a point in time against the rate before it."""

    before: RateEstimate
    after: RateEstimate
    ratio: float | None  # ratio of the rates, after to before; None without events before
    # of the exact conditional test of equal rates (Przyborowski and Wilenski 1940), two-sided:
    # twice the smaller tail
    p: float
    needed: int  # total number of events from which the test can find a change

    @property
    def low(self) -> float:
        """The lower end of the exact interval (95 %) of the ratio."""
        low, _ = self._share_bounds
        return low / (1.0 - low) * self._scale if low < 1.0 else math.inf

    @property
    def high(self) -> float | None:
        """The upper end of that interval; None if it is unbounded."""
        _, high = self._share_bounds
        return high / (1.0 - high) * self._scale if self.before.count else None

    @cached_property
    def _share_bounds(self) -> tuple[float, float]:
        """The interval of the share of events after the change, computed on demand."""
        total = self.before.count + self.after.count
        return share_bounds(self.after.count, total, LEVEL) if total else (0.0, 1.0)

    @property
    def _scale(self) -> float:
        return self.before.exposure / self.after.exposure

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, ``no change shown`` or ``too few failures``."""
        if self.before.count + self.after.count < self.needed:
            return "too few failures"
        if self.p > 1.0 - LEVEL:
            return "no change shown"
        return "better" if self.after.value < self.before.value else "worse"


def poisson_bounds(count: int) -> tuple[float, float]:
    """Return the exact interval of an expected count (Garwood, Biometrika 28, 1936)."""
    tail = (1.0 - LEVEL) / 2.0
    low = _gamma_quantile(count, tail) if count else 0.0
    return low, _gamma_quantile(count + 1, 1.0 - tail)


def _gamma_quantile(a: int, share: float) -> float:
    """Return x with P(a, x) = ``share``."""
    most = a + 10.0 * math.sqrt(a) + 20.0
    if a < _LARGE:
        return most * solve(lambda x: _gamma_share(a, most * x) - share)
    # Newton's method from the approximation of Wilson and Hilferty (1931): a fleet question has
    # dozens of large counts, for which bisection takes milliseconds each.
    normal = NormalDist().inv_cdf(share)
    x = a * (1.0 - 1.0 / (9.0 * a) + normal / (3.0 * math.sqrt(a))) ** 3
    for _ in range(_STEPS):
        density = math.exp((a - 1.0) * math.log(x) - x - math.lgamma(a))
        x -= (_gamma_share(a, x) - share) / density
    return x


def estimate_rate(count: int, exposure: float) -> RateEstimate | None:
    """Return a rate with its interval; None without exposure."""
    if exposure <= 0.0:
        return None
    low, high = poisson_bounds(count)
    return RateEstimate(count, exposure, count / exposure, low / exposure, high / exposure)


def compare_rates(before: RateEstimate, after: RateEstimate) -> RateComparison:
    """Compare two rates, conditional on the total number of events."""
    share = after.exposure / (before.exposure + after.exposure)
    smaller = min(share, 1.0 - share)
    total = before.count + after.count
    at_least = binomial_tail(after.count, total, share)
    at_most = 1.0 - binomial_tail(after.count + 1, total, share)
    return RateComparison(
        before,
        after,
        ratio=after.value / before.value if before.count else None,
        p=min(1.0, 2.0 * min(at_least, at_most)),
        # the least total for which p ≤ 0.05 if all events fall on the side with less exposure
        needed=max(1, math.ceil(math.log((1.0 - LEVEL) / 2.0) / math.log(smaller))),
    )


def _gamma_share(a: float, x: float) -> float:
    """Return the regularised incomplete gamma function P(a, x) (Numerical Recipes, §6.2).

    It is the probability that a sum of ``a`` standard exponential times is at most ``x``.
    """
    if x <= 0.0:
        return 0.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1.0:
        return front * _series(a, x)
    return 1.0 - front * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1.0 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * _PRECISION:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """Evaluate the continued fraction of the incomplete gamma function by Lentz's method."""
    tiny = 1e-300
    b = x + 1.0 - a
    c, d = 1.0 / tiny, 1.0 / b
    value = d
    for n in range(1, _MOST_TERMS):
        numerator = -n * (n - a)
        b += 2.0
        d = 1.0 / (numerator * d + b or tiny)
        c = b + numerator / c or tiny
        value *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return value


#: With fewer failures, the normal approximation of the Laplace test does not hold.
FEWEST_FAILURES = 6
#: Hours of operation. Within a day, early and late also mean morning and evening, cold and warm, or
#: a full and an empty battery: late failures do not show a rising rate.
SHORTEST_OPERATION = 24.0


@dataclass(frozen=True)
class FailureTrend:
    """The Laplace test (Cox and Lewis 1966, §3.3) over a period that ends at a chosen time."""

    count: int
    # standard normal if the rate is constant; positive if failures occur late. None with fewer than
    # six.
    score: float | None = None
    p: float | None = None  # two-sided; None with fewer than six
    is_short: bool = False  # whether the robot ran for too short a time for the test

    @property
    def verdict(self) -> str:
        """``rising``, ``falling``, ``none``, ``too few failures`` or ``too little operation``."""
        if self.is_short:
            return "too little operation"
        if self.score is None or self.p is None:
            return "too few failures"
        if self.p > 1.0 - LEVEL:
            return "none"
        return "rising" if self.score > 0.0 else "falling"


def find_trend(shares: Sequence[float], hours: float) -> FailureTrend:
    """Test failures for a trend.

    Args:
        shares: for each failure, the share of the operating time before it, 0 to 1.
        hours: the operating time.
    """
    count = len(shares)
    if hours < SHORTEST_OPERATION:
        return FailureTrend(count, is_short=True)
    if count < FEWEST_FAILURES:
        return FailureTrend(count)
    score = (math.fsum(shares) / count - 0.5) * math.sqrt(12.0 * count)
    return FailureTrend(count, score, math.erfc(abs(score) / math.sqrt(2.0)))
