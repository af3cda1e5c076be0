"""Rate limits for each source and for all together; all parts of perception use this class.

A part is kept back for what lasts, so that a real fault gets through while another source floods.

See docs/explanation/perception.md, "Sources that produce too much".
"""

from __future__ import annotations

from collections import OrderedDict

from robot_memory.foundation.token_bucket import Allowance, TokenBucket
from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Debounce, Detection

#: The detector of keys that say so.
NOTICE = "quota"
_MOST_SOURCES = 512  # sources whose allowance is kept, those that were heard last


class Quota:
    """Lets so much pass for each source, and for all together, who are called ``everyone``."""

    def __init__(self, each: Allowance, together: Allowance, everyone: str) -> None:
        self._each = each
        self._all = TokenBucket(together, 0.0)
        self._everyone = everyone
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

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
        if not bucket.has_room(stamp, lasting=lasting):
            return source
        if not self._all.has_room(stamp, lasting=lasting):
            return self._everyone
        bucket.take()
        self._all.take()
        return ""

    def _bucket(self, source: str, stamp: float) -> TokenBucket:
        bucket = self._buckets.get(source)
        if bucket is None:
            bucket = self._buckets[source] = TokenBucket(self._each, stamp)
            if len(self._buckets) > _MOST_SOURCES:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(source)
        return bucket


def too_much(source: str, count: int = 0, left_out: str = "") -> Detection:
    """Say that a source is being rate-limited: how much was left out so far, and what now."""
    return Detection(
        key=Key(NOTICE, source, "rate-limited"),
        present=True,
        text=f"{source} reports more different things than can be remembered: it is rate-limited, "
        "and the evidence lists what did not last",
        magnitude=float(count),
        kind="rate-limited",
        left_out=left_out,
        debounce=Debounce(onset=0.0, end=60.0, quiet=600.0),
    )
