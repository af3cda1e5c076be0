"""A connection of uvicorn that gives its client limited time, and is one of a limited number.

uvicorn itself ends a connection only between two requests, and accepts as many as come.

See docs/reference/security.md, "HTTP servers".
"""

from __future__ import annotations

import asyncio
import logging
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

_LOG = logging.getLogger(__name__)
MOST_CONNECTIONS = 256
#: Seconds in which a whole request has to come, head and body.
LONGEST_REQUEST = 20.0
#: Seconds for which a client may leave an answer untaken.
LONGEST_STALL = 60.0


class LimitedConnection(H11Protocol):
    """Ends where its client takes too long for a request, or to take the answer.

    Where there are too many connections, the one ends that has waited longest for its client; one
    whose request is complete, and not yet answered, waits for the server, and stays.
    """

    _limit: float | None = None
    _waits_since = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, and make room where there are too many."""
        super().connection_made(transport)
        self._watch_client()
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._watch_client()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch_client()

    def pause_writing(self) -> None:
        """Wait for the client to take what is sent."""
        super().pause_writing()
        self._watch_client()

    def resume_writing(self) -> None:
        """Send more."""
        super().resume_writing()
        self._watch_client()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def _watch_client(self) -> None:
        """Start the time limit where the client's turn begins, and end it with the turn."""
        limit = self._client_limit()
        if limit == self._limit:
            return
        self._limit, self._waits_since = limit, self.loop.time()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if limit is None else self.loop.call_later(limit, self._end_late)

    def _client_limit(self) -> float | None:
        """Return how many seconds the client has for its turn; None in the server's turn."""
        if self.flow.write_paused:
            return LONGEST_STALL
        cycle: RequestResponseCycle | None = self.cycle  # none before the first request
        if cycle is None or cycle.more_body or cycle.response_complete:
            return LONGEST_REQUEST
        return None

    def _end_late(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        has_begun = self.conn.trailing_data[0] or (cycle is not None and cycle.more_body)
        if has_begun and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            problem = f"the request was not complete after {LONGEST_REQUEST:g} s; nothing was done"
            _LOG.warning("%s: %s", self.client, problem)
            self.send_400_response(problem)
        self.transport.abort()

    def _make_room(self) -> None:
        """End the connection that has waited longest for its client; that may be this one."""
        open_ones = cast("set[LimitedConnection]", self.connections)
        waiting = (one for one in open_ones if one._limit is not None)
        longest = min(waiting, key=lambda one: one._waits_since)
        _LOG.warning(
            "more than %d connections: that of %s, which waited longest for a request, was closed",
            MOST_CONNECTIONS, longest.client,
        )  # fmt: skip
        self.connections.discard(longest)
        longest.transport.abort()
