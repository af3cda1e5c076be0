"""What happens to entries, as server-sent events (WHATWG HTML §9.2).

The events are the lines of the record of what the memory did. The number of a line in its hash
chain is the event's id, so that a client which reconnects misses none. The stream begins with an id
of its own, for a client that loses it before the first event.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from typing import Any

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from robot_memory.memory_source import MemorySource
from robot_memory.web.parameter_reading import read_values
from robot_memory.web.problem import Refused
from robot_memory.web.record_tail import RecordedEvent, RecordTail

_PERIOD = 0.5  # s between looks at the record
_KEEP_ALIVE = 15.0  # s, after which proxies would close a silent connection
_MOST_CLIENTS = 32
_MEDIA_TYPE = "text/event-stream"


class EventStream:
    """Streams the record to clients.

    Args:
        source: opens the memory whose record it is.
    """

    def __init__(self, source: MemorySource) -> None:
        self._tail = RecordTail(source.reader().long_term.levels.events)
        self._clients = 0

    def respond(self, request: Request) -> Response:
        """Return the stream: of what is new, or of what follows ``Last-Event-ID``.

        An id that the record has not reached, as after an older one was put back, counts as none.

        Raises:
            Refused: 400 for an id that is none, or a parameter; 503 where too many listen.
        """
        read_values((), {}, request.query_params.multi_items(), {})
        given = request.headers.get("last-event-id", "")
        if given and not (given.isascii() and given.isdigit() and len(given) < 19):
            detail = f"Last-Event-ID is {given!r:.80}, not the number of an event"
            raise Refused(HTTPStatus.BAD_REQUEST, detail)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":  # a stream never ends, and nothing of it would be sent
            return Response(headers=headers, media_type=_MEDIA_TYPE)
        if self._clients >= _MOST_CLIENTS:
            detail = f"{_MOST_CLIENTS} clients listen already; close one, or ask again later"
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "30"})
        self._clients += 1
        stream = self._stream(int(given) if given else None)
        return _CountedStream(self._leave, stream, headers=headers, media_type=_MEDIA_TYPE)

    def _leave(self) -> None:
        self._clients -= 1

    async def _stream(self, after: int | None) -> AsyncIterator[str]:
        newest = await run_in_threadpool(self._tail.newest)
        last = newest if after is None else min(after, newest)
        yield f": after {last}\nid: {last}\n\n"
        silent = 0.0
        while True:
            last = await run_in_threadpool(self._tail.reached, last)
            for event in await run_in_threadpool(self._tail.after, last):
                last, silent = event.seq, 0.0
                yield _frame(event)
            await anyio.sleep(_PERIOD)
            silent += _PERIOD
            if silent >= _KEEP_ALIVE:
                silent = 0.0
                yield ": alive\n\n"


class _CountedStream(StreamingResponse):
    """A stream that tells when it has ended, wherever its client left it.

    Args:
        leave: called once.
    """

    def __init__(self, leave: Callable[[], None], content: AsyncIterator[str], **how: Any) -> None:
        super().__init__(content, **how)
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, as ASGI has it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


def _frame(event: RecordedEvent) -> str:
    data = json.dumps(event.data, ensure_ascii=True)
    return f"id: {event.seq}\nevent: {event.type}\ndata: {data}\n\n"
