"""Real processes on a DDS domain of their own, bounded in time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="no rclpy: source ROS 2, or run make test")

_ROOT = Path(__file__).parents[2]
_FIRST_DOMAIN = 20
_DOMAINS = 80


@pytest.fixture
def domain(monkeypatch: pytest.MonkeyPatch) -> int:
    """A DDS domain that no other test process uses, on loopback."""
    number = _FIRST_DOMAIN + os.getpid() % _DOMAINS
    monkeypatch.setenv("ROS_DOMAIN_ID", str(number))
    monkeypatch.setenv("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST")
    return number


class NodeProcess:
    """A memory node in a process of its own."""

    def __init__(self, home: Path, *arguments: str, namespace: str = "/") -> None:
        self.home = home
        self.log = home.parent / f"{home.name}.log"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "robot_memory.ros.main", "--ros-args",
             "-p", f"home:={home}", "-r", f"__ns:={namespace}", *arguments],
            cwd=_ROOT, stdout=self.log.open("ab"), stderr=subprocess.STDOUT,
        )  # fmt: skip

    @property
    def file(self) -> Path:
        return self.home / "robot-memory.md"

    def stop(self, number: int = signal.SIGINT) -> int:
        """Signal the node, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(5)
            raise AssertionError(f"the node did not stop:\n{self.log.read_text()}") from None


@pytest.fixture
def start_node(domain: int, tmp_path: Path) -> Iterator[Callable[..., NodeProcess]]:
    """Start memory nodes; those that still run at the end are killed."""
    started: list[NodeProcess] = []

    def start(*arguments: str, home: str = "home", namespace: str = "/") -> NodeProcess:
        started.append(NodeProcess(tmp_path / home, *arguments, namespace=namespace))
        return started[-1]

    yield start
    for node in started:
        if node.process.poll() is None:
            node.process.kill()
            node.process.wait(5)


class Robot:
    """The rest of the robot: publishes what drivers would, and calls services."""

    def __init__(self, name: str = "driver", namespace: str = "/") -> None:
        from rclpy.experimental.events_executor import EventsExecutor

        self.node = rclpy.create_node(name, namespace=namespace)
        self._executor = EventsExecutor()
        self._executor.add_node(self.node)

    def spin(self, seconds: float) -> None:
        """Let messages go to and fro."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._executor.spin_once(timeout_sec=0.02)

    def spin_until(self, condition: Callable[[], Any], timeout: float = 10.0) -> Any:
        """Spin until something holds, and return it."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            found = condition()
            if found:
                return found
            self._executor.spin_once(timeout_sec=0.02)
        raise AssertionError(f"it did not happen within {timeout} s")

    def call(self, kind: Any, name: str, **fields: Any) -> Any:
        """Call a service and return its response."""
        client = self.node.create_client(kind, name)
        self.spin_until(client.service_is_ready, 20.0)
        future = client.call_async(kind.Request(**fields))
        self.spin_until(future.done)
        self.node.destroy_client(client)
        return future.result()

    def close(self) -> None:
        self._executor.shutdown()
        self.node.destroy_node()


@pytest.fixture
def robot(domain: int) -> Iterator[Robot]:
    """A robot that shares the domain with the memory nodes."""
    rclpy.init(domain_id=domain)
    robot = Robot()
    yield robot
    robot.close()
    rclpy.shutdown()
