"""A session of an agent over standard input and output, without a process: line by line."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any

from fuzzing.fuzz_target import BrokenPromise

_LONGEST = 10.0  # seconds within which all answers must come
_PING = "ping-of-the-fuzzer"
_BEGIN = (
    {"jsonrpc": "2.0", "id": _PING, "method": "initialize",
     "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": {"name": "fuzz", "version": "1"}}},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
)  # fmt: skip


class AgentSession:
    """Both directions of a session, which is initialised and survives each received line."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._sent: asyncio.Queue[str | None] = asyncio.Queue()
        self._came: asyncio.Queue[str] = asyncio.Queue()

    def __aiter__(self) -> AsyncIterator[str]:
        return self

    async def __anext__(self) -> str:
        line = await self._sent.get()
        if line is None:
            raise StopAsyncIteration
        return line

    async def write(self, text: str) -> None:
        """Receive the server's output."""
        self._came.put_nowait(text)

    async def flush(self) -> None:
        """Do nothing: written text is available at once."""

    async def serve(self, server: Any) -> None:
        """Serve as the transport does, until :meth:`end`."""
        from mcp.server.stdio import stdio_server

        below: Any = server._lowlevel_server
        async with stdio_server(self, self) as streams:  # type: ignore[arg-type]
            await below.run(*streams, below.create_initialization_options())

    def end(self) -> None:
        """Close the server's input."""
        self._sent.put_nowait(None)

    def send(self, line: str, awaited: Any) -> list[dict[str, Any]]:
        """Send a line, and return the answers to it.

        Args:
            awaited: the id of the request in the line; None if it needs no answer.

        Raises:
            BrokenPromise: the line, or the ping after it, got no answer.
        """
        return self._loop.run_until_complete(self._send(line, awaited))

    async def _send(self, line: str, awaited: Any) -> list[dict[str, Any]]:
        ping = {"jsonrpc": "2.0", "id": _PING, "method": "ping"}
        for text in (line, json.dumps(ping)):
            self._sent.put_nowait(text)
        answers: list[dict[str, Any]] = []
        while not {_PING, awaited} - {None} <= {_id_of(one) for one in answers}:
            try:
                answer = json.loads(await asyncio.wait_for(self._came.get(), _LONGEST))
            except asyncio.TimeoutError:
                said = [_id_of(one) for one in answers]
                raise BrokenPromise(f"{awaited!r} and a ping were answered by {said}") from None
            answers.append(answer)
        return [one for one in answers if _id_of(one) != _PING]

    async def begin(self) -> None:
        """Agree on a version, as an agent's client does."""
        for message in _BEGIN:
            self._sent.put_nowait(json.dumps(message))
        await asyncio.wait_for(self._came.get(), _LONGEST)


def _id_of(answer: dict[str, Any]) -> Any:
    return answer.get("id")


@contextmanager
def session_with(server: Any, loop: asyncio.AbstractEventLoop) -> Iterator[AgentSession]:
    """Serve one session."""
    session = AgentSession(loop)
    serving = loop.create_task(session.serve(server))
    loop.run_until_complete(session.begin())
    yield session
    session.end()
    loop.run_until_complete(asyncio.wait_for(serving, _LONGEST))
