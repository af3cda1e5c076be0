"""What the node publishes: context, entries, events, and its own health."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.msg import MemorySnapshot
from robot_memory.srv import GetContext, Remember
from std_msgs.msg import String
from telling import ERROR, LATCHED, OK, WARN, diagnostics, listen_to_events

pytestmark = pytest.mark.ros


def context_of(robot) -> str:
    return robot.call(GetContext, "/robot_memory/get_context").context


def test_late_joiners_get_what_is_known(start_node, robot):
    start_node()
    note = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
    assert robot.call(Remember, "/robot_memory/remember", **note).success

    contexts = robot.listen(String, "/robot_memory/context", LATCHED)
    robot.spin_until(lambda: contexts and contexts[-1].data == "🟡 [80%] Ramp is steep")
    late = robot.listen(String, "/robot_memory/context", LATCHED)
    snapshots = robot.listen(MemorySnapshot, "/robot_memory/entries", LATCHED)

    robot.spin_until(lambda: late and snapshots)
    assert [message.data for message in late] == ["🟡 [80%] Ramp is steep"]
    (snapshot,) = snapshots
    assert [entry.text for entry in snapshot.entries] == ["Ramp is steep"]
    assert snapshot.rrn.startswith("RRN-LOCAL-")
    assert snapshot.ledger_seq == 1


def test_what_may_be_switched_off_is_not_there(start_node, robot):
    start_node(
        "-p", "publish_context:=false", "-p", "publish_entries:=false",
        "-p", "accept_writes:=false",
    )  # fmt: skip
    assert robot.call(GetContext, "/robot_memory/get_context").success

    topics = {topic for topic, _ in robot.node.get_topic_names_and_types()}
    services = {name for name, _ in robot.node.get_service_names_and_types()}

    assert "/robot_memory/events" in topics
    assert not topics & {"/robot_memory/context", "/robot_memory/entries"}
    assert "/robot_memory/why" in services
    assert not services & {
        f"/robot_memory/{name}" for name in ("remember", "resolve", "mute", "repaired")
    }


def test_each_event_is_published_once(start_node, robot):
    start_node()
    events = listen_to_events(robot)
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")

    def report(level: bytes) -> bool:
        publisher.publish(diagnostics(level=level, message="no pulses"))
        return False

    robot.spin_until(lambda: report(ERROR) or events)
    note = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
    for _ in range(2):
        robot.call(Remember, "/robot_memory/remember", **note)
    robot.spin_until(lambda: report(ERROR) or len(events) >= 3)
    robot.spin(1.5)

    assert [(event.kind, event.text, event.detail) for event in events] == [
        ("created", "base: Left encoder reports an error: no pulses", "/diagnostics"),
        ("created", "Ramp is steep", "Ramp is steep"),
        ("reinforced", "Ramp is steep", "Ramp is steep"),
    ]
    assert events[0].confidence == pytest.approx(0.6, abs=1e-6)
    assert events[0].type == "hardware_observation"


def test_an_edit_by_hand_is_told_while_the_node_runs(start_node, robot):
    node = start_node()
    note = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
    robot.call(Remember, "/robot_memory/remember", **note)
    contexts = robot.listen(String, "/robot_memory/context", LATCHED)
    robot.spin_until(lambda: node.tells("Ramp is steep"))

    text = node.file.read_text().replace("Ramp is steep", "The north ramp is steep")
    node.file.write_text(text)

    assert context_of(robot) == "🟡 [80%] The north ramp is steep"
    robot.spin_until(lambda: contexts and "north ramp" in contexts[-1].data)
    assert node.stop() == 0
    assert node.tells("The north ramp is steep")


def test_a_note_from_the_command_line_is_an_event_and_told(start_node, robot):
    node = start_node()
    events = listen_to_events(robot)

    subprocess.run(
        [sys.executable, "-m", "robot_memory.cli.main", "--home", str(node.home),
         "remember", "environment_note", "Lift two is slow"],
        cwd=Path(__file__).parents[2], check=True, timeout=60,
    )  # fmt: skip

    robot.spin_until(lambda: events)
    assert [(event.kind, event.text) for event in events] == [("created", "Lift two is slow")]
    assert "Lift two is slow" in context_of(robot)
    robot.spin_until(lambda: node.tells("Lift two is slow"))


def test_its_health_is_a_diagnostic_once_a_second(start_node, robot):
    node = start_node("-r", "__node:=keeper", namespace="/robot1")
    heard = robot.listen(DiagnosticArray, "/diagnostics")
    robot.spin_until(lambda: len(heard) >= 4)

    statuses = {status.name: status for status in heard[-1].status}
    assert set(statuses) == {
        "robot1/keeper: memory", "robot1/keeper: time", "robot1/keeper: ingest"
    }  # fmt: skip
    assert {status.level for status in statuses.values()} == {OK}
    assert all(status.hardware_id.startswith("RRN-LOCAL-") for status in statuses.values())
    values = {pair.key: pair.value for pair in statuses["robot1/keeper: memory"].values}
    assert values["file"] == str(node.file)
    stamps = [array.header.stamp.sec + array.header.stamp.nanosec * 1e-9 for array in heard[1:4]]
    assert stamps[-1] - stamps[0] == pytest.approx(2.0, abs=1.5)


def test_an_item_that_cannot_be_used_is_a_warning_and_a_file_of_another_robot_an_error(
    start_node, robot
):
    node = start_node("-p", "rrn:=RRN-000000000001")
    heard = robot.listen(DiagnosticArray, "/diagnostics")

    def memory_status(level: bytes, words: str) -> bool:
        states = [item for array in heard[-1:] for item in array.status if "memory: m" in item.name]
        return any(item.level == level and words in item.message for item in states)

    robot.call(
        Remember, "/robot_memory/remember", type="environment_note", text="Ramp", source="person"
    )
    robot.spin_until(lambda: node.tells("Ramp"))
    good = node.file.read_text()
    node.file.write_text(good.replace("confidence: 0.8", "confidence: 1.7"))
    robot.spin_until(lambda: memory_status(WARN, "1.7"))

    node.file.write_text(good.replace("RRN-000000000001", "RRN-000000000002"))
    robot.spin_until(lambda: memory_status(ERROR, "belongs to RRN-000000000002"))
    refused = robot.call(GetContext, "/robot_memory/get_context")
    assert not refused.success
    assert "belongs to RRN-000000000002" in refused.message

    node.file.write_text(good)
    robot.spin_until(lambda: memory_status(OK, "remembering"))
    assert node.stop() == 0
