"""Runs the application, and the webhooks beside it."""

from __future__ import annotations

import logging
import socket
import threading
import time
from functools import partial

from robot_memory.faces.http_serving.serving import serve_application
from robot_memory.faces.web.access import AccessRules
from robot_memory.faces.web.application import WebApplication
from robot_memory.faces.web.webhooks.delivery import WebhookDelivery, run_webhook, send_request
from robot_memory.faces.web.webhooks.delivery_state import DeliveryState
from robot_memory.faces.web.webhooks.webhook import read_webhooks
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.tokens import TokenStore
from robot_memory.long_term.levels.record_tail import RecordTail
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

_LOG = logging.getLogger(__name__)
_PATIENCE = 2.0  # s for what is being sent


def serve(source: MemorySource, listening: socket.socket, *, is_local: bool) -> None:
    """Serve until the process is told to stop (SIGINT, SIGTERM).

    Args:
        source: opens the memory that is asked.
        listening: what :func:`~robot_memory.faces.http_serving.serving.open_socket` returned.
        is_local: whether only this machine can reach it.
    """
    tokens = TokenStore(source.reader().home.web_tokens)
    application = WebApplication(source, AccessRules(tokens, is_local))
    stop = threading.Event()
    webhooks = _start_webhooks(source.reader(), stop)
    try:
        serve_application(application.asgi(), listening, end_streams=application.end_streams)
    finally:
        stop.set()
        until = time.monotonic() + _PATIENCE
        for webhook in webhooks:
            webhook.join(max(0.0, until - time.monotonic()))


def _start_webhooks(memory: RobotMemory, stop: threading.Event) -> list[threading.Thread]:
    """Start a thread for each webhook: none waits for another, or ends with it."""
    path = memory.home.folder / "webhooks.yaml"
    try:
        hooks, defects = read_webhooks(path)
        state = DeliveryState.read(memory.home.folder / "webhooks.state.json")
    except (InvalidInput, OSError) as error:
        _LOG.error("%s; no webhook is sent", error)
        return []
    for defect in defects:
        _LOG.error("%s: %s; this webhook is not sent, the others are", path, defect)
    tail = RecordTail(memory.long_term.levels.events)
    threads = []
    for hook in hooks:
        make = partial(WebhookDelivery, hook, tail, state, memory.rrn, send_request)
        threads.append(
            threading.Thread(
                target=run_webhook, args=(make, hook.name, stop), name=f"webhook {hook.name}",
                daemon=True,
            )
        )  # fmt: skip
        threads[-1].start()
    return threads
