"""Real servers under clients that open connections and send half a request or nothing."""

from __future__ import annotations

import resource
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

httpx2 = pytest.importorskip("httpx2", reason="needs what requirements/test.txt lists")
pytest.importorskip("uvicorn", reason="needs the extra `web`")

FLOOD = 1500  # connections
MOST_HANDLES = 600  # of a server whose limit is 1024
MOST_LOG = 20_000  # bytes
HALVES = (b"", b"GET /api/memory/health HT", b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n")


@pytest.fixture(autouse=True)
def many_handles():
    """Raise this process's limit of open connections."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 4096)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def limit_handles():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))


@contextmanager
def serving(home, log: Path, *words):
    """Start a serving verb with the usual limit of open files; yield its port and process."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "robot_memory.faces.cli", "--home", str(home), *words,
             "--port", "0"],
            stdout=subprocess.PIPE, stderr=file, text=True, preexec_fn=limit_handles,
        )  # fmt: skip
    try:
        line = process.stdout.readline()
        assert line.startswith("listening on "), log.read_text()
        yield int(line.split(":")[-1].split("/")[0]), process
    finally:
        process.kill()
        process.communicate(timeout=20)


def ask_page(client, port):
    return client.get(f"http://127.0.0.1:{port}/api/memory/health").status_code


def ask_tools(client, port):
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    headers = {"Accept": "application/json, text/event-stream"}
    return client.post(f"http://127.0.0.1:{port}/mcp", json=ping, headers=headers).status_code


@pytest.mark.parametrize(
    ("words", "ask"), [(("web", "serve"), ask_page), (("mcp",), ask_tools)], ids=["page", "tools"]
)
def test_a_flood_of_incomplete_requests_does_not_block_valid_requests(home, tmp_path, words, ask):
    if ask is ask_tools:
        pytest.importorskip("mcp")
    log = tmp_path / "log"
    with serving(home, log, *words) as (port, process), ExitStack() as flood:
        handles = Path(f"/proc/{process.pid}/fd")
        most = 0
        for number in range(FLOOD):
            one = flood.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            with suppress(OSError):  # it was closed at once
                one.sendall(HALVES[number % len(HALVES)])
            if number % 100 == 99:
                most = max(most, len(list(handles.iterdir())))
                with httpx2.Client(timeout=20) as client:
                    assert ask(client, port) == 200
        with httpx2.Client(timeout=20) as client:
            assert [ask(client, port) for _ in range(10)] == [200] * 10
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0

    assert most < MOST_HANDLES
    assert "more than 256 connections" in log.read_text()
    assert log.stat().st_size < MOST_LOG
