"""Token buckets: limits on bursts and rates. The caller passes the time."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Allowance:
    """The limits of a token bucket.

    Attributes:
        burst: the most tokens at once.
        per_second: tokens added each second.
        reserve: the part of the burst kept for lasting problems.
        strain: after a refusal, only lasting problems may pass until nothing was refused for this
            many seconds.
    """

    burst: float
    per_second: float
    reserve: float = 0.0
    strain: float = 0.0


class TokenBucket:
    """A token bucket, full at its first time stamp, in seconds."""

    def __init__(self, allowance: Allowance, stamp: float) -> None:
        self.allowance = allowance
        self._left = allowance.burst
        self._stamp = stamp
        self._strained_until = -math.inf

    def left(self, stamp: float) -> float:
        """Return the number of tokens now."""
        allowance = self.allowance
        gained = max(0.0, stamp - self._stamp) * allowance.per_second
        self._left = min(allowance.burst, self._left + gained)
        self._stamp = max(stamp, self._stamp)
        return self._left

    def has_room(self, stamp: float, *, lasting: bool, count: float = 1.0) -> bool:
        """Whether ``count`` tokens are free now; lasting problems may use the reserve."""
        allowance, left = self.allowance, self.left(stamp)
        if lasting:
            return left >= count
        if left >= count + allowance.reserve and stamp >= self._strained_until:
            return True
        self._strained_until = stamp + allowance.strain
        return False

    def take(self, count: float = 1.0) -> None:
        """Take ``count`` tokens."""
        self._left -= count

    def try_take(self, stamp: float, count: float = 1.0) -> bool:
        """Take ``count`` tokens if they are free; return whether they were.

        If the clock steps back, the bucket follows it.
        """
        self._stamp = min(self._stamp, stamp)
        may_pass = self.has_room(stamp, lasting=False, count=count)
        if may_pass:
            self.take(count)
        return may_pass
