"""How many requests one client may send.

See docs/reference/http-api.md.
"""

from __future__ import annotations

from collections import OrderedDict
from http import HTTPStatus

from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

_MOST_CLIENTS = 4096


class RateLimit:
    """A token bucket for each client; a client is a token's name, or else an address.

    Args:
        burst: how many may come at once.
        rate: how many come back a second.
    """

    def __init__(self, burst: float = 200.0, rate: float = 50.0) -> None:
        self._allowance = Allowance(burst, rate)
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, client: str, now: float) -> None:
        """Count a request.

        Args:
            now: seconds of a clock that does not step.

        Raises:
            Refused: 429, too many came.
        """
        bucket = self._buckets.setdefault(client, TokenBucket(self._allowance, now))
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not bucket.try_take(now):
            rate = self._allowance.per_second
            detail = f"more than {rate:g} requests a second; wait, then send it again"
            raise Refused(HTTPStatus.TOO_MANY_REQUESTS, detail, headers={"Retry-After": "1"})
