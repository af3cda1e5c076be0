"""Serves agents over HTTP (MCP's streamable HTTP), on this machine only."""

from __future__ import annotations

from collections.abc import Callable

from mcp.server import MCPServer
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from robot_memory.faces.http_serving.serving import open_socket, serve_application
from robot_memory.faces.mcp.strict_server import refusal_of

_HOST, _PATH = "127.0.0.1", "/mcp"
_LARGEST = 1_000_000  # bytes of a request
_NO_STREAM = "this server answers requests (POST), and sends nothing else"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="robot_memory"'}


class TokenGate:
    """Admits requests with a token: other users and programs of this machine reach the port, too.

    Args:
        allows: whether a token is accepted.
        advice: the answer without a valid token, such as how to make one.
    """

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool], advice: str) -> None:
        self._app, self._allows, self._advice = app, allows, advice

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI defines it."""
        if scope["type"] == "http" and not self._allows(_token_of(scope)):
            refusal = PlainTextResponse(self._advice, 401, _CHALLENGE)
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def serve_http(server: MCPServer, port: int, gate: Callable[[ASGIApp], ASGIApp]) -> None:
    """Serve at ``http://127.0.0.1:PORT/mcp`` (0: any free port) until it is interrupted.

    No session is kept: the tools need none, and a client may leave without ending one.
    """
    app = server.streamable_http_app(
        host=_HOST, stateless_http=True, max_request_body_size=_LARGEST
    )
    with open_socket(_HOST, port) as listening:
        serve_application(gate(_PostOnly(app)), listening, _PATH)


class _PostOnly:
    """Refuses to open streams: agents get only answers (405, as MCP requires).

    Messages that parsers read differently are refused too (400).
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] != "POST":
            refusal = PlainTextResponse(_NO_STREAM, 405, {"Allow": "POST"})
            await refusal(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse an ambiguous message; one that is too long is left to the server."""
        read, size = [await receive()], 0
        while (size := size + len(read[-1].get("body", b""))) <= _LARGEST:
            if not read[-1].get("more_body"):
                refusal = refusal_of(b"".join(part.get("body", b"") for part in read))
                if refusal is not None:
                    await JSONResponse(refusal.model_dump(), 400)(scope, receive, send)
                    return
                break
            read.append(await receive())
        parts = iter(read)

        async def again() -> Message:
            return next(parts, None) or await receive()

        await self._app(scope, again, send)


def _token_of(scope: Scope) -> str:
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
