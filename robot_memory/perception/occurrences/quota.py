"""What a source that chatters may cost: the one place where anything is rate-limited.

A broken driver can say a thousand different things a second. What it says costs time to read and
rows to keep, so both are metered: for each source, and for all of them together. A part is kept
back for what lasts, so that a real fault still gets through while another source babbles.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import dataclass

from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Debounce, Detection

#: The detector of keys that say so.
NOTICE = "quota"
_MOST_SOURCES = 512


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


class QuotaBucket:
    """What is left of an allowance.

    Args:
        allowance: how much may pass.
        stamp: since when it has been full, seconds.

    Attributes:
        allowance: the same.
    """

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

    def has_one(self, stamp: float, *, lasting: bool) -> bool:
        """Tell whether one may pass now; what lasts may use what is kept back for it."""
        allowance, left = self.allowance, self.left(stamp)
        if lasting:
            return left >= 1.0
        if left >= 1.0 + allowance.reserve and stamp >= self._strained_until:
            return True
        self._strained_until = stamp + allowance.strain
        return False

    def take(self) -> None:
        """Let one pass."""
        self._left -= 1.0


class Quota:
    """Lets so much pass for each source, and for all together.

    Args:
        each: the allowance of one source.
        together: the allowance of all.
        everyone: what to call them all.
    """

    def __init__(self, each: Allowance, together: Allowance, everyone: str) -> None:
        self._each = each
        self._all = QuotaBucket(together, 0.0)
        self._everyone = everyone
        self._buckets: OrderedDict[str, QuotaBucket] = OrderedDict()

    def refuses(self, source: str, stamp: float, *, lasting: bool = False) -> str:
        """Take one from the allowances.

        Args:
            source: who wants to pass.
            stamp: seconds.
            lasting: it has lasted for a while, and may use what is kept back.

        Returns:
            Who says too much; empty where it may pass.
        """
        bucket = self._bucket(source, stamp)
        if not bucket.has_one(stamp, lasting=lasting):
            return source
        if not self._all.has_one(stamp, lasting=lasting):
            return self._everyone
        bucket.take()
        self._all.take()
        return ""

    def _bucket(self, source: str, stamp: float) -> QuotaBucket:
        bucket = self._buckets.get(source)
        if bucket is None:
            bucket = self._buckets[source] = QuotaBucket(self._each, stamp)
            if len(self._buckets) > _MOST_SOURCES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(source)
        return bucket


def too_much(source: str, count: int = 0) -> Detection:
    """Say that a source is being rate-limited.

    Args:
        source: who says too much.
        count: how much was left out so far.
    """
    return Detection(
        key=Key(NOTICE, source, "rate-limited"),
        present=True,
        text=f"{source} reports more different things than can be remembered: it is rate-limited, "
        "and what does not last is left out",
        magnitude=float(count),
        kind="rate-limited",
        debounce=Debounce(onset=0.0, end=60.0, quiet=600.0),
    )
