"""Runs the application with uvicorn."""

from __future__ import annotations

import logging
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import uvicorn

from robot_memory.errors import Defect, InvalidInput, LockHeld
from robot_memory.logged_problem import LoggedProblem
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource
from robot_memory.web.access import AccessRules, is_loopback
from robot_memory.web.application import WebApplication
from robot_memory.web.record_tail import RecordTail
from robot_memory.web.tokens import TokenStore
from robot_memory.web.webhooks.delivery_state import DeliveryState
from robot_memory.web.webhooks.dispatcher import WebhookDispatcher
from robot_memory.web.webhooks.http_sender import send_request
from robot_memory.web.webhooks.webhook import read_webhooks

_LOG = logging.getLogger(__name__)
_PERIOD = 0.5  # s between looks at the record
_PATIENCE = 2.0  # s for what is being sent
#: ms after which a client that takes nothing is cut off. It would hold its place for ever.
_LONGEST_STALL = 60_000


@dataclass(frozen=True)
class ListenAddress:
    """Where a server listens.

    Attributes:
        port: 0 for any that is free.
    """

    host: str = "127.0.0.1"
    port: int = 8123

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)


def open_socket(address: ListenAddress) -> socket.socket:
    """Return a socket that listens.

    Raises:
        InvalidInput: the address cannot be had.
    """
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, place = found[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
    except OSError as error:
        problem = f"{address.host}:{address.port} cannot be used: {error.strerror or error}"
        raise InvalidInput(
            "the server was not started", [Defect("--host, --port", problem)]
        ) from error
    # Each connection has it too (RFC 5482); the kernel counts also while the other side is full.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _LONGEST_STALL)
    listening.listen(128)
    return listening


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


def serve(source: MemorySource, address: ListenAddress, listening: socket.socket) -> None:
    """Serve until the process is told to stop (SIGINT, SIGTERM).

    Args:
        source: opens the memory that is asked.
        listening: what :func:`open_socket` returned.
    """
    tokens = TokenStore(source.reader().home.web_tokens)
    access = AccessRules(tokens, address.is_local)
    stop = threading.Event()
    telling = threading.Thread(target=_send_webhooks, args=(source.reader(), stop), daemon=True)
    telling.start()
    application = WebApplication(source, access)
    config = uvicorn.Config(
        application.asgi(), log_level="warning", access_log=False,
        server_header=False, timeout_graceful_shutdown=3, h11_max_incomplete_event_size=65_536,
    )  # fmt: skip
    # uvicorn sends itself anew the signal that it ended by: to be stopped is no failure.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        with suppress(KeyboardInterrupt):
            _Server(config, application.end_streams).run(sockets=[listening])
    finally:
        stop.set()
        telling.join(_PATIENCE)


def _send_webhooks(memory: RobotMemory, stop: threading.Event) -> None:
    """Tell webhooks what happened until the server stops."""
    home = memory.home.folder
    try:
        hooks = read_webhooks(home / "webhooks.yaml")
        state = DeliveryState.read(home / "webhooks.state.json")
    except (InvalidInput, OSError) as error:
        _LOG.error("%s; no webhook is sent", error)
        return
    tail = RecordTail(memory.long_term.levels.events)
    dispatcher = WebhookDispatcher(hooks, tail, state, memory.rrn, send_request)
    problem = LoggedProblem()
    while hooks and not stop.wait(_PERIOD):
        try:
            dispatcher.run_once(time.monotonic(), int(time.time()))
        except (OSError, LockHeld) as error:
            if problem.found(time.monotonic()):
                _LOG.error("webhooks: %s; they are sent later", error)
