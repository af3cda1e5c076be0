"""The web server: routes, checks in a fixed order, uniform answers, and the page's files.

See docs/reference/http-api.md; docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import json
import logging
import re
import socket
import threading
import time
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from importlib import resources
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from robot_memory.entries.json_records import plain_value
from robot_memory.faces.http_serving.serving import serve_application
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.endpoint import Answer, Call, Endpoint, Page, matches, tag_of
from robot_memory.faces.web.endpoints import ENDPOINTS
from robot_memory.faces.web.event_stream import EventStream
from robot_memory.faces.web.metrics import METRICS_TYPE, MetricsText
from robot_memory.faces.web.openapi import describe
from robot_memory.faces.web.parameter_reading import (
    LARGEST_BODY,
    read_body,
    read_query,
    read_values,
)
from robot_memory.faces.web.problem import ANSWERED, MEDIA_TYPE, Problem, Refused, problem_of
from robot_memory.faces.web.recording_download import send_recording
from robot_memory.faces.web.webhooks.delivery import (
    DeliveryState,
    WebhookDelivery,
    run_webhook,
    send_request,
)
from robot_memory.faces.web.webhooks.webhook import read_webhooks
from robot_memory.faces.write_allowance import TEXTS, WriteAllowance
from robot_memory.foundation.errors import InvalidInput
from robot_memory.foundation.identity.tokens import Caller, TokenScope, TokenStore
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.long_term.levels.proposal import is_agents
from robot_memory.long_term.levels.record_tail import RecordTail
from robot_memory.memory import RobotMemory
from robot_memory.memory_source import MemorySource

_LOG = logging.getLogger(__name__)
_WORTH_PACKING = 2000  # bytes
#: Scripts and styles come from this server alone, and no other page may show this one.
_SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Files of the page.
_SCRIPTS = (
    "page", "actions", "api", "charts", "elements", "entry_list", "entry_view", "facts", "figures",
    "fleet", "heat_map", "map", "needs", "news", "peers", "proposal_view", "robot_state", "search",
    "sessions",
)  # fmt: skip
_FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/fleet": ("fleet.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    **{f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8") for name in _SCRIPTS},
}
#: A confidence in JSON: it decays every second, so answers count as equal if their confidences
#: agree to hundredths.
_FADING = re.compile(rb'(?<="confidence": )[0-9.]+')
_PATIENCE = 2.0  # s for requests that are being sent


class WebApplication:
    """The HTTP API and the page of one memory; the caller closes the memory."""

    def __init__(
        self, source: MemorySource, access: AccessRules, rate_limit: RateLimit | None = None
    ) -> None:
        self._source = source
        self._access = access
        self._rate_limit = rate_limit or RateLimit()
        self._description = describe(ENDPOINTS)
        self._events = EventStream(source)
        self._figures = MetricsText()
        self._writes_of_agents = WriteAllowance("requests of agents to write over HTTP")
        texts = WriteAllowance("bytes of agents' files and events over HTTP", TEXTS)
        self._call = partial(Call, bytes_of_agents=texts)

    def end_streams(self) -> None:
        """End the endless streams, for a server that stops."""
        self._events.end()

    def asgi(self) -> ASGIApp:
        """Return the application for a server."""
        by_path: dict[str, dict[str, Endpoint]] = {}
        for endpoint in ENDPOINTS:
            by_path.setdefault(endpoint.path, {})[endpoint.method] = endpoint
        routes: list[BaseRoute] = [self._route(path, one) for path, one in by_path.items()]
        routes += [
            Route("/openapi.json", self._openapi),
            Route("/metrics", self._metrics),
            Route("/api/memory/changes", self._changes),
            Route("/api/memory/recordings/{name}", self._recording),
            *_page_routes(),
        ]
        failures: dict[Any, Any] = {HTTPException: _http_error, Exception: _defect}
        failures.update(dict.fromkeys(ANSWERED, _answered))
        app = Starlette(routes=routes, exception_handlers=failures)
        app.router.redirect_slashes = False  # such a path is answered like any unknown one
        # A list of a thousand entries is long for a robot's radio: 430 kB, packed 27 kB.
        packed = GZipMiddleware(app, minimum_size=_WORTH_PACKING, compresslevel=1)
        return _WithHeaders(packed, _SECURITY)

    def _route(self, path: str, endpoints: Mapping[str, Endpoint]) -> Route:
        async def serve(request: Request) -> Response:
            # HEAD is GET without the body, which the server drops.
            endpoint = endpoints["GET" if request.method == "HEAD" else request.method]
            caller = self._admit(request, endpoint.scope)
            content = await _content(request)
            return await run_in_threadpool(self._answer, endpoint, request, caller, content)

        return Route(path, serve, methods=list(endpoints))

    def _admit(self, request: Request, scope: TokenScope) -> Caller:
        self._access.check_host(request.headers.get("host", ""))
        caller = self._access.caller_of(request.headers)
        address = request.client.host if request.client else ""
        self._rate_limit.check(caller.name or address, time.monotonic())
        self._access.check(caller, scope)
        return caller

    def _answer(
        self, endpoint: Endpoint, request: Request, caller: Caller, content: bytes
    ) -> Response:
        body = read_body(content, request.headers.get("content-type", ""))
        query = read_query(request.scope["query_string"])
        values = read_values(endpoint.all_parameters(), request.path_params, query, body)
        headers = request.headers
        given = caller, values, headers.get("if-match", ""), headers.get("if-none-match") == "*"
        if endpoint.method == "GET":
            answer = endpoint.handle(self._call(self._source.reader(), *given))
        else:
            if is_agents(caller.source):
                self._writes_of_agents.take()
            with self._source.writer(is_long=endpoint.is_long) as memory:
                answer = endpoint.handle(self._call(memory, *given))
        return _to_response(answer, request, values)

    async def _openapi(self, request: Request) -> Response:
        self._access.check_host(request.headers.get("host", ""))
        return _to_response(Answer(self._description), request, {})

    async def _metrics(self, request: Request) -> Response:
        self._admit(request, TokenScope.READ)
        text = await run_in_threadpool(lambda: self._figures.render(self._source.reader()))
        return Response(text, media_type=METRICS_TYPE)

    async def _changes(self, request: Request) -> Response:
        self._admit(request, TokenScope.READ)
        headers = request.headers
        return await self._events.respond(
            request, lambda: self._access.allows(headers, TokenScope.READ)
        )

    async def _recording(self, request: Request) -> Response:
        caller = self._admit(request, TokenScope.READ)
        name = request.path_params["name"]
        return await run_in_threadpool(
            lambda: send_recording(self._source.reader().home, name, caller)
        )


def _page_routes() -> list[Route]:
    """Return a route for each file of the page. The files are fixed package files.

    Reading the page needs no token; its data do.
    """
    folder = resources.files("robot_memory.faces.web") / "page"
    return [
        _file_route(path, (folder / name).read_bytes(), kind)
        for path, (name, kind) in _FILES.items()
    ]


def _file_route(path: str, content: bytes, kind: str) -> Route:
    tag = tag_of(content)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}

    async def serve(request: Request) -> Response:
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers, media_type=kind)

    return Route(path, serve)


async def _content(request: Request) -> bytes:
    """Return a request's body; reading stops when it is too large."""
    pieces, size = [], 0
    async for piece in request.stream():
        size += len(piece)
        if size > LARGEST_BODY:
            detail = f"the body has more than {LARGEST_BODY} bytes; nothing was done"
            raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail)
        pieces.append(piece)
    return b"".join(pieces)


