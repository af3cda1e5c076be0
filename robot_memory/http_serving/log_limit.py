"""Bounds how fast a log grows, whatever others send: so many lines of one kind, and a count."""

from __future__ import annotations

import logging
import time

from robot_memory.token_bucket import Allowance, TokenBucket

_ALLOWANCE = Allowance(burst=5.0, per_second=1 / 60)


class LogLimit(logging.Filter):
    """Lets pass five lines of one kind, then one a minute, which says how many were left out.

    Lines are of one kind where one line of code writes them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, int], TokenBucket] = {}
        self._left_out: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line may pass; the lock of its handler is held."""
        kind, now = (record.pathname, record.lineno), time.monotonic()
        bucket = self._kinds.setdefault(kind, TokenBucket(_ALLOWANCE, now))
        if not bucket.try_take(now):
            self._left_out[kind] = self._left_out.get(kind, 0) + 1
            return False
        left_out = self._left_out.pop(kind, 0)
        if left_out or bucket.left(now) < 1.0:
            before = f"{left_out} lines like this one were left out" if left_out else ""
            after = "" if bucket.left(now) >= 1.0 else "the next ones within a minute are counted"
            notes = "; ".join(filter(None, (before, after)))
            record.msg, record.args = f"{record.getMessage()} ({notes})", ()
        return True
