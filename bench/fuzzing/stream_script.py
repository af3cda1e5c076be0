"""Runs a script for the event stream: steps of its readers and of the record."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from fuzzing.fuzz_target import BrokenPromise
from fuzzing.http_target import scope_of
from fuzzing.stream_client import StreamClient
from fuzzing.watched_record import WatchedRecord
from robot_memory.foundation.errors import InvalidInput

#: Most clients that may listen at once.
MOST_CLIENTS = 32
_PATH = "/api/memory/changes"
_TOLD = 2.0  # seconds in which a reader must get a thousand events
_SILENT = 16.0  # seconds after which a comment must keep a connection open
_LONGEST = 60.0  # seconds that a step may last
_MOST, _MOST_BYTES = 1200, 300_000  # most events that a step may append, and about their most bytes


class StreamScript:
    """Runs one script.

    Args:
        app: the application; it runs on the loop of :meth:`run`.
        token: of a client with all scopes.
        record: the streamed record.
        remember: notes a text in the memory, as another process would.
    """

    def __init__(
        self, app: Any, token: str, record: WatchedRecord, remember: Callable[[str], None]
    ) -> None:
        self._app = app
        self._token = token
        self._record = record
        self._remember = remember
        self._clients: dict[str, StreamClient] = {}
        self._outcome = "nothing"
        self._steps: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]] = {
            "open": self._open, "close": self._close, "again": self._again, "stall": self._stall,
            "append": self._append, "foreign": self._foreign, "torn": self._torn,
            "rotate": self._rotate, "remember": self._note, "wait": self._wait,
            "crowd": self._crowd,
        }  # fmt: skip

    async def run(self, steps: Sequence[Any]) -> str:
        """Run the valid steps; return the outcome of the requests.

        Raises:
            BrokenPromise: a reader got events other than the recorded ones.
        """
        try:
            for step in steps:
                names = [name for name in step if name in self._steps] if _is_object(step) else []
                if names:
                    await self._steps[names[0]](step[names[0]], step)
            written = self._record.content
            await asyncio.sleep(_TOLD * (1 + len(self._record.lines) // 1000))
            for client in self._clients.values():
                self._check(client, is_all=not client.is_stalled)
            if self._record.content != written:
                raise BrokenPromise("a reader changed the record")
        finally:
            for client in self._clients.values():
                await client.leave()
        return self._outcome

    async def _open(self, name: Any, step: Mapping[str, Any]) -> None:
        await self._close(name, step)
        client = self._request(step)
        await self._begin(client)
        given = _last_event_id(step)
        newest = max(self._record.lines, default=0)
        expected = int(given) if given.isdigit() and int(given) < newest else newest
        if client.is_accepted:
            self._clients[str(name)] = client
            self._check_begin(client, expected)
            if client.query:
                raise BrokenPromise(f"a parameter that nobody knows is taken: {client.query!r}")

    async def _again(self, name: Any, step: Mapping[str, Any]) -> None:
        """Reconnect as a browser does: with the id of the last event that was read."""
        client = self._clients.get(str(name))
        if client is not None:
            await self._close(name, step)
            back = self._request({"headers": {"last-event-id": client.lines.last_id}})
            await self._begin(back)
            self._clients[str(name)] = back
            self._check_begin(back, client.place)

    def _request(self, step: Mapping[str, Any]) -> StreamClient:
        method, headers = step.get("method", "GET"), step.get("headers")
        request = {
            "to": [method if isinstance(method, str) else "GET", _PATH],
            "given": {"query": step.get("query")},
            "headers": _texts(headers) if _is_object(headers) else {},
        }
        return StreamClient(self._app, scope_of(request, self._token))

    async def _begin(self, client: StreamClient) -> None:
        await client.begin()
        if client.is_accepted:
            self._outcome = "streamed"
        elif self._outcome != "streamed":
            self._outcome = f"refused {client.status}"
        if client.status == 503 and len(self._clients) < MOST_CLIENTS:
            raise BrokenPromise(f"{len(self._clients)} clients are too many")

    def _check_begin(self, client: StreamClient, expected: int) -> None:
        if client.begin_after != expected and not self._record.is_forged:
            raise BrokenPromise(f"a stream goes on after {client.begin_after}, not {expected}")

    async def _close(self, name: Any, step: Mapping[str, Any]) -> None:
        client = self._clients.pop(str(name), None)
        if client is not None:
            await client.leave()
            self._check(client, is_all=False)

    async def _stall(self, name: Any, step: Mapping[str, Any]) -> None:
        if str(name) in self._clients:
            self._clients[str(name)].is_stalled = True

    async def _crowd(self, count: Any, step: Mapping[str, Any]) -> None:
        """Let many clients connect at once, and disconnect."""
        size = min(count, 2 * MOST_CLIENTS) if type(count) is int else 1
        crowd = [self._request({}) for _ in range(size)]
        try:
            for client in crowd:
                await client.begin()
            accepted = sum(client.is_accepted for client in crowd)
            if accepted != min(len(crowd), MOST_CLIENTS - len(self._clients)):
                raise BrokenPromise(f"{accepted} of {size} clients may listen at once")
            if any(not it.is_accepted and "retry-after" not in it.headers for it in crowd):
                raise BrokenPromise("a client is not told when to return")
        finally:
            for client in crowd:
                await client.leave()

    async def _append(self, events: Any, step: Mapping[str, Any]) -> None:
        times = step.get("times", 1)
        given = [one for one in events if _is_object(one)] if isinstance(events, list) else []
        most = min(_MOST, _MOST_BYTES // len(json.dumps(given)))
        times = max(1, min(times, most)) if type(times) is int else 1
        self._record.append((given * times)[:_MOST])

    async def _foreign(self, text: Any, step: Mapping[str, Any]) -> None:
        self._record.append_foreign(str(text), is_whole=True)

    async def _torn(self, text: Any, step: Mapping[str, Any]) -> None:
        self._record.append_foreign(str(text), is_whole=False)

    async def _rotate(self, what: Any, step: Mapping[str, Any]) -> None:
        self._record.rotate()

    async def _note(self, text: Any, step: Mapping[str, Any]) -> None:
        with suppress(InvalidInput):
            self._remember(str(text))
        self._record.note()

    async def _wait(self, seconds: Any, step: Mapping[str, Any]) -> None:
        is_number = type(seconds) in (int, float) and 0 < seconds <= _LONGEST
        before = [(it, it.pieces) for it in self._clients.values() if not it.is_stalled]
        await asyncio.sleep(seconds if is_number else 1)
        is_long = is_number and seconds > _SILENT
        if is_long and any(client.pieces == pieces for client, pieces in before):
            raise BrokenPromise(f"nothing came for {seconds} s; a proxy ends that")

    def _check(self, client: StreamClient, *, is_all: bool) -> None:
        """Compare a client's events with the record.

        Args:
            is_all: whether the client must have read all events by now.
        """
        read = [(int(number), json.loads(data)) for number, _, data in client.lines.events]
        numbers = [number for number, _ in read]
        if numbers != sorted(set(numbers)):
            raise BrokenPromise(f"events out of order, or twice: {numbers}")
        if self._record.is_forged:
            return  # `levels verify` reports it; the stream's numbers are then undefined
        lines = self._record.lines.items()
        expected = [line for line in lines if line[0] > client.begin_after]
        if read != expected[: None if is_all else len(read)]:
            places = sorted(number for number, _ in expected)
            raise BrokenPromise(f"read {numbers[:20]} of {places[:20]}, or with other content")


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _last_event_id(step: Mapping[str, Any]) -> str:
    headers = step.get("headers")
    return _texts(headers).get("last-event-id", "") if _is_object(headers) else ""


def _texts(headers: Any) -> dict[str, str]:
    """Return headers as a server can send them: without line ends."""
    return {
        str(name).encode("utf-8", "replace").decode("latin-1"): "".join(
            mark for mark in str(text).encode("utf-8", "replace").decode("latin-1")
            if mark not in "\r\n\0"
        ).strip(" \t")
        for name, text in headers.items()
    }  # fmt: skip
