"""How much callers whom nobody can tell apart may have written down, all together.

See docs/reference/security.md, "Parameters that close the network".
"""

from __future__ import annotations

import threading
import time

from robot_memory.errors import InvalidInput
from robot_memory.token_bucket import Allowance, TokenBucket

_WRITES = Allowance(burst=500.0, per_second=1.0)


class WriteAllowance:
    """What is left of it. Safe to share between threads.

    Args:
        where: how the callers ask, as refusals say it: "over ROS".
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._bucket = TokenBucket(_WRITES, time.monotonic())
        self._lock = threading.Lock()

    def take(self) -> None:
        """Count a request to write.

        Raises:
            InvalidInput: too many came.
        """
        with self._lock:
            may_pass = self._bucket.try_take(time.monotonic())
        if not may_pass:
            raise InvalidInput(
                f"nothing was stored: {self._where} {_WRITES.burst:g} requests to write are taken "
                f"at once, and {_WRITES.per_second:g} more a second; wait, then send it again"
            )
