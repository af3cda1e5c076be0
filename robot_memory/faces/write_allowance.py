"""The shared limit on writes by callers that cannot be told apart.

See docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

import json
import math
import threading
import time
from pathlib import Path

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import AllowanceUsedUp
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

_HOUR = 3600.0
_WRITES = Allowance(burst=500.0, per_second=1.0)
_LEFT = ".agent-writes.lock"  # in a home; an export leaves such names out
#: Bytes: agents' texts must not displace the event log's archives (rules.md §7.5).
TEXTS = Allowance(burst=2_000_000.0, per_second=2_000_000 / 86_400)


class WriteAllowance:
    """An allowance of writes. Thread-safe.

    Args:
        of_what: the counted requests in words for refusals: "requests to write over ROS".
        allowed: the amount at once and per second; None: the limit of requests.
    """

    def __init__(self, of_what: str, allowed: Allowance | None = None) -> None:
        self._of_what, self._allowed = of_what, allowed or _WRITES
        self._bucket = TokenBucket(self._allowed, time.monotonic())
        self._lock = threading.Lock()

    def take(self, count: float = 1.0) -> None:
        """Count a request to write, or an amount written.

        Raises:
            AllowanceUsedUp: the allowance is used up.
        """
        with self._lock:
            may_pass = self._bucket.try_take(time.monotonic(), count)
        if not may_pass:
            raise _refused(self._of_what, self._allowed)


class HomeAllowance:
    """An allowance of write requests for a home, shared by all processes.

    An agent over MCP has a separate process for each session. The rest of the allowance is stored
    in the file that they lock; an unreadable file counts as the full allowance.
    """

    def __init__(self, of_what: str) -> None:
        self._of_what = of_what

    def take(self, folder: Path) -> None:
        """Count a request to write in a home.

        Raises:
            AllowanceUsedUp: the allowance is used up.
            LockHeld, OSError: the request cannot be counted.
        """
        files.make_private_folder(folder)
        path = folder / _LEFT
        with file_lock.locked(path):
            now = time.monotonic()  # the same for all processes since the machine started
            left, stamp = _read(files.read_existing(path) or b"", now)
            bucket = TokenBucket(_WRITES, stamp)
            bucket.take(_WRITES.burst - left)
            may_pass = bucket.try_take(now)
            path.write_text(json.dumps([bucket.left(now), now]), encoding="utf-8")
        if not may_pass:
            raise _refused(self._of_what, _WRITES)


def _read(data: bytes, now: float) -> tuple[float, float]:
    try:
        left, stamp = map(float, json.loads(data))
    except (ValueError, TypeError, OverflowError, RecursionError):
        return _WRITES.burst, now
    if not (math.isfinite(left) and math.isfinite(stamp)):
        return _WRITES.burst, now
    return max(0.0, left), stamp


def _refused(of_what: str, allowed: Allowance) -> AllowanceUsedUp:
    return AllowanceUsedUp(
        f"nothing was stored: {allowed.burst:,.0f} {of_what} are taken at once, and "
        f"{allowed.per_second * _HOUR:,.0f} more an hour; wait, then send it again"
    )
