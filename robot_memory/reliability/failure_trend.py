"""Whether failures come more and more often: the Laplace test. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from robot_memory.reliability.poisson_bounds import LEVEL

#: With fewer the normal approximation of the test does not hold.
FEWEST_FAILURES = 6


@dataclass(frozen=True)
class FailureTrend:
    """The Laplace test (Cox and Lewis 1966, §3.3) over a period that ends at a chosen time.

    Attributes:
        count: how many failures it is of.
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
        if self.score is None or self.p is None:
            return "too few failures"
        if self.p > 1.0 - LEVEL:
            return "none"
        return "rising" if self.score > 0.0 else "falling"


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
