"""A real server process: live changes, figures for monitoring, and its shutdown."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.main import main
from robot_memory.faces.ros.single_node_lock import SingleNodeLock
from robot_memory.faces.web.metrics import MetricsText
from robot_memory.foundation.node_watch import Hearing
from robot_memory.foundation.time.clock import read_uptime

httpx2 = pytest.importorskip("httpx2", reason="needs what requirements/test.txt lists")

AT_ONCE = 3.0  # s: less than a third of the time for which one webhook may delay its own deliveries


@contextmanager
def serving(home, *options):
    command = [sys.executable, "-m", "robot_memory.faces.cli", "--home", str(home), "web", "serve"]
    process = subprocess.Popen(
        [*command, "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    try:
        line = process.stdout.readline()
        assert line.startswith("listening on "), process.stderr.read()
        yield line.split()[-1].rstrip("/"), process
    finally:
        process.kill()
        process.communicate(timeout=20)


def events(lines):
    fields = {}
    for line in lines:
        if not line and "event" in fields:
            yield fields
            fields = {}
        name, _, value = line.partition(": ")
        fields[name] = value


@pytest.fixture
def remember(home):
    def note(text):
        with RobotMemory.open(home) as memory:
            return memory.remember("environment_note", text).id

    return note


def test_events_are_streamed_and_a_reconnecting_client_misses_none(home, remember):
    remember("Doorway 1 has a lip")
    with serving(home) as (url, _), httpx2.Client(timeout=20) as client:
        with client.stream("GET", f"{url}/api/memory/changes") as answer:
            lines = answer.iter_lines()
            assert next(lines).startswith(": after ")
            entry_id = remember("Doorway 2 has a lip")
            first = next(events(lines))
        remember("Doorway 3 has a lip")
        headers = {"Last-Event-ID": first["id"]}
        with client.stream("GET", f"{url}/api/memory/changes", headers=headers) as answer:
            second = next(events(answer.iter_lines()))

    assert first["event"] == "entry_created"
    assert json.loads(first["data"])["id"] == entry_id
    assert json.loads(second["data"])["text"] == "Doorway 3 has a lip"


def test_metrics_have_the_prometheus_format(home, remember):
    remember("Doorway 1 has a lip")
    with serving(home) as (url, _):
        text = httpx2.get(f"{url}/metrics", timeout=20).text

    assert 'robot_memory_entries{band="medium",type="environment_note"} 1.0' in text
    assert "robot_memory_problem 0.0" in text
    assert "robot_memory_node_running 0.0" in text
    assert "robot_memory_disk_free_bytes " in text


def test_metrics_and_health_report_a_node_that_cannot_store(home, remember):
    remember("Doorway 1 has a lip")
    full = "observations.db: database or disk is full; 61 observations wait"
    lock = SingleNodeLock(home)
    try:
        lock.tell(Hearing(0.0, read_uptime(), 30.0, unstored=full))
        with serving(home) as (url, _):
            text = httpx2.get(f"{url}/metrics", timeout=20).text
            health = httpx2.get(f"{url}/api/memory/health", timeout=20).json()
    finally:
        lock.release()

    figures = dict(line.split(" ") for line in text.splitlines() if line.startswith("robot_"))
    assert figures["robot_memory_problem"] == "1.0"
    assert figures["robot_memory_node_running"] == "1.0"
    assert figures["robot_memory_robot_heard"] == "0.0"
    assert health["problem"] == f"the node does not store what it sees: {full}"


def without_disk(figures):
    return [line for line in figures.splitlines() if not line.startswith(b"robot_memory_disk")]


def test_a_second_scrape_reads_the_record_only_where_it_has_grown(home, remember, monkeypatch):
    remember("Doorway 1 has a lip")
    text, reads = MetricsText(), []
    with RobotMemory.open(home) as memory:
        events = memory.long_term.levels.events
        read = events.newest_of_ours
        monkeypatch.setattr(
            events, "newest_of_ours", lambda count: reads.append(count) or read(count)
        )
        first = text.render(memory)
        assert without_disk(text.render(memory)) == without_disk(first)
        assert len(reads) == 1
        memory.remember("environment_note", "Doorway 2 has a lip")
        memory.save()
        text.render(memory)

    assert len(reads) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_and_releases_its_locks(home, remember, number):
    with serving(home) as (url, process):
        assert httpx2.get(f"{url}/api/memory/health", timeout=20).status_code == 200
        process.send_signal(number)
        assert process.wait(timeout=20) == 0

    remember("Doorway 1 has a lip")


def test_a_signal_ends_the_server_without_an_error_during_a_stream(home, remember):
    remember("Doorway 1 has a lip")
    with serving(home) as (url, process), httpx2.Client(timeout=20) as client:
        with client.stream("GET", f"{url}/api/memory/changes") as answer:
            lines = answer.iter_lines()
            assert next(lines).startswith(": after ")
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=20) == 0
            assert list(lines) == ["id: 1", ""]

        assert process.stderr.read() == ""


def receive(listening, pause, texts):
    """Accept requests one by one, and answer a byte every ``pause`` seconds."""
    while True:
        with suppress(OSError):
            connection, _ = listening.accept()
            with connection, connection.makefile("rb") as request:
                length = 0
                while line := request.readline().strip():
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split()[1])
                texts.append(json.loads(request.read(length))["data"].get("text"))
                for byte in b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n":
                    connection.sendall(bytes([byte]))
                    time.sleep(pause)


def wait_for(condition, *, until):
    while not condition() and time.monotonic() < until:
        time.sleep(0.02)


def test_a_slow_or_invalid_webhook_does_not_delay_the_others(home, remember):
    remember("Doorway 1 has a lip")
    texts, urls = {"good": [], "drips": []}, {"bad": "https://desk.example.org/t\u00fcr"}
    for name, pause in (("good", 0.0), ("drips", 3.0)):
        listening = socket.create_server(("127.0.0.1", 0))
        urls[name] = f"http://127.0.0.1:{listening.getsockname()[1]}/"
        threading.Thread(
            target=receive, args=(listening, pause, texts[name]), daemon=True
        ).start()  # fmt: skip
    secret = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY="
    hooks = [{"name": name, "url": urls[name], "secret": secret} for name in sorted(urls)]
    (home / "webhooks.yaml").write_text(json.dumps({"webhooks": hooks}))
    with serving(home) as (_, process):
        said = process.stderr.readline()
        assert "webhooks[0].url" in said
        until = time.monotonic() + 30.0
        while not texts["drips"] and time.monotonic() < until:
            remember(f"Doorway {time.monotonic()} has a lip")
            wait_for(lambda: texts["drips"], until=time.monotonic() + 0.5)
        remember("The ramp is wet")
        # The slow one has just begun, and is given up after 10 s.
        wait_for(lambda: "The ramp is wet" in texts["good"], until=time.monotonic() + AT_ONCE)
        assert "The ramp is wet" in texts["good"]
        assert len(texts["drips"]) == 1
        wait_for(lambda: len(texts["drips"]) == 2, until=until)
        assert texts["drips"][0] == texts["drips"][1]  # given up after 10 s, and sent again


def test_a_port_that_is_in_use_is_reported(home, capsys):
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]

        assert main(["--home", str(home), "web", "serve", "--port", str(port)]) == 2

    said = capsys.readouterr().err
    assert f"127.0.0.1:{port} cannot be used: Address already in use" in said
