"""Token buckets: how much may pass, at once and in time. Time is passed in."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Allowance:
    """How much may pass.

    Attributes:
        burst: how many at once.
        per_second: how many more each second.
        reserve: how many of the burst are kept for what lasts.
        strain: after a refusal only what lasts may pass, until nothing was refused for so long.
    """

    burst: float
    per_second: float
    reserve: float = 0.0
    strain: float = 0.0


class TokenBucket:
    """What is left of an allowance: a token bucket, full since a stamp in seconds."""

    def __init__(self, allowance: Allowance, stamp: float) -> None:
        self.allowance = allowance
        self._left = allowance.burst
        self._stamp = stamp
        self._strained_until = -math.inf

    def left(self, stamp: float) -> float:
        """Return how many may pass now."""
        allowance = self.allowance
        gained = max(0.0, stamp - self._stamp) * allowance.per_second
        self._left = min(allowance.burst, self._left + gained)
        self._stamp = max(stamp, self._stamp)
        return self._left

    def has_room(self, stamp: float, *, lasting: bool, count: float = 1.0) -> bool:
        """Tell whether so many may pass now; what lasts may use what is kept back for it."""
        allowance, left = self.allowance, self.left(stamp)
        if lasting:
            return left >= count
        if left >= count + allowance.reserve and stamp >= self._strained_until:
            return True
        self._strained_until = stamp + allowance.strain
        return False

    def take(self, count: float = 1.0) -> None:
        """Let so many pass."""
        self._left -= count

    def try_take(self, stamp: float, count: float = 1.0) -> bool:
        """Let so many pass where they may; tell whether they did.

        A clock that steps back is followed.
        """
        self._stamp = min(self._stamp, stamp)
        may_pass = self.has_room(stamp, lasting=False, count=count)
        if may_pass:
            self.take(count)
        return may_pass
