"""What happens to entries, as server-sent events (WHATWG HTML §9.2).

The events are the lines of the record of what the memory did. The number of a line in its hash
chain is the event's id, so that a client which reconnects misses none.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from http import HTTPStatus

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from robot_memory.memory_source import MemorySource
from robot_memory.web.problem import Refused
from robot_memory.web.record_tail import RecordedEvent, RecordTail

_PERIOD = 0.5  # s between looks at the record
_KEEP_ALIVE = 15.0  # s, after which proxies would close a silent connection
_MOST_CLIENTS = 32


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

        Raises:
            Refused: 400 for an id that is none; 503 where too many listen.
        """
        if self._clients >= _MOST_CLIENTS:
            detail = f"{_MOST_CLIENTS} clients listen already; close one, or ask again later"
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "30"})
        given = request.headers.get("last-event-id", "")
        if given and not (given.isascii() and given.isdigit() and len(given) < 19):
            detail = f"Last-Event-ID is {given!r:.80}, not the number of an event"
            raise Refused(HTTPStatus.BAD_REQUEST, detail)
        after = int(given) if given else None
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(
            self._stream(after), headers=headers, media_type="text/event-stream"
        )

    async def _stream(self, after: int | None) -> AsyncIterator[str]:
        self._clients += 1
        try:
            last = await run_in_threadpool(self._tail.newest) if after is None else after
            yield f": after {last}\n\n"
            silent = 0.0
            while True:
                for event in await run_in_threadpool(self._tail.after, last):
                    last, silent = event.seq, 0.0
                    yield _frame(event)
                await anyio.sleep(_PERIOD)
                silent += _PERIOD
                if silent >= _KEEP_ALIVE:
                    silent = 0.0
                    yield ": alive\n\n"
        finally:
            self._clients -= 1


def _frame(event: RecordedEvent) -> str:
    data = json.dumps(event.data, ensure_ascii=True)
    return f"id: {event.seq}\nevent: {event.type}\ndata: {data}\n\n"
