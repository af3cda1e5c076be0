"""Real processes on DDS domains, and the rest of the robot around them."""

from __future__ import annotations

import fcntl
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import rclpy
from forked_node import NodeForker

_ROOT = Path(__file__).parents[3]
_DOMAINS = range(20, 100)
_PATIENCE = 30.0
_ANSWERED = 12.0  # s within which an answer comes, if any
_PROGRAM = ("-m", "robot_memory.faces.ros.main")


class Domains:
    """Reserves DDS domains that no other test process on this machine uses."""

    def __init__(self) -> None:
        self._held = ExitStack()

    def __enter__(self) -> Domains:
        return self

    def __exit__(self, *error: object) -> None:
        self._held.close()

    def take(self) -> int:
        """Return a domain, reserved until the end of this process."""
        reservation = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._held.enter_context(reservation)
        for number in _DOMAINS:
            try:
                reservation.bind(f"\0robot-memory-test-domain-{number}")
            except OSError:
                continue
            return number
        raise AssertionError("all test domains are taken")


def kill(process: int) -> None:
    """Kill a process, and remove the shared memory that Fast DDS leaves behind."""
    with cleared_away(process):
        os.kill(process, signal.SIGKILL)
        time.sleep(0.1)


@contextmanager
def cleared_away(process: int) -> Iterator[None]:
    """Remove the shared memory of a process that is killed within the block."""
    maps = _maps(Path(f"/proc/{process}"))
    yield
    for file in set(re.findall(r"/dev/shm/fastrtps_[0-9a-f]{16}\b", maps)):
        if _has_no_owner(file):
            Path(file).unlink()
            Path(f"{file}_el").unlink()


def _has_no_owner(file: str) -> bool:
    """Whether nobody holds the lock of a segment, which its owner holds as long as it lives."""
    with suppress(OSError), Path(f"{file}_el").open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def clear_ports(domain: int) -> None:
    """Remove the ports of a killed process: those of a domain and of multicast."""
    maps = "".join(_maps(process) for process in Path("/proc").glob("[0-9]*"))
    first = 7400 + 250 * domain
    for port in (*range(7000, 7100), *range(first, first + 250)):
        name = f"fastrtps_port{port}"
        if f"/dev/shm/{name}\n" not in maps:
            for file in (name, f"{name}_el", f"sem.{name}_mutex"):
                Path("/dev/shm", file).unlink(missing_ok=True)


def _maps(process: Path) -> str:
    try:
        return (process / "maps").read_text()
    except OSError:  # the process has just ended
        return ""


