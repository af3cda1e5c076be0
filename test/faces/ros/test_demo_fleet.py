"""`make demo-fleet` runs to its end."""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.ros
_ROOT = Path(__file__).parents[3]
_BOUND = 400.0  # s; 90 s on an idle computer


class Node:
    """A process that may ignore a request to stop."""

    def __init__(self, *, stops: bool) -> None:
        self.is_running, self._stops = True, stops

    def send_signal(self, number: int) -> None:
        self.is_running = not self._stops

    def kill(self) -> None:
        self.is_running = False

    def wait(self, timeout: float | None = None) -> None:
        if self.is_running:
            raise subprocess.TimeoutExpired("node", timeout or 0.0)


def test_a_robot_that_does_not_stop_is_killed_and_the_others_are_stopped():
    fleet = runpy.run_path(str(_ROOT / "demo/fleet.py"))["Fleet"]
    demo = fleet.__new__(fleet)
    nodes = {"ada": Node(stops=False), "bob": Node(stops=True), "cleo": Node(stops=False)}
    demo._nodes = dict(nodes)

    with pytest.raises(RuntimeError, match="ada, cleo did not stop within 15 s"):
        demo.stop_all()
    assert not any(node.is_running for node in nodes.values())


@pytest.mark.timeout(_BOUND + 90)
def test_the_fleet_demo_exchanges_a_fault_until_it_is_repaired(domains):
    number = domains.take()
    demo = subprocess.Popen(
        [sys.executable, "demo/fleet.py"], cwd=_ROOT, text=True,
        # Its homes are not in /dev/shm, where each host has its own.
        env={**os.environ, "ROS_DOMAIN_ID": str(number), "TMPDIR": "/var/tmp"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        story, _ = demo.communicate(timeout=_BOUND)
    except subprocess.TimeoutExpired:
        demo.send_signal(signal.SIGINT)  # it stops its robots
        story, _ = demo.communicate(timeout=60)
        pytest.fail(f"it did not end within {_BOUND:.0f} s:\n{story}")
    finally:
        demo.kill()

    assert demo.returncode == 0, story
    assert "Bob was told" in story
    assert "Cleo is back, and knows it" in story
    assert "Nobody is told of it any more." in story
    assert "3 of 3 robots tell of it now" in story.partition("office$")[2]
    assert "by site: west 2 of 2, east 1 of 1" in story
