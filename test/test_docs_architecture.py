"""The architecture page: its files and functions exist, and a message runs through them."""

from __future__ import annotations

import ast
import importlib.util
import re
import struct
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from fnmatch import fnmatch
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from test_package import LINE_OF, PACKAGE

from robot_memory.faces.ros.diagnostics_reader import DiagnosticsReader
from robot_memory.foundation.settings import default_rules_file
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.memory import RobotMemory
from robot_memory.perception.perception import Perception
from robot_memory.perception.rules_file import load_rules

PAGE = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_FILES, MOST_THREADS = 25, 2
OUTSIDE = ("test/", "config/", "tools/", "bench/", "launch/", "msg/", "srv/")
DIAGNOSTICS = "diagnostic_msgs/msg/DiagnosticArray"
#: Files that exchange messages with DDS: a test replaces them if ROS is missing.
OF_ROS = {
    "faces/ros/subscription_executor.py", "faces/ros/topic_receiver.py",
    "faces/ros/publishers.py",
}  # fmt: skip


@dataclass(frozen=True)
class Step:
    """A step of the walk: a file, the function that runs, and the thread."""

    file: str
    name: str
    thread: str


def walk() -> list[Step]:
    rows = re.findall(r"^\| \d+ \| `(\S+)` \| `(\S+)` \| (\S+) \|", PAGE, re.MULTILINE)
    return [Step(*row) for row in rows]


def beside() -> list[str]:
    """Return the patterns of the other files that run for the message."""
    _, _, section = PAGE.partition("### Other files that run for the same message")
    lines = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return [name for line in lines for name in re.findall(r"`(\S+)`", line.split("|")[1])]


def names_in(file: str) -> set[str]:
    """Return the classes, functions and methods of a file, ``Class.method``."""
    found = set()
    for node in ast.parse((PACKAGE / file).read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (it.name for it in node.body if isinstance(it, ast.FunctionDef))
            found |= {f"{node.name}.{method}" for method in methods}
    return found


def test_the_walk_has_at_most_25_files_and_two_threads():
    steps = walk()

    assert 20 <= len(steps) == len({step.file for step in steps}) <= MOST_FILES
    assert {step.thread for step in steps} == {"ingest", "ledger-writer"}
    assert len({step.thread for step in steps}) <= MOST_THREADS


@pytest.mark.parametrize("step", walk(), ids=lambda step: step.file)
def test_each_step_of_the_walk_exists(step: Step):
    assert step.name in names_in(step.file)


def test_every_file_that_the_page_names_exists():
    for name in re.findall(r"`([\w/*.]*[\w*]+\.(?:py|yaml|js|msg|srv|xml))`", PAGE):
        folder = PACKAGE.parent if name.startswith(OUTSIDE) else PACKAGE
        assert any(folder.glob(name)), name


def test_the_table_of_rooms_lists_all_rooms_in_import_order():
    rows = re.findall(r"^\| \d+ \| ([^|]*) \|", PAGE.partition("## Rooms")[2], re.MULTILINE)
    listed = [re.findall(r"`(\w+)(?:\.py)?`", row) for row in rows]
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}

    assert packages <= {name for line in listed for name in line}
    orders = [{LINE_OF[name] for name in line if name in LINE_OF} for line in listed]
    assert all(len(order) == 1 for order in orders)
    assert orders == sorted(orders, key=min)


class Trace:
    """Records which functions of the package run, and in which thread, while it is on."""

    def __init__(self) -> None:
        self.is_on = False
        self.ran: set[Step] = set()

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if self.is_on and event == "call" and path.is_relative_to(PACKAGE):
            file = path.relative_to(PACKAGE).as_posix()
            self.ran.add(Step(file, frame.f_code.co_name, threading.current_thread().name))

    @contextmanager
    def on(self) -> Iterator[None]:
        before = sys.getprofile()
        self.is_on = True
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(before)
            self.is_on = False


