"""Whether failures come more and more often: two tests of a constant rate. Pure.

Specification: rules.md §11.5.

See docs/explanation/reliability.md, "Does the rate change?".
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.applications.reliability.poisson_bounds import LEVEL, gamma_share, poisson_bounds

#: With fewer the normal approximation of the Laplace test does not hold.
FEWEST_FAILURES = 6
#: What comes sooner counts as if it came then: at the very beginning a logarithm has no end.
_SOONEST = 1e-3


@dataclass(frozen=True)
class FailureTrend:
    """The Laplace test (Cox and Lewis 1966, §3.3) over a period that ends at a chosen time.

    Attributes:
        score: standard normal if the rate is constant; positive if failures come late. None of
            fewer than six.
        p: two-sided; None of fewer than six.
    """

    count: int
    score: float | None = None
    p: float | None = None

    @property
    def verdict(self) -> str:
        """``rising``, ``falling``, ``none`` or ``too few failures``."""
        return _verdict(self.p, is_rising=self.score is not None and self.score > 0.0)


@dataclass(frozen=True)
class PowerLawTrend:
    """A rate that changes by a power of the operating time (Crow-AMSAA), and its exact test.

    The test is that of MIL-HDBK-189 for a period that ends at a chosen time T: if the rate is
    constant, twice the sum of ln(T / t) over n failures is chi-square with 2n degrees of freedom.

    Attributes:
        shape: the exponent of the expected count: 1 if the rate is constant, above 1 if it rises.
            The estimate of greatest likelihood; None of fewer than six.
        low, high: its exact interval (95 %).
        p: two-sided, that the shape is 1.
    """

    count: int
    shape: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None

    @property
    def verdict(self) -> str:
        """``rising``, ``falling``, ``none`` or ``too few failures``."""
        return _verdict(self.p, is_rising=self.shape is not None and self.shape > 1.0)


def find_trend(shares: Sequence[float]) -> FailureTrend:
    """Test failures for a trend.

    Args:
        shares: of each failure after which share of the operating time it came, 0 to 1.
    """
    count = len(shares)
    if count < FEWEST_FAILURES:
        return FailureTrend(count)
    score = (math.fsum(shares) / count - 0.5) * math.sqrt(12.0 * count)
    return FailureTrend(count, score, math.erfc(abs(score) / math.sqrt(2.0)))


def find_power_law(shares: Sequence[float]) -> PowerLawTrend:
    """Fit a power law to failures, and test whether the rate is constant.

    Args:
        shares: as of :func:`find_trend`.
    """
    count = len(shares)
    total = -math.fsum(math.log(max(_SOONEST, share)) for share in shares)
    if count < FEWEST_FAILURES or total <= 0.0:
        return PowerLawTrend(count)
    low, _ = poisson_bounds(count)
    _, high = poisson_bounds(count - 1)
    at_most = gamma_share(count, total)
    p = min(1.0, 2.0 * min(at_most, 1.0 - at_most))
    return PowerLawTrend(count, count / total, low / total, high / total, p)


def _verdict(p: float | None, *, is_rising: bool) -> str:
    if p is None:
        return "too few failures"
    if p > 1.0 - LEVEL:
        return "none"
    return "rising" if is_rising else "falling"
