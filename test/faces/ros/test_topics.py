"""The node's publications: context, entries, events, and its own health."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from reference.interfaces import WRITING_SERVICES, interfaces, service_name
from robot_memory.msg import MemorySnapshot
from robot_memory.srv import GetContext, Remember
from std_msgs.msg import String
from telling import ERROR, LATCHED, OK, WARN, Listening, diagnostics, listen_to_events

from robot_memory.entries.context_block import HEADING

pytestmark = pytest.mark.ros


PERSON = {"type": "environment_note", "source": "person"}


@pytest.fixture
def remember(shared_node, robot):
    """A function that notes a text in the shared node; each test uses words of its own."""

    def remember(text: str) -> str:
        answer = robot.call(Remember, "/robot_memory/remember", text=text, **PERSON)
        assert answer.success
        return answer.id

    return remember


def test_late_subscribers_get_the_latest_context_and_entries(remember, robot):
    entry_id = remember("Ramp is steep")
    first = robot.listen(String, "/robot_memory/context", LATCHED)
    robot.spin_until(lambda: first and "🟢 [40%] Ramp is steep" in first[-1].data)

    contexts = robot.listen(String, "/robot_memory/context", LATCHED)
    snapshots = robot.listen(MemorySnapshot, "/robot_memory/entries", LATCHED)

    robot.spin_until(lambda: contexts and snapshots)
    assert [message.data for message in contexts] == [first[-1].data]
    (snapshot,) = snapshots
    assert "Ramp is steep" in [entry.text for entry in snapshot.entries if entry.id == entry_id]
    assert snapshot.rrn.startswith("RRN-LOCAL-")
    assert snapshot.ledger_seq >= 1


def test_each_event_is_published_once(remember, robot):
    events = listen_to_events(robot)
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")

    robot.spin_until(lambda: publisher.publish(diagnostics()) or events)
    for _ in range(2):
        remember("Mat is wet")
    robot.spin_until(lambda: publisher.publish(diagnostics()) or len(events) >= 3)
    robot.spin(1.0)

    assert [(event.kind, event.text, event.detail) for event in events] == [
        ("created", "base: Left encoder reports an error: no pulses", "/diagnostics"),
        ("created", "Mat is wet", "Mat is wet"),
        ("reinforced", "Mat is wet", "Mat is wet"),
    ]
    assert events[0].confidence == pytest.approx(0.6, abs=1e-6)
    assert events[0].type == "hardware_observation"
    assert [event.actor for event in events] == ["detector:diagnostics", "claimed", "claimed"]
    assert all(event.rrn.startswith("RRN-LOCAL-") for event in events)
    known = robot.call(GetContext, "/robot_memory/get_context")
    assert f"{events[0].text} — check the encoder's cable and mounting (once, pres" in known.context
    (fault,) = (entry for entry in known.entries if entry.id == events[0].entry_id)
    assert fault.presence == "present"
    assert fault.presence_since.sec == fault.first_seen.sec


def test_an_edit_of_the_file_by_hand_is_published_while_the_node_runs(shared_node, remember, robot):
    remember("Gate is narrow")
    contexts = robot.listen(String, "/robot_memory/context", LATCHED)
    robot.spin_until(lambda: shared_node.tells("Gate is narrow"))

    text = shared_node.file.read_text().replace("Gate is narrow", "The north gate is narrow")
    shared_node.file.write_text(text)

    answer = robot.call(GetContext, "/robot_memory/get_context", query="gate")
    assert answer.context.startswith(f"{HEADING}\n🟢 [40%] The north gate is narrow #")
    robot.spin_until(lambda: contexts and "north gate" in contexts[-1].data)
    remember("Something else, so that the file is saved again")
    robot.spin_until(lambda: shared_node.tells("Something else"))
    assert shared_node.tells("The north gate is narrow")


def test_a_note_from_the_command_line_is_published_as_an_event(shared_node, robot):
    events = listen_to_events(robot)

    subprocess.run(
        [sys.executable, "-m", "robot_memory.faces.cli.main", "--home", str(shared_node.home),
         "remember", "environment_note", "Lift two is slow"],
        cwd=Path(__file__).parents[3], check=True, timeout=60,
    )  # fmt: skip

    robot.spin_until(lambda: events)
    assert [(event.kind, event.text) for event in events] == [("created", "Lift two is slow")]
    answer = robot.call(GetContext, "/robot_memory/get_context", query="lift")
    assert answer.context.startswith(f"{HEADING}\n🟡 [80%] Lift two is slow #")
    robot.spin_until(lambda: shared_node.tells("Lift two is slow"))


def test_the_health_is_published_as_diagnostics_once_a_second(shared_node, robot):
    heard = robot.listen(DiagnosticArray, "/diagnostics")
    robot.spin_until(lambda: len(heard) >= 4)

    statuses = {status.name: status for status in heard[-1].status}
    assert set(statuses) == {f"robot_memory: {name}" for name in ("memory", "time", "ingest")}
    assert {status.level for status in statuses.values()} == {OK}
    assert all(status.hardware_id.startswith("RRN-LOCAL-") for status in statuses.values())
    values = {pair.key: pair.value for pair in statuses["robot_memory: memory"].values}
    assert values["file"] == str(shared_node.file)
    stamps = [array.header.stamp.sec + array.header.stamp.nanosec * 1e-9 for array in heard[1:4]]
    assert stamps[-1] - stamps[0] == pytest.approx(2.0, abs=1.5)


def test_disabled_topics_and_services_are_not_offered(start_node, robot):
    start_node(
        "-p", "publish_context:=false", "-p", "publish_entries:=false",
        "-p", "accept_writes:=false", "-p", "federation.enabled:=true", namespace="/quiet",
    )  # fmt: skip
    assert robot.call(GetContext, "/quiet/robot_memory/get_context").success

    topics = {topic for topic, _ in robot.node.get_topic_names_and_types()}
    services = {name for name, _ in robot.node.get_service_names_and_types()}

    assert "/quiet/robot_memory/events" in topics
    assert not topics & {"/quiet/robot_memory/context", "/quiet/robot_memory/entries"}
    offered = {
        name
        for name in (service_name(one.name) for one in interfaces("srv"))
        if f"/quiet/robot_memory/{name}" in services
    }
    assert offered == {service_name(one.name) for one in interfaces("srv")} - {*WRITING_SERVICES}


def test_a_damaged_item_is_a_warning_and_a_file_of_another_robot_an_error(start_node, robot):
    node = start_node("-p", "rrn:=RRN-000000000001", namespace="/other")
    name = "/other/robot_memory"
    listening = Listening(robot, "other/robot_memory")
    robot.call(Remember, f"{name}/remember", text="Ramp", **PERSON)
    robot.spin_until(lambda: node.tells("Ramp"))
    good = node.file.read_text()
    node.file.write_text(good.replace("entries:\n", "entries:\n\t- bad: [tab\n"))
    robot.spin_until(lambda: listening.says(WARN, "entries[0]", "memory"))
    answer = robot.call(GetContext, f"{name}/get_context")
    assert "Ramp" in answer.context
    assert answer.message == "not used of the file: 1 damaged items; run robot-memory check"
    robot.spin_until(lambda: node.logged("entries[0]: is not YAML"))

    node.file.write_text(good.replace("RRN-000000000001", "RRN-000000000002"))
    robot.spin_until(lambda: listening.says(ERROR, "belongs to RRN-000000000002", "memory"))
    refused = robot.call(GetContext, f"{name}/get_context")
    assert not refused.success
    assert "belongs to RRN-000000000002" in refused.message

    node.file.write_text(good)
    robot.spin_until(lambda: listening.says(OK, "remembering", "memory"))
    robot.spin_until(lambda: node.logged("nothing is wrong with it any more"))
    assert node.stop() == 0