class NodeProcess:
    """A memory node in its own process.

    Args:
        home: its memory home.
        arguments: its ROS arguments.
        namespace: its namespace.
        python: the arguments of Python.
        forker: starts the node, if it is the ordinary program; None: it is started as users do.
    """

    def __init__(
        self,
        home: Path,
        *arguments: str,
        namespace: str = "/",
        python: Sequence[str] = _PROGRAM,
        forker: NodeForker | None = None,
    ) -> None:
        self.home = home
        self.log = home.parent / f"{home.name}.log"
        given = [
            "--ros-args", "-p", f"home:={home}", "-r", f"__ns:={namespace}",
            "-p", "urgent_save_interval:=0.2", *arguments,
        ]  # fmt: skip
        self.log.touch()  # tests may read it before a forked node has opened it
        if forker is not None and python == _PROGRAM:
            self.process = forker.start(given, _ROOT, self.log)
            return
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *python, *given], cwd=_ROOT, stdout=log, stderr=subprocess.STDOUT
            )

    @property
    def file(self) -> Path:
        """The memory file."""
        return self.home / "robot-memory.md"

    def tells(self, words: str) -> bool:
        """Whether the memory file contains these words."""
        return self.file.exists() and words in self.file.read_text()

    def logged(self, words: str) -> bool:
        """Whether the node's terminal output contains these words."""
        return words in self.log.read_text()

    def kill(self) -> None:
        """Kill the node, as in a crash."""
        kill(self.process.pid)
        self.process.wait(5)

    def wait(self) -> int:
        """Wait for the node to end by itself, and return its exit status."""
        try:
            return self.process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"the node did not stop:\n{self.log.read_text()}") from None

    def stop(self, number: int = signal.SIGINT) -> int:
        """Signal the node, and return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()


class Nodes:
    """Starts memory nodes, and stops the running ones at the end."""

    def __init__(self, folder: Path, forker: NodeForker | None = None) -> None:
        self._folder = folder
        self._forker = forker
        self._started: list[NodeProcess] = []

    def __call__(self, *arguments: str, home: str = "home", **how: Any) -> NodeProcess:
        node = NodeProcess(self._folder / home, *arguments, forker=self._forker, **how)
        self._started.append(node)
        return node

    def __enter__(self) -> Nodes:
        return self

    def __exit__(self, *error: object) -> None:
        for node in self._started:
            node.stop()
            print(f"{node.log}:\n{node.log.read_text()}")  # pytest shows it when a test fails


class Robot:
    """The rest of the robot: publishes as drivers do, listens, and calls services."""

    def __init__(self, context: Any = None) -> None:
        from rclpy.experimental.events_executor import EventsExecutor

        self._context = context
        self._executor = EventsExecutor(context=context)
        self._nodes: list[Any] = []
        self.node = self.make_node("driver")

    def make_node(
        self, name: str, namespace: str = "/", *, is_spun: bool = True, **how: Any
    ) -> Any:
        """Return another node of the robot, with its own logger and namespace."""
        node = rclpy.create_node(name, namespace=namespace, context=self._context, **how)
        self._nodes.append(node)
        if is_spun:
            self._executor.add_node(node)
        return node

    def drop(self, node: Any) -> None:
        """Destroy one of the robot's nodes."""
        self._nodes.remove(node)
        self._executor.remove_node(node)
        self.spin(0.02)  # answers pending requests before the service is destroyed
        node.destroy_node()

    def spin(self, seconds: float) -> None:
        """Exchange messages for some seconds."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._executor.spin_once(timeout_sec=0.02)

    def spin_until(self, condition: Callable[[], Any], timeout: float = _PATIENCE) -> Any:
        """Spin until the condition holds, and return its value."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            found = condition()
            if found:
                return found
            self._executor.spin_once(timeout_sec=0.02)
        raise AssertionError(f"it did not happen within {timeout} s")

    def publisher(self, kind: Any, topic: str, qos: Any = 10, heard_by: int = 1) -> Any:
        """Return a publisher, once it has enough subscribers."""
        publisher = self.node.create_publisher(kind, topic, qos)
        self.spin_until(lambda: publisher.get_subscription_count() >= heard_by)
        return publisher

    def listen(self, kind: Any, topic: str, qos: Any = 100) -> list[Any]:
        """Return a list that collects the messages of a topic."""
        heard: list[Any] = []
        subscription = self.node.create_subscription(kind, topic, heard.append, qos)
        self.spin_until(subscription.get_publisher_count)
        return heard

    def call(self, kind: Any, name: str, **fields: Any) -> Any:
        """Call a service and return its response."""
        client = self.node.create_client(kind, name)
        self.spin_until(client.service_is_ready)
        future = client.call_async(kind.Request(**fields))
        try:
            self.spin_until(future.done, _ANSWERED)
        except AssertionError:
            # A server that has not discovered the client yet drops its answer ("failed to send
            # response" of rmw_fastrtps); callers then ask again.
            future = client.call_async(kind.Request(**fields))
            self.spin_until(future.done)
        self.node.destroy_client(client)
        return future.result()

    def close(self) -> None:
        """Destroy the robot's nodes."""
        self._executor.shutdown()
        for node in self._nodes:
            node.destroy_node()
