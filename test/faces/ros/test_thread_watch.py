"""A step that takes over a second is reported, even if it never returns; the node still ends."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from processes import cleared_away
from robot_memory.srv import Remember
from telling import ERROR, WARN, Listening, diagnostics

from robot_memory.faces.ros.spinning import Stop, ThreadStep
from robot_memory.faces.ros.thread_watch import ThreadWatch
from robot_memory.foundation.wording.known_nodes import with_part

pytestmark = pytest.mark.ros

#: A node with one part replaced; "%s" stands for the code that replaces it.
NODE = """
import re, sys, time
from robot_memory.perception.detectors import diagnostics_detector as detector
from robot_memory.faces.ros import memory_node, thread_watch
from robot_memory.foundation.wording import known_nodes
process = detector.DiagnosticsDetector.process
def hang(self, stamp, content):
    while any("hang" in status.name for status in content.status):
        time.sleep(0.01)
    return process(self, stamp, content)
def hang_in_main(self):
    while self.memory.entries():
        time.sleep(0.01)
%s
from robot_memory.faces.ros.main import main
sys.exit(main())
"""


class Waiting(str):
    """A text whose processing blocks until the test ends."""

    over = threading.Event()

    def startswith(self, *given: object) -> bool:
        while not Waiting.over.is_set():
            sum(range(1000))
        return False


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def watch(told: list[str]) -> Iterator[Callable[..., ThreadStep]]:
    """A function that runs some work as a watched step in a thread."""
    threads, watches = [], []
    Waiting.over.clear()

    def start(work: Callable[[ThreadStep], object], *, is_main: bool = False) -> ThreadStep:
        step, other = ThreadStep("worker"), ThreadStep("other")

        def run() -> None:
            step.enter()
            step.begin()
            work(step)
            step.leave()

        threads.append(threading.Thread(target=run))
        threads[-1].start()
        watches.append(
            ThreadWatch(
                [other if is_main else step], step if is_main else other,
                lambda what, error: told.append(f"{what}: {error}"),
                lambda: told.append("published"), told.append,
            )
        )  # fmt: skip
        watches[-1].start(Stop())
        return step

    yield start
    Waiting.over.set()
    for it in (*threads, *watches):
        it.join() if isinstance(it, threading.Thread) else it.close()


def wait_for(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 20.0
    while not condition():
        assert time.monotonic() < until, "it did not happen within 20 s"
        time.sleep(0.05)


def test_a_step_that_never_ends_is_reported_with_its_function_and_component(watch, told):
    watch(lambda step: with_part(Waiting("hangs"), "client_12345_tf"))

    wait_for(lambda: told)
    assert told[0].startswith(
        "thread worker: a step takes longer than 1 s: foundation/wording/known_nodes.py:"
    )
    assert told[0].endswith(" with_part, component client_12345_tf")


def test_the_health_is_published_while_the_main_thread_is_blocked(watch, told):
    watch(lambda step: with_part(Waiting("hangs"), "client_12345_tf"), is_main=True)

    wait_for(lambda: "published" in told)


def test_many_short_steps_are_not_reported(watch, told):
    def work(step: ThreadStep) -> None:
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            step.begin()
            sum(range(10_000))

    step = watch(work)
    wait_for(lambda: step.thread is None)
    assert told == []


def test_a_blocking_message_is_reported_in_diagnostics_and_a_signal_ends_the_node(
    start_node, robot
):
    change = "detector.DiagnosticsDetector.process = hang"
    node = start_node(python=("-c", NODE % change), home="hanging")
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    health = Listening(robot)
    answer = robot.call(
        Remember, "/robot_memory/remember", type="environment_note", text="Ramp is steep",
        source="person",
    )  # fmt: skip
    assert answer.success
    publisher.publish(diagnostics("arm: hang"))

    def is_told() -> bool:
        publisher.publish(diagnostics("arm: hang"))
        return health.says(WARN, "topic /diagnostics")

    robot.spin_until(is_told)
    robot.spin_until(lambda: health.says(ERROR, "ingest has not run for"))
    assert "perception/perception.py:" in health.ingest().message
    assert node.logged("thread ingest: a step takes longer than 1 s: perception/perception.py:")

    assert node.stop(signal.SIGINT) == 0
    assert node.tells("Ramp is steep")
    assert node.logged("ingest: does not end; what it held back is lost")


def test_a_blocked_main_thread_is_reported_and_ended_by_a_signal(start_node, robot_apart):
    change = "thread_watch._STUCK = 3.0; memory_node.MemoryNode._tick = hang_in_main"
    node = start_node(python=("-c", NODE % change), home="hanging")
    publisher = robot_apart.publisher(DiagnosticArray, "/diagnostics")
    health = Listening(robot_apart)
    robot_apart.spin_until(lambda: publisher.publish(diagnostics()) or node.logged("thread main: "))
    robot_apart.spin_until(lambda: health.says(WARN, "thread main: a step takes"))

    with cleared_away(node.process.pid):
        assert node.stop(signal.SIGINT) == 1
    assert node.logged("s after it was told to, and is ended now: MainThread is at ")


def test_a_regular_expression_that_blocks_the_interpreter_is_logged(start_node, robot_apart):
    change = "thread_watch._STUCK = 3.0\nknown_nodes._SAYS_NOTHING = re.compile(r'(?:.+)+!')\n"
    node = start_node(python=("-c", NODE % change), home="hanging")
    publisher = robot_apart.publisher(DiagnosticArray, "/diagnostics")
    name = "the_name_of_a_client_that_has_no_part_in_the_robot: hang"
    robot_apart.spin_until(lambda: publisher.publish(diagnostics(name)) or node.logged("Timeout ("))
    robot_apart.spin_until(lambda: node.logged('known_nodes.py", line'))
    node.kill()