class Walked:
    """A memory that receives serialized messages, and the contexts made from it."""

    def __init__(self, home: Path, trace: Trace) -> None:
        self.trace = trace
        self.clock = ManualClock(
            datetime(2026, 12, 1, tzinfo=timezone.utc), kind="recording", boot="a test"
        )
        self.memory = RobotMemory.open(home, clock=self.clock)
        self.perception = Perception(
            load_rules(default_rules_file()), self.memory.settings, self.clock, self.memory.observe
        )
        self.contexts: list[str] = []
        self.memory.when_stored(self.publish_after_commit)
        self.receive = self.receiver()

    def publish_after_commit(self) -> None:
        """Render the context as the node's publishers do."""
        self.memory.unless_busy(lambda: self.contexts.append(self.memory.context().text))

    def receiver(self) -> Callable[[bytes], object]:
        """Return a consumer of serialized messages: the node's receiver, without ROS its reader."""
        reader = DiagnosticsReader(lambda: self.clock.now().uptime)
        if importlib.util.find_spec("rclpy") is None:
            return lambda data: self.perception.receive(
                "/diagnostics", DIAGNOSTICS, reader.read(data)
            )
        from robot_memory.faces.ros.health_issues import HealthIssues
        from robot_memory.faces.ros.node_log import NodeLog
        from robot_memory.faces.ros.topic_receiver import TopicReceiver
        from robot_memory.long_term.episodes import EpisodeWatches

        issues: Any = HealthIssues(NodeLog(None))  # type: ignore[arg-type]
        episodes: Any = EpisodeWatches((), None, self.clock)  # type: ignore[arg-type]
        return TopicReceiver(
            "/diagnostics", DIAGNOSTICS, self.perception, episodes, self.clock, issues
        ).receive

    def hear(self, level: int, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.set(self.clock.now().time + timedelta(seconds=1))
            self.receive(serialized(level, self.clock.now().time))


def serialized(level: int, stamp: datetime) -> bytes:
    """Return a serialized DiagnosticArray with one status."""
    body = struct.pack("<iI", int(stamp.timestamp()), 0)

    def text(body: bytes, words: str) -> bytes:
        body += b"\0" * (-len(body) % 4)
        return body + struct.pack("<I", len(words) + 1) + words.encode() + b"\0"

    body = text(body, "")
    body += b"\0" * (-len(body) % 4) + struct.pack("<I", 1) + bytes([level])
    for words in ("base: Left encoder", "no pulses", ""):
        body = text(body, words)
    return b"\0\1\0\0" + body + b"\0" * (-len(body) % 4) + struct.pack("<I", 0)


@pytest.fixture
def walked(home: Path) -> Iterator[Walked]:
    trace = Trace()
    threading.setprofile(trace)  # waits for the memory's own thread
    try:
        walked = Walked(home, trace)
    finally:
        threading.setprofile(None)  # type: ignore[arg-type]
    yield walked
    walked.memory.close()


def test_a_message_runs_through_the_files_that_the_page_lists_in_two_threads(walked: Walked):
    walked.hear(0, seconds=5)
    with walked.trace.on():
        walked.hear(2, seconds=5)
        walked.memory.flush()
    ran = walked.trace.ran
    threads = {"MainThread": "ingest"}
    files = {step.file for step in ran}
    steps = {step.file: step for step in walk()}

    assert "Left encoder" in walked.contexts[-1]
    assert {threads.get(step.thread, step.thread) for step in ran} == {"ingest", "ledger-writer"}
    unlisted = [file for file in files - steps.keys() if not is_beside(file)]
    assert unlisted == []
    assert steps.keys() - files <= OF_ROS
    for file in steps.keys() & files:
        step = steps[file]
        there = {it for it in ran if threads.get(it.thread, it.thread) == step.thread}
        assert file in {it.file for it in there}, f"{file} does not run in {step.thread}"
        called = step.name.rpartition(".")[2]
        is_class = called[0].isupper()
        assert is_class or (file, called) in {(it.file, it.name) for it in there}, step


def is_beside(file: str) -> bool:
    return any(fnmatch(file, pattern) for pattern in beside())


@pytest.mark.parametrize(
    ("name", "call", "most"),
    [
        ("remember", lambda memory: memory.remember("environment_note", "The lift is slow"), 40),
        ("context", lambda memory: memory.context(), 40),
        ("recall", lambda memory: memory.recall("What is at the kitchen doorway?"), 60),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_a_call_runs_through_few_files(
    home, clock, name: str, call: Callable[[Any], Any], most: int
):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")
        memory.recall("lip")  # builds the index
        trace = Trace()
        with trace.on():
            call(memory)

    files = {step.file for step in trace.ran}
    print(f"{name}: {len(files)} files")
    assert len(files) <= most