def _to_response(answer: Answer, request: Request, values: Mapping[str, Any]) -> Response:
    headers = dict(answer.headers)
    data = answer.data
    if isinstance(data, Page):
        headers.update(_links(request, values, data.total))
        data = {
            "items": data.items,
            "total": data.total,
            "limit": values["limit"],
            "offset": values["offset"],
        }
    text = json.dumps(data, ensure_ascii=False, default=plain_value).encode()
    if request.method in ("GET", "HEAD"):
        tag = headers.setdefault("ETag", f"W/{tag_of(_FADING.sub(_in_hundredths, text))}")
        headers.setdefault("Cache-Control", "private, no-cache")
        if matches(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(text, answer.status, headers, "application/json")


def _in_hundredths(confidence: re.Match[bytes]) -> bytes:
    return b"%.2f" % float(confidence[0])


def _links(request: Request, values: Mapping[str, Any], total: int) -> dict[str, str]:
    """Return the header that links the previous and the next part (RFC 8288)."""
    limit, offset = values["limit"], values["offset"]
    places = {"prev": max(0, offset - limit) if offset else None}
    places["next"] = offset + limit if offset + limit < total else None
    kept = [pair for pair in request.query_params.multi_items() if pair[0] != "offset"]
    links = [
        f'<{request.url.path}?{urlencode([*kept, ("offset", place)])}>; rel="{name}"'
        for name, place in places.items() if place is not None
    ]  # fmt: skip
    return {"Link": ", ".join(links)} if links else {}


def _problem_response(problem: Problem) -> Response:
    text = storable(json.dumps(problem.as_record(), ensure_ascii=False))  # it quotes the request
    return Response(text.encode(), problem.status, dict(problem.headers), MEDIA_TYPE)


async def _http_error(request: Request, error: HTTPException) -> Response:
    detail = f"{request.method} {request.url.path!r:.200} is not served; see /openapi.json"
    return _problem_response(Problem(error.status_code, detail, headers=error.headers or {}))


async def _answered(request: Request, error: Exception) -> Response:
    return _problem_response(problem_of(error))


async def _defect(request: Request, error: Exception) -> Response:
    _LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    detail = "the server has a defect; its log says more. What was stored before is kept"
    return _problem_response(Problem(HTTPStatus.INTERNAL_SERVER_ERROR, detail))


class _WithHeaders:
    def __init__(self, app: ASGIApp, headers: Mapping[str, str]) -> None:
        self._app = app
        self._headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_more(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
            await send(message)

        await self._app(scope, receive, send_more)


def serve(source: MemorySource, listening: socket.socket, *, is_local: bool) -> None:
    """Serve until the process is asked to stop (SIGINT, SIGTERM).

    Args:
        listening: the socket from :func:`~robot_memory.faces.http_serving.serving.open_socket`.
        is_local: whether only this machine can reach the server.
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
    """Start a thread for each webhook, so that none waits for another or ends with it."""
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
