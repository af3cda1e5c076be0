"""Runs an application with uvicorn, with the same limits for each server.

See docs/reference/security.md, "HTTP servers".
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import cast

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

_LOG = logging.getLogger(__name__)
_MOST_CONNECTIONS = 256
#: Seconds in which a whole request must arrive, head and body.
LONGEST_REQUEST = 20.0
#: Seconds for which a client may stop reading an answer.
LONGEST_STALL = 60.0
_LARGEST_HEAD = 65_536  # bytes
_IDLE = 5  # s between two requests
#: Connections waiting to be accepted. All are accepted at once, and each takes a file handle.
_BACKLOG = 64
_LINES = Allowance(burst=5.0, per_second=1 / 60)  # of one kind, in the log


def open_socket(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 is any free port.

    Raises:
        InvalidInput: the address cannot be used.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
    except (OSError, UnicodeError) as error:  # a host name's labels must not be empty or too long
        problem = f"{host}:{port} cannot be used: {getattr(error, 'strerror', None) or error}"
        raise InvalidInput(
            "the server was not started", [Defect("--host, --port", problem)]
        ) from error
    # Connections inherit it (RFC 5482); the kernel also counts while the peer's window is full.
    listening.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * LONGEST_STALL)
    )  # fmt: skip
    listening.listen(_BACKLOG)
    return listening


def limited_config(app: ASGIApp) -> uvicorn.Config:
    """Return uvicorn's configuration for an application, with all limits.

    A client's address is that of its connection: ``X-Forwarded-For`` is never trusted.
    """
    return uvicorn.Config(
        app, http=_LimitedConnection, ws="none", log_config=None, log_level="warning",
        access_log=False, server_header=False, proxy_headers=False, backlog=_BACKLOG,
        timeout_keep_alive=_IDLE, timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
    )  # fmt: skip


def serve_application(
    app: ASGIApp,
    listening: socket.socket,
    path: str = "/",
    end_streams: Callable[[], None] = lambda: None,
) -> None:
    """Serve until the process is asked to stop (SIGINT, SIGTERM).

    Args:
        listening: the socket from :func:`open_socket`.
        path: the path in the printed address.
        end_streams: called once, on the server's event loop, before it waits for requests to end.
    """
    limit = LogLimit()
    for handler in logging.getLogger().handlers:
        handler.addFilter(limit)
    # uvicorn raises again the signal that stopped it: a requested stop is no failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    host, port = listening.getsockname()[:2]
    print(f"listening on http://{f'[{host}]' if ':' in host else host}:{port}{path}", flush=True)
    with suppress(KeyboardInterrupt):
        _Server(limited_config(app), end_streams).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends the streams before waiting for all requests: streams never end by themselves."""

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._end_streams()
        await super().shutdown(sockets)


class _LimitedConnection(H11Protocol):
    """A connection that ends if its client is too slow to send a request or to read the answer.

    uvicorn itself times a connection out only between two requests, and accepts any number of
    connections.

    If there are too many connections, the one that has waited longest for its client ends. A
    connection whose complete request is not yet answered waits for the server, and stays.
    """

    _limit: float | None = None
    _waits_since = 0.0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch_client()
        if len(self.connections) > _MOST_CONNECTIONS:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch_client()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_client()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_client()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._watch_client()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def _watch_client(self) -> None:
        """Start the time limit when the client's turn begins, and stop it when the turn ends."""
        limit = self._client_limit()
        if limit == self._limit:
            return
        self._limit, self._waits_since = limit, self.loop.time()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if limit is None else self.loop.call_later(limit, self._end_late)

    def _client_limit(self) -> float | None:
        """Return the client's time limit in seconds; None during the server's turn."""
        if self.flow.write_paused:
            return LONGEST_STALL
        cycle: RequestResponseCycle | None = self.cycle  # None before the first request
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
        """End the connection that has waited longest for its client; it may be this one."""
        open_ones = cast("set[_LimitedConnection]", self.connections)
        waiting = (one for one in open_ones if one._limit is not None)
        longest = min(waiting, key=lambda one: one._waits_since)
        _LOG.warning(
            "more than %d connections: that of %s, which waited longest for a request, was closed",
            _MOST_CONNECTIONS, longest.client,
        )  # fmt: skip
        self.connections.discard(longest)
        longest.transport.abort()


class LogLimit(logging.Filter):
    """Limits the growth of a log, whatever clients send.

    Five lines of a kind pass, then one a minute, which says how many were left out. Lines are of
    the same kind if the same line of code writes them.
    """

    def __init__(self) -> None:
        super().__init__()
        self._kinds: dict[tuple[str, int], TokenBucket] = {}
        self._left_out: dict[tuple[str, int], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line may pass; the handler's lock is held."""
        kind, now = (record.pathname, record.lineno), time.monotonic()
        bucket = self._kinds.setdefault(kind, TokenBucket(_LINES, now))
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
