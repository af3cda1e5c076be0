"""Events of entries as server-sent events (WHATWG HTML §9.2).

The events are the lines of the event log. A line's number in its hash chain is the event's id, so a
client that reconnects misses none. The stream begins with an id of its own, for a client that loses
it before the first event. Numbers that no file contains any more, for example after an archive was
removed, are reported as lost.

See docs/reference/http-api.md, "Without JSON".
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from typing import Any

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from robot_memory.faces.web.parameter_reading import read_values
from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.logged_problem import LoggedProblem
from robot_memory.long_term.levels.record_tail import RecordedEvent, RecordTail
from robot_memory.memory_source import MemorySource

_LOG = logging.getLogger(__name__)

_PERIOD = 0.5  # s between checks of the event log
_KEEP_ALIVE = 15.0  # s, after which proxies would close a silent connection
_MOST_CLIENTS = 32
_MEDIA_TYPE = "text/event-stream"


class EventStream:
    """Streams the event log to clients."""

    def __init__(self, source: MemorySource) -> None:
        self._tail = RecordTail(source.reader().long_term.levels.events)
        self._clients = 0
        self._is_ended = False
        self._problem = LoggedProblem()

    def end(self) -> None:
        """End all streams, present and future, within half a second."""
        self._is_ended = True

    async def respond(self, request: Request, may_read: Callable[[], bool]) -> Response:
        """Return the stream of new events, or of the events after ``Last-Event-ID``.

        An id that the event log has not reached, for example after an older log was restored, is
        ignored.

        Args:
            may_read: whether the client may still read; checked as long as the stream lasts.

        Raises:
            Refused: 400 for an invalid id or any parameter; 503 for too many clients.
            LockHeld, OSError: the event log cannot be read now.
        """
        read_values((), {}, request.query_params.multi_items(), {})
        given = request.headers.get("last-event-id", "")
        if given and not (given.isascii() and given.isdigit() and len(given) < 19):
            detail = f"Last-Event-ID is {given!r:.80}, not the number of an event"
            raise Refused(HTTPStatus.BAD_REQUEST, detail)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":  # a stream never ends, and none of it would be sent
            return Response(headers=headers, media_type=_MEDIA_TYPE)
        newest = await run_in_threadpool(self._tail.newest)
        if self._clients >= _MOST_CLIENTS:
            detail = f"{_MOST_CLIENTS} clients listen already; close one, or ask again later"
            raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, detail, headers={"Retry-After": "30"})
        self._clients += 1
        stream = self._stream(min(int(given), newest) if given else newest, may_read)
        return _CountedStream(self._leave, stream, headers=headers, media_type=_MEDIA_TYPE)

    def _leave(self) -> None:
        self._clients -= 1

    async def _stream(self, last: int, may_read: Callable[[], bool]) -> AsyncIterator[str]:
        yield f": after {last}\nid: {last}\n\n"
        silent = 0.0
        while not self._is_ended and may_read():
            last, events = await run_in_threadpool(self._news, last)
            for event in events:
                if event.seq > last + 1:
                    yield _frame(_lost(last + 1, event.seq - 1))
                last, silent = event.seq, 0.0
                yield _frame(event)
            await anyio.sleep(_PERIOD)
            silent += _PERIOD
            if silent >= _KEEP_ALIVE:
                silent = 0.0
                yield ": alive\n\n"

    def _news(self, last: int) -> tuple[int, list[RecordedEvent]]:
        """Return a client's position in the event log, and the next events.

        There are none while the log cannot be read: the client waits, and misses none.
        """
        try:
            last = self._tail.reached(last)
            events = self._tail.after(last)
        except (LockHeld, OSError) as error:
            if self._problem.found(time.monotonic()):
                _LOG.error("%s; who listens to the changes is told of them later", error)
            return last, []
        if self._problem.ended():
            _LOG.warning("the changes are told again")
        return last, events


class _CountedStream(StreamingResponse):
    """A stream that calls ``leave`` when it ends, wherever its client left it."""

    def __init__(self, leave: Callable[[], None], content: AsyncIterator[str], **how: Any) -> None:
        super().__init__(content, **how)
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._leave()


def _lost(first: int, last: int) -> RecordedEvent:
    """Return the event that reports lost events, with their first and last number."""
    kind = "events_lost"
    return RecordedEvent(last, kind, {"type": kind, "first": first, "last": last})


def _frame(event: RecordedEvent) -> str:
    data = json.dumps(event.data, ensure_ascii=True)
    return f"id: {event.seq}\nevent: {event.type}\ndata: {data}\n\n"
