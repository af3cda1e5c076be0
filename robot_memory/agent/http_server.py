"""Serves agents over HTTP (streamable HTTP of the Model Context Protocol), on this machine only."""

from __future__ import annotations

from collections.abc import Callable

import uvicorn
from mcp.server import MCPServer
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_HOST = "127.0.0.1"
_CHALLENGE = {"WWW-Authenticate": 'Bearer realm="robot_memory"'}


class TokenGate:
    """Lets in who sends a token: other users and programs of this machine reach the port, too.

    Args:
        app: what is behind it.
        allows: whether a token is let in.
        advice: told to who is not, such as how to make a token.
    """

    def __init__(self, app: ASGIApp, allows: Callable[[str], bool], advice: str) -> None:
        self._app, self._allows, self._advice = app, allows, advice

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI has it."""
        if scope["type"] == "http" and not self._allows(_token_of(scope)):
            refusal = PlainTextResponse(self._advice, 401, _CHALLENGE)
            await refusal(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def serve_http(server: MCPServer, port: int, gate: Callable[[ASGIApp], ASGIApp]) -> None:
    """Serve at ``http://127.0.0.1:PORT/mcp`` until this process is interrupted.

    Args:
        server: the tools.
        port: where.
        gate: put before the server.
    """
    app = gate(server.streamable_http_app(host=_HOST))
    uvicorn.run(app, host=_HOST, port=port, log_level="warning")


def _token_of(scope: Scope) -> str:
    kind, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""
