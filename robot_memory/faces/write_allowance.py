"""How much callers whom nobody can tell apart may have written down, all together.

See docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

import threading
import time

from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

_HOUR = 3600.0
_WRITES = Allowance(burst=500.0, per_second=1.0)
#: Bytes: what agents write takes no room from the archives of the record (rules.md §7.5).
EVENTS = Allowance(burst=2_000_000.0, per_second=2_000_000 / 86_400)


class WriteAllowance:
    """What is left of it. Safe to share between threads.

    Args:
        of_what: how the callers ask, and for what, as refusals say it: "requests to write over
            ROS".
        allowed: how much at once, and a second; None: so many requests.
    """

    def __init__(self, of_what: str, allowed: Allowance | None = None) -> None:
        self._of_what = of_what
        self._allowed = allowed or _WRITES
        self._bucket = TokenBucket(self._allowed, time.monotonic())
        self._lock = threading.Lock()

    def take(self, count: float = 1.0) -> None:
        """Count a request to write, or what it writes.

        Raises:
            InvalidInput: too much came.
        """
        with self._lock:
            may_pass = self._bucket.try_take(time.monotonic(), count)
        if not may_pass:
            allowed = self._allowed
            raise InvalidInput(
                f"nothing was stored: {allowed.burst:,.0f} {self._of_what} are taken at once, and "
                f"{allowed.per_second * _HOUR:,.0f} more an hour; wait, then send it again"
            )
