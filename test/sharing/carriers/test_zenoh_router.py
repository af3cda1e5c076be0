"""The router included in the package."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from zenoh_network import Hearing, anybody, client, free_port, shared_memory_of, turn_until

from robot_memory.sharing.carriers import zenoh_router
from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier

ALEX = "RRN-000000000001"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Start the router as a process, on the port in its configuration."""
    started: list[subprocess.Popen[str]] = []
    endpoint = f"tcp/127.0.0.1:{free_port()}"
    config = tmp_path / "router.json5"
    config.write_text(json.dumps({"listen": {"endpoints": [endpoint]}}))
    (tmp_path / "endpoint").write_text(endpoint)

    def run() -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "robot_memory.sharing.carriers.zenoh_router", str(config)]
        started.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert started[-1].stdout is not None
        assert started[-1].stdout.readline().endswith("runs\n")
        return started[-1]

    yield run
    for process in started:
        process.kill()
        process.wait()


def test_no_update_is_lost_when_a_router_is_killed_and_restarted(start, tmp_path):
    router = start()
    file = client(tmp_path, (tmp_path / "endpoint").read_text())
    alex, bob = (Hearing(ZenohCarrier(file, anybody)) for _ in range(2))
    alex.carrier.publish(ALEX, b"before")
    assert turn_until(lambda: bob.heard, alex, bob)
    assert shared_memory_of(router.pid) == []  # otherwise the kill would leave its files
    router.kill()
    alex.carrier.publish(ALEX, b"meanwhile")
    router.wait()

    router = start()

    assert turn_until(lambda: (ALEX, b"meanwhile") in bob.heard, alex, bob)
    for each in (alex, bob):
        each.carrier.close()
    router.terminate()
    assert router.wait(15) == 0


def test_a_router_without_a_usable_configuration_reports_the_reason(tmp_path, capsys):
    assert zenoh_router.main([str(tmp_path / "none")]) == 2
    assert "there is no file" in capsys.readouterr().err
