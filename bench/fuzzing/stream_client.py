"""A client of the event stream, as the server sees it: it reads, stalls, or disconnects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from fuzzing.event_lines import EventLines
from fuzzing.fuzz_target import BrokenPromise

_LONGEST = 5.0  # seconds on the loop's clock in which a server must begin to answer, and end


class StreamClient:
    """A request and its answer, without a socket.

    Attributes:
        query: of the request.
        status: of the answer; 0 before it begins.
        headers: of the answer, with names in lower case.
        lines: the lines read from the stream.
        pieces: the number of received pieces.
        is_stalled: whether it stops reading, so that the server waits.
        begin_after: the number of the event before the first one of its stream.
    """

    def __init__(self, app: Any, scope: Mapping[str, Any]) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.lines = EventLines()
        self.pieces = 0
        self.is_stalled = False
        self.begin_after = 0
        self.query: bytes = scope["query_string"]
        self._method = scope["method"]
        self._body = b""
        self._begun, self._gone = asyncio.Event(), asyncio.Event()
        self._has_asked = False
        self._task = asyncio.ensure_future(app(scope, self._receive, self._send))

    @property
    def is_accepted(self) -> bool:
        """Whether the stream was accepted."""
        return self.status == 200 and self._method == "GET"

    @property
    def place(self) -> int:
        """The number of the last event read, or of the event before the stream's first one."""
        return int(self.lines.events[-1][0]) if self.lines.events else self.begin_after

    async def begin(self) -> None:
        """Wait until the answer begins; if it is no stream, until it has ended.

        Raises:
            BrokenPromise: the answer takes too long, or a refusal gives no reason.
        """
        begun = asyncio.ensure_future(self._begun.wait())
        await asyncio.wait({begun, self._task}, timeout=_LONGEST, return_when="FIRST_COMPLETED")
        begun.cancel()
        if self.is_accepted:
            self._check_headers()
            if not self.lines.comments:
                raise BrokenPromise(f"the stream has not begun after {_LONGEST:g} s")
            self.begin_after = int(self.lines.comments[0].removeprefix("after "))
            return
        await self._end()
        if not (self.status == 200 or 400 <= self.status < 500 or self.status == 503):
            raise BrokenPromise(f"{self.status}: {self._body[:200]!r}")
        is_silent = self.status < 400 or self._method == "HEAD"
        if not is_silent and not json.loads(self._body).get("detail"):
            raise BrokenPromise(f"a refusal says nothing: {self.status}")

    async def leave(self) -> None:
        """Disconnect in the middle of the stream.

        Raises:
            BrokenPromise: the server continues nevertheless.
        """
        self._gone.set()
        await self._end()

    async def _end(self) -> None:
        done, _ = await asyncio.wait({self._task}, timeout=_LONGEST)
        if not done:
            self._task.cancel()
            raise BrokenPromise(f"{self._method} has not ended after {_LONGEST:g} s")
        self._task.result()  # raises what the application raised

    def _check_headers(self) -> None:
        kind = self.headers.get("content-type", "")
        if not kind.startswith("text/event-stream") or "content-encoding" in self.headers:
            raise BrokenPromise(f"a stream that no browser reads: {self.headers}")
        if self.headers.get("cache-control") != "no-store":
            raise BrokenPromise("a stream that may be cached")

    async def _receive(self) -> dict[str, Any]:
        if self._has_asked:
            await self._gone.wait()
            return {"type": "http.disconnect"}
        self._has_asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def _send(self, message: Mapping[str, Any]) -> None:
        if self.is_stalled:
            await asyncio.Event().wait()  # until the server gives up
        if self._gone.is_set():
            return  # as uvicorn does
        if message["type"] == "http.response.start":
            self.status = message["status"]
            pairs = ((name.decode().lower(), text.decode()) for name, text in message["headers"])
            self.headers = dict(pairs)
            return
        data = message.get("body", b"")
        if self.is_accepted:
            self.lines.feed(data)
            self.pieces += 1
        else:
            self._body += data
        if self.is_accepted or not message.get("more_body"):
            self._begun.set()
