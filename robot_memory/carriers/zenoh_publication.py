"""This robot's latest update in Zenoh: published, announced, and sent on request."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING

from robot_memory.carriers.update_digest import digest_of
from robot_memory.carriers.zenoh_config import latest_key, update_key
from robot_memory.token_bucket import Allowance, TokenBucket

if TYPE_CHECKING:  # the package is an extra
    import zenoh

ANSWERS = Allowance(burst=512.0, per_second=50.0)


class ZenohPublication:
    """Keeps an update where others find it.

    The token appears at others when they, or the network between, come back. So each learns which
    update is the latest, and asks for those only that it has not.

    Args:
        session: open.
        rrn: whose update it is.
        data: the update.
    """

    def __init__(self, session: zenoh.Session, rrn: str, data: bytes) -> None:
        self._session = session
        self._rrn = rrn
        self._key = update_key(rrn)
        self._data = data
        self._answers = TokenBucket(ANSWERS, time.monotonic())
        self._lock = threading.Lock()
        self._queryable = session.declare_queryable(self._key, self._answer)
        self._token: zenoh.LivelinessToken | None = None
        self.replace(data)

    def replace(self, data: bytes) -> None:
        """Send another update in its place."""
        self._data = data
        # Dropped where the way is congested: whoever misses it asks, as the token is not dropped.
        self._session.put(self._key, data)
        before = self._token
        self._token = self._session.liveliness().declare_token(
            latest_key(self._rrn, digest_of(data))
        )
        if before is not None:
            before.undeclare()

    def _answer(self, query: zenoh.Query) -> None:
        """Answer whoever asks, in a thread of Zenoh."""
        with self._lock:
            may_answer = self._answers.try_take(time.monotonic())
        if may_answer:
            query.reply(self._key, self._data)

    def close(self) -> None:
        """Offer it no more."""
        import zenoh

        with contextlib.suppress(zenoh.ZError):  # the session is closed: nothing is offered
            self._queryable.undeclare()
            if self._token is not None:
                self._token.undeclare()
