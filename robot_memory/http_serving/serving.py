"""Runs an application with uvicorn, within the same limits for each server.

See docs/reference/security.md, "HTTP servers".
"""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from starlette.types import ASGIApp

from robot_memory.errors import Defect, InvalidInput
from robot_memory.http_serving.limited_connection import LONGEST_STALL, LimitedConnection
from robot_memory.http_serving.log_limit import LogLimit

_LARGEST_HEAD = 65_536  # bytes
_IDLE = 5  # s between two requests
#: Connections that wait to be accepted, which are all accepted at once: each takes a handle.
_BACKLOG = 64


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        port: 0 for any that is free.

    Raises:
        InvalidInput: the address cannot be had.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
    except (OSError, UnicodeError) as error:  # a name may have no empty and no long label
        problem = f"{host}:{port} cannot be used: {getattr(error, 'strerror', None) or error}"
        raise InvalidInput(
            "the server was not started", [Defect("--host, --port", problem)]
        ) from error
    # Each connection has it too (RFC 5482); the kernel counts also while the other side is full.
    listening.setsockopt(
        socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, round(1000 * LONGEST_STALL)
    )  # fmt: skip
    listening.listen(_BACKLOG)
    return listening


def limited_config(app: ASGIApp) -> uvicorn.Config:
    """Return how uvicorn runs an application, with all its limits.

    The address of a client is that of its connection: ``X-Forwarded-For`` is believed from nobody.
    """
    return uvicorn.Config(
        app, http=LimitedConnection, ws="none", log_config=None, log_level="warning",
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
    """Serve until the process is told to stop (SIGINT, SIGTERM).

    Args:
        listening: what :func:`open_socket` returned.
        path: shown in the address that is printed.
        end_streams: called once, on the loop of the server, before it waits for requests to end.
    """
    limit = LogLimit()
    for handler in logging.getLogger().handlers:
        handler.addFilter(limit)
    # uvicorn sends itself anew the signal that it ended by: to be stopped is no failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    host, port = listening.getsockname()[:2]
    print(f"listening on http://{f'[{host}]' if ':' in host else host}:{port}{path}", flush=True)
    with suppress(KeyboardInterrupt):
        _Server(limited_config(app), end_streams).run(sockets=[listening])


class _Server(uvicorn.Server):
    """Ends the streams before it waits for all requests to end: they would not.

    Args:
        end_streams: called once, on the loop of the server.
    """

    def __init__(self, config: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(config)
        self._end_streams = end_streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop listening, and wait for what is asked for."""
        self._end_streams()
        await super().shutdown(sockets)
