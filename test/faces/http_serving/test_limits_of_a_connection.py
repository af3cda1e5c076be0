"""How long a client may take to send its part, and which of its headers a server believes."""

from __future__ import annotations

import http.client
import logging
import socket
import threading
import time

import pytest

pytest.importorskip("uvicorn", reason="needs the extra `web`")

import anyio
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import Route

from robot_memory.faces.http_serving import serving
from robot_memory.faces.http_serving.serving import LogLimit, limited_config, open_socket

LIMIT = 1.5  # s
LONGEST = 20.0  # s until a test fails
WHOLE = b"GET /who HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.9\r\n"
STREAM = b"GET /stream HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
REFUSE = b"POST /refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"


async def who(request):
    return PlainTextResponse(f"{request.client.host} {request.url.scheme}")


async def echo(request):
    return PlainTextResponse(await request.body())


async def refuse(request):
    return PlainTextResponse("no", 401)


async def stream(request):
    async def numbers():
        for number in range(10_000):
            yield f"{number}\n"
            await anyio.sleep(0.05)

    return StreamingResponse(numbers())


async def large(request):
    return PlainTextResponse("x" * 50_000_000)


@pytest.fixture
def connect(monkeypatch):
    """A function that connects to a server with short time limits."""
    listening = open_socket("127.0.0.1", 0)  # the kernel's limit is longer, and never applies
    monkeypatch.setattr(serving, "LONGEST_REQUEST", LIMIT)
    monkeypatch.setattr(serving, "LONGEST_STALL", LIMIT)
    app = Starlette(
        routes=[
            Route("/who", who), Route("/stream", stream), Route("/large", large),
            Route("/echo", echo, methods=["POST"]), Route("/refuse", refuse, methods=["POST"]),
        ]
    )  # fmt: skip
    server = uvicorn.Server(limited_config(app))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    opened = []

    def make():
        opened.append(socket.create_connection(listening.getsockname(), LONGEST))
        return opened[-1]

    yield make
    for one in opened:
        one.close()
    server.should_exit = True
    thread.join(LONGEST)
    listening.close()


def read_to_end(connection):
    """Return all that the server sends until it closes the connection."""
    received = b""
    try:
        while piece := connection.recv(65_536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def test_an_idle_connection_is_closed_without_a_log_line(connect, caplog):
    assert read_to_end(connect()) == b""
    assert caplog.text == ""


@pytest.mark.parametrize("sent", [WHOLE, POST + b"x"], ids=["head", "body"])
def test_an_incomplete_request_is_refused_and_logged(connect, caplog, sent):
    connection = connect()
    connection.sendall(sent)

    answer = read_to_end(connection)

    assert answer.startswith(b"HTTP/1.1 400")
    assert b"the request was not complete after 1.5 s; nothing was done" in answer
    assert "the request was not complete after 1.5 s" in caplog.text


@pytest.mark.parametrize("sent", [WHOLE, POST, REFUSE], ids=["head", "body", "after the answer"])
def test_a_client_that_sends_slowly_gets_no_extra_time(connect, sent):
    connection = connect()
    connection.sendall(sent)
    with pytest.raises(OSError):
        for _ in range(90):
            connection.sendall(b"x")
            time.sleep(0.1)


def test_a_stream_of_an_incomplete_request_is_closed(connect):
    connection = connect()
    connection.sendall(STREAM + b"Content-Length: 10\r\n\r\n")

    assert b"200 OK" in read_to_end(connection)


def test_a_client_that_reads_an_answer_too_slowly_is_disconnected(connect):
    connection = connect()
    connection.sendall(b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(2 * LIMIT)

    assert len(read_to_end(connection)) < 50_000_000


def test_keep_alive_requests_and_streams_outlast_the_request_time_limit(connect):
    listening, host = connect(), http.client.HTTPConnection("localhost")
    listening.sendall(STREAM + b"Connection: close\r\n\r\n")
    host.sock = connect()
    for _ in range(20):
        host.request("GET", "/who")
        assert host.getresponse().read() == b"127.0.0.1 http"
        time.sleep(0.1)
    received = b""
    while b"30\n" not in received:
        received += listening.recv(4096)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Forwarded-Proto"])
def test_forwarded_headers_of_a_client_are_ignored(connect, header):
    connection = connect()
    value = {"Forwarded": "for=203.0.113.9;proto=https", "X-Forwarded-Proto": "https"}
    line = f"{header}: {value.get(header, '203.0.113.9')}\r\nConnection: close\r\n\r\n"
    connection.sendall(WHOLE + line.encode())

    assert read_to_end(connection).endswith(b"127.0.0.1 http")


def test_a_burst_of_log_lines_of_one_kind_is_counted_after_the_first_five(monkeypatch):
    now, lines = [0.0], []
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())
    handler.addFilter(LogLimit())
    log = logging.Logger("flooded")
    log.addHandler(handler)

    def refuse_requests(*numbers):
        for number in numbers:
            log.warning("bad request %d", number)

    refuse_requests(*range(1000))
    log.warning("something else")
    now[0] = 61.0
    refuse_requests(1000, 1001)

    assert lines[:4] == [f"bad request {number}" for number in range(4)]
    assert lines[4:] == [
        "bad request 4 (the next ones within a minute are counted)",
        "something else",
        (
            "bad request 1000 (995 lines like this one were left out; "
            "the next ones within a minute are counted)"
        ),
    ]
