"""A node that is killed and restarted has lost nothing, and counts nothing twice."""

from __future__ import annotations

import itertools
import time

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from robot_memory.srv import Remember
from telling import ERROR, OK, listen_to_events

from robot_memory import RobotMemory

pytestmark = pytest.mark.ros

START = "remembers in"


def counts(node) -> dict[str, int]:
    """Return how often each entry was observed, from the home of a stopped node."""
    with RobotMemory.open(node.home, read_only=True) as memory:
        return {entry.text: entry.observation_count for _, entry in memory.entries()}


class Load:
    """Twenty components that report at 100 Hz and fail in turn, and an agent's notes."""

    def __init__(self, robot) -> None:
        self._robot = robot
        self._publisher = robot.node.create_publisher(DiagnosticArray, "/diagnostics", 1000)
        self._timer = robot.node.create_timer(0.01, self._report)
        self._client = robot.node.create_client(Remember, "/robot_memory/remember")
        self._numbers = itertools.count()
        self.failed = 0
        self.acknowledged: list[str] = []

    def _report(self) -> None:
        statuses = [
            DiagnosticStatus(name=f"arm: joint {number}", message="no answer" if failed else "",
                             level=ERROR if failed else OK)
            for number, failed in ((number, number < self.failed) for number in range(20))
        ]  # fmt: skip
        self._publisher.publish(DiagnosticArray(status=statuses))

    def note(self) -> None:
        """Send a note, and record whether it was acknowledged."""
        text = f"Crate {next(self._numbers)} blocks the way"
        request = Remember.Request(type="environment_note", text=text, source="person")
        self._client.call_async(request).add_done_callback(
            lambda future: self.acknowledged.append(text) if future.result().success else None
        )


def test_killing_the_node_under_load_loses_no_write_and_repeats_no_fault(start_node, robot_apart):
    robot = robot_apart
    node = start_node()
    load = Load(robot)
    robot.spin_until(lambda: load._client.service_is_ready())
    for round_ in range(2):
        had = len(load.acknowledged)
        load.failed = 6 * (round_ + 1)
        robot.spin_until(lambda had=had: load.note() or len(load.acknowledged) >= had + 20)
        robot.spin(0.3 * round_)  # some faults are stored by now, some are not
        node.kill()
        seen = node.log.read_text().count(START)
        node = start_node()
        robot.spin_until(lambda node=node, seen=seen: node.log.read_text().count(START) > seen)
    robot.spin_until(lambda: all(node.tells(f"joint {number} ") for number in range(12)))
    assert node.stop() == 0

    counted = counts(node)
    lost = [text for text in load.acknowledged if counted.get(text) != 1]
    assert len(load.acknowledged) >= 40
    assert not lost
    faults = {text: count for text, count in counted.items() if "joint" in text}
    assert faults == {f"arm: joint {n} reports an error: no answer": 1 for n in range(12)}


def test_log_messages_delivered_again_after_a_restart_are_not_counted_again(
    start_node, robot_apart, tmp_path
):
    robot = robot_apart
    rules = tmp_path / "rules.yaml"
    rules.write_text("rules:\n  - {topic: /rosout, detector: log, options: {apart: 1}}\n")
    rules_file = "-p", f"rules_file:={rules}"
    log = robot.make_node("gripper").get_logger()
    node = start_node(*rules_file)
    events = listen_to_events(robot)

    def learned(words: str) -> list[str]:
        return [event.kind for event in events if words in event.text]

    robot.spin_until(lambda: node.logged(START))
    log.warning("Finger is worn")
    robot.spin_until(lambda: learned("Finger is worn") == ["created"])
    ended = time.monotonic() + 1.5  # after this time the same words are a new occurrence
    log.error("Motor is hot")
    robot.spin_until(lambda: learned("Motor is hot") == ["created"])
    robot.spin_until(lambda: time.monotonic() > ended)
    log.warning("Finger is worn")
    robot.spin_until(lambda: learned("Finger is worn") == ["created", "reinforced"])
    node.kill()
    log.error("Cable is torn")  # while no node runs
    node = start_node(*rules_file)

    robot.spin_until(lambda: node.tells("Cable is torn"))
    assert node.stop() == 0

    assert {text: count for text, count in counts(node).items() if "gripper" in text} == {
        "gripper logs a warning: Finger is worn": 2,
        "gripper logs an error: Motor is hot": 1,
        "gripper logs an error: Cable is torn": 1,
    }
