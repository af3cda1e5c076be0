"""The event stream without a network: new clients, returning clients, and foreign lines."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from datetime import datetime, timezone

import pytest

from robot_memory.faces.http_serving import serving
from robot_memory.faces.http_serving.serving import open_socket
from robot_memory.faces.web import event_stream
from robot_memory.faces.web.access import AccessRules, RateLimit
from robot_memory.faces.web.application import WebApplication
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.identity.tokens import CallerKind, TokenScope
from robot_memory.long_term.levels import record_tail
from robot_memory.long_term.levels.hash_chain import ChainHead
from robot_memory.long_term.levels.record_tail import RecordTail

LATEST = datetime.max.replace(tzinfo=timezone.utc)
LONGEST = 20  # seconds until a test fails
AT_ONCE = 32  # clients


class Reader:
    """A client of the stream, and the text it has received."""

    def __init__(self, app, **headers):
        scope = {
            "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
            "path": "/api/memory/changes", "raw_path": b"", "query_string": b"",
            "headers": [(b"host", b"localhost"), *((k.encode(), v) for k, v in headers.items())],
            "client": ("127.0.0.1", 9), "server": ("localhost", 80),
        }  # fmt: skip
        self.status, self.text = 0, ""
        self._leaving = asyncio.Event()
        self._task = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self):
        await self._leaving.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.status = message.get("status", self.status)
        self.text += message.get("body", b"").decode()

    async def until(self, *words):
        """Wait until the text has one of the words."""
        while not any(word in self.text for word in words):
            await asyncio.sleep(0.005)

    async def leave(self):
        self._leaving.set()
        await self._task

    async def end(self):
        """Wait until the server ends the stream."""
        await self._task

    @property
    def texts(self):
        data = [line for line in self.text.splitlines() if line.startswith("data: ")]
        return [json.loads(line.removeprefix("data: "))["text"] for line in data]


@pytest.fixture
def application(site):
    return WebApplication(site.source, AccessRules(site.tokens, True), RateLimit(burst=1e6))


@pytest.fixture
def read(application, monkeypatch):
    """A function that runs a coroutine with the application as its argument."""
    monkeypatch.setattr(event_stream, "_PERIOD", 0.01)
    return lambda function: asyncio.run(asyncio.wait_for(function(application.asgi()), LONGEST))


@pytest.fixture
def events(site):
    return site.source.reader().long_term.levels.events


def doorways(numbers):
    return [f"Doorway {number} has a lip" for number in numbers]


def test_a_client_gets_an_event_id_before_the_first_event(site, read):
    site.remember("Doorway 1 has a lip")

    async def come(app):
        reader = Reader(app)
        await reader.until("\n\n")
        await reader.leave()
        return reader.text

    assert "id: 1" in read(come).splitlines()


def test_an_event_id_from_the_future_starts_with_new_events(site, read):
    site.remember("Doorway 1 has a lip")

    async def come(app):
        reader = Reader(app, **{"last-event-id": b"1000"})
        await reader.until("\n\n")
        await asyncio.to_thread(site.remember, "Doorway 2 has a lip")
        await reader.until("data: ")
        await reader.leave()
        return reader.texts

    assert read(come) == doorways([2])


def test_a_client_gets_new_events_after_an_older_record_was_restored(site, read, events):
    for text in doorways(range(3)):
        site.remember(text)

    async def come(app):
        reader = Reader(app)
        await reader.until("id: 3")
        events.path.write_bytes(b"".join(events.path.read_bytes().splitlines(keepends=True)[:1]))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(site.remember, "Doorway 9 has a lip")
        await reader.until("data: ")
        await reader.leave()
        return reader.texts

    assert read(come) == doorways([9])


def test_the_number_of_simultaneous_clients_is_limited(read):
    async def come(app):
        crowd = [Reader(app) for _ in range(AT_ONCE + 3)]
        for reader in crowd:
            await reader.until("\n\n", "detail")
        statuses = [reader.status for reader in crowd]
        for reader in crowd:
            await reader.leave()
        late = Reader(app)
        await late.until("\n\n")
        await late.leave()
        return statuses, late.status

    statuses, late = read(come)

    assert (statuses.count(200), statuses.count(503)) == (AT_ONCE, 3)
    assert late == 200


def test_a_head_request_of_the_stream_is_answered_and_ends(site):
    answer = site.client().head("/api/memory/changes")

    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")


def test_an_unknown_query_parameter_of_the_stream_is_refused_by_name(site):
    answer = site.client().get("/api/memory/changes?after=9")

    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"path": "query.after", "problem": "is not known here"}]


@pytest.mark.parametrize("chain", [{"seq": 1}, {"seq": 90}, {"seq": 3, "prev": "none"}])
def test_a_line_of_another_tool_is_not_an_event(site, events, chain):
    site.remember("Doorway 1 has a lip")
    with events.path.open("ab") as file:
        file.write(json.dumps({"type": "note", "chain": chain}).encode() + b"\n")
    site.remember("Doorway 2 has a lip")

    assert [event.seq for event in RecordTail(events).after(0)] == [1, 2]


def test_a_copied_line_is_sent_once(site, events):
    site.remember("Doorway 1 has a lip")
    with events.path.open("ab") as file:
        file.write(events.path.read_bytes() + b"{}\n{}\n")
    site.remember("Doorway 2 has a lip")

    assert [event.seq for event in RecordTail(events).after(0)] == [1, 2]


class GrowingRecord:
    """A record whose newest number one thread reads slowly."""

    def __init__(self, path):
        self.path = path
        self.length = 0
        self.is_read, self.may_go_on = threading.Event(), threading.Event()

    def grow(self):
        self.length += 1
        self.path.write_bytes(b"\n" * self.length)

    @property
    def head(self):
        length = self.length
        if threading.current_thread() is not threading.main_thread():
            self.is_read.set()
            self.may_go_on.wait(LONGEST)
        return ChainHead(length, "")


def test_a_slow_reader_thread_does_not_hide_newer_events(tmp_path):
    record = GrowingRecord(tmp_path / "events.jsonl")

    class PausingTail(RecordTail):
        """Lets the slow thread go on after this one has set its first note."""

        def __setattr__(self, name, value):
            super().__setattr__(name, value)
            if threading.current_thread() is threading.main_thread() and record.length == 2:
                record.may_go_on.set()
                slow.join()

    tail = PausingTail(record)
    record.grow()
    slow = threading.Thread(target=tail.newest)
    slow.start()
    assert record.is_read.wait(LONGEST)
    record.grow()
    tail.newest()

    assert tail.newest() == 2


def test_the_stream_ends_when_its_token_is_revoked(site, read):
    token = site.tokens.issue("bob", [TokenScope.READ], CallerKind.PERSON)

    async def come(app):
        reader = Reader(app, authorization=f"Bearer {token}".encode())
        await reader.until("\n\n")
        site.tokens.revoke("bob")
        await reader.end()
        await asyncio.to_thread(site.remember, "Doorway 1 has a lip")
        return reader.texts

    assert read(come) == []


def test_events_of_a_locked_record_are_sent_later(site, read, monkeypatch):
    async def come(app):
        reader = Reader(app)
        await reader.until("\n\n")
        tries = threading.Semaphore(0)
        newest = RecordTail.newest

        def locked(tail):
            tries.release()
            raise LockHeld("another process archives")

        monkeypatch.setattr(RecordTail, "newest", locked)
        await asyncio.to_thread(site.remember, "Doorway 1 has a lip")
        for _ in range(3):
            await asyncio.to_thread(tries.acquire, timeout=LONGEST)
        monkeypatch.setattr(RecordTail, "newest", newest)
        await reader.until("data: ")
        await reader.leave()
        return reader.texts

    assert read(come) == doorways([1])


def test_a_server_that_stops_ends_the_streams(application, read):
    async def come(app):
        readers = [Reader(app), Reader(app)]
        for reader in readers:
            await reader.until("\n\n")
        application.end_streams()
        for reader in readers:
            await reader.end()
        return [reader.status for reader in readers]

    assert read(come) == [200, 200]


def test_events_of_a_removed_archive_are_reported_as_lost(site, read, events):
    for text in doorways(range(3)):
        site.remember(text)
    events.archive(events.due(LATEST, 1 << 30)).unlink()

    async def come(app):
        reader = Reader(app, **{"last-event-id": b"1"})
        await reader.until("Doorway 2")
        await reader.leave()
        return reader.text

    lost, kept = read(come).split("\n\n")[1:3]
    assert lost.splitlines()[:2] == ["id: 2", "event: events_lost"]
    assert json.loads(lost.partition("data: ")[2]) == {"type": "events_lost", "first": 2, "last": 2}
    assert kept.startswith("id: 3\nevent: entry_created\n")


def test_a_line_that_is_being_appended_is_not_sent_yet(site, events, monkeypatch):
    site.remember("Doorway 1 has a lip")
    line = {"type": "note", "chain": {"seq": 2, "prev": "0" * 64}}
    tail, read = RecordTail(events), events.read

    def read_meanwhile(**how):
        with events.path.open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
        return read(**how)

    monkeypatch.setattr(events, "read", read_meanwhile)

    assert [event.seq for event in tail.after(0)] == [1]


def test_at_most_one_batch_of_a_long_archive_is_parsed(events, monkeypatch):
    events.append([{"type": "note"}] * 5000, LATEST)
    events.archive(events.due(LATEST, 0))
    parsed = []
    parse = record_tail.parse_line
    monkeypatch.setattr(record_tail, "parse_line", lambda line: parsed.append(1) or parse(line))

    found = RecordTail(events).after(0)

    assert [event.seq for event in found] == list(range(1, 1001))
    assert len(parsed) == 1000


def test_a_client_that_reads_nothing_is_disconnected(monkeypatch):
    monkeypatch.setattr(serving, "LONGEST_STALL", 0.5)
    with (
        open_socket("127.0.0.1", 0) as listening,
        socket.create_connection(listening.getsockname()),
    ):
        connection, _ = listening.accept()
        with connection:
            connection.settimeout(LONGEST)
            with pytest.raises(OSError, match="Connection timed out"):
                while True:
                    connection.sendall(bytes(1 << 20))
