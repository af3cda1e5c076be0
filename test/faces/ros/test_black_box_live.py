"""A fault in a real node is recorded in an MCAP file, with the messages around it."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus
from nav_msgs.msg import Odometry
from processes import NodeProcess, Robot
from robot_memory.srv import RecordNow, Why
from small_disks import small_disk
from std_msgs.msg import String
from telling import ERROR, WARN, Listening

from robot_memory.applications.black_box import FaultRecording, FaultRecordings
from robot_memory.perception.replay import open_recording

pytestmark = pytest.mark.ros
reader_module = pytest.importorskip("mcap.reader")
stream_module = pytest.importorskip("mcap.stream_reader")
EndOfFile = pytest.importorskip("mcap.exceptions").EndOfFile


def recordings(node: NodeProcess) -> list[FaultRecording]:
    return FaultRecordings(node.home / "black_box").all()


def publish_fault(publisher, *names: str) -> None:
    statuses = [DiagnosticStatus(level=b"\x02", name=name, message="no pulses") for name in names]
    publisher.publish(DiagnosticArray(status=statuses))


def asked(node: NodeProcess, *words: str):
    command = [sys.executable, "-m", "robot_memory.faces.cli", "--json", *words]
    environment = ["env", f"ROBOT_MEMORY_HOME={node.home}"]
    return json.loads(subprocess.check_output([*environment, *command], stderr=subprocess.DEVNULL))


def drive(robot: Robot, seconds: float) -> None:
    """Publish odometry at 5 Hz."""
    publisher = robot.publisher(Odometry, "/odom")
    for _ in range(round(seconds * 5)):
        publisher.publish(Odometry())
        robot.spin(0.2)


def test_a_fault_is_recorded_from_ten_seconds_before_it_and_can_be_replayed(start_node, robot):
    node = start_node("-p", "black_box.after_s:=1.0")
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    drive(robot, 10.5)
    robot.spin_until(lambda: publish_fault(publisher, "base: Left encoder") or recordings(node))
    robot.spin(1.0)
    (recording,) = recordings(node)
    (trigger,) = recording.triggers
    explained = robot.call(Why, "/robot_memory/why", id=trigger.entry_id)
    assert list(explained.recordings) == [str(recording.path)]
    assert node.stop() == 0

    with recording.path.open("rb") as file:
        reader = reader_module.make_reader(file, validate_crcs=True)
        assert reader.get_header().profile == "ros2"
        schema, channel, first = next(reader.iter_messages(["/odom"]))
    assert (schema.name, channel.message_encoding) == ("nav_msgs/msg/Odometry", "cdr")
    assert b"MSG: geometry_msgs/PoseWithCovariance\n" in schema.data
    assert trigger.time.timestamp() - first.log_time * 1e-9 > 10.0
    assert recording.path.stat().st_mode & 0o777 == 0o600
    assert asked(node, "why", trigger.entry_id)["recordings"] == [str(recording.path)]
    learned = asked(node, "replay", str(recording.path))["entries"]
    assert [entry["text"] for entry in learned] == [trigger.text]


def test_a_node_that_is_killed_while_it_records_leaves_a_readable_file(start_node, robot_apart):
    robot = robot_apart
    node = start_node()
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    fault = "base: Left encoder"
    robot.spin_until(lambda: publish_fault(publisher, fault) or recordings(node))
    robot.spin_until(lambda: publish_fault(publisher, fault) or recordings(node)[0].size > 20_000)
    node.kill()

    (recording,) = recordings(node)
    assert recording.triggers[0].component == fault
    read = [message.topic for message in open_recording(recording.path).messages()]
    assert read.count("/diagnostics") > 5
    assert streamed(recording.path).count("/diagnostics") == read.count("/diagnostics")


def streamed(path: Path) -> list[str]:
    """Return the topics of the messages, read with the public stream reader."""
    topics: dict[int, str] = {}
    found = []
    with path.open("rb") as file:
        try:
            for record in stream_module.StreamReader(file, validate_crcs=True).records:
                if type(record).__name__ == "Channel":
                    topics[record.id] = record.topic
                elif type(record).__name__ == "Message":
                    found.append(topics[record.channel_id])
        except (EndOfFile, struct.error):
            pass
    return found


def test_a_burst_of_faults_and_a_request_are_recorded_in_one_file(start_node, robot):
    # As long as the burst may take on a busy computer; the node writes the file when it stops.
    node = start_node("-p", "black_box.after_s:=120.0")
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    secret = robot.publisher(String, "/mode")  # no rule reads it: only the black box subscribes
    names = [f"board {name}: Motor" for name in "ABCDEFGHIJ"]
    for name in names:
        # Repeatedly: messages published before the node found the publisher are lost.
        secret.publish(String(data="wifi password=Tr0ub4dor&3x"))
        robot.spin_until(lambda name=name: publish_fault(publisher, name) or node.tells(name))
    answer = robot.call(RecordNow, "/robot_memory/record_now", why="it made a noise")
    assert answer.success, answer.message
    assert node.stop() == 0

    triggers = [trigger for recording in recordings(node) for trigger in recording.triggers]
    assert triggers[-1].text == "it made a noise"
    assert set(names) <= {trigger.component for trigger in triggers[:-1]}
    assert len(recordings(node)) == 1
    (data,) = (recording.path.read_bytes() for recording in recordings(node))
    assert b"/mode" in data
    assert b"Tr0ub4dor" not in data


def test_an_undecodable_message_is_reported_in_diagnostics_and_not_recorded(start_node, robot):
    node = start_node("-p", "black_box.after_s:=120.0")
    listening = Listening(robot)
    publisher = robot.publisher(String, "/mode")
    garbage = b"\0\1\0\0" + struct.pack("<I", 1000) + b"Tr0ub4dor"
    robot.call(RecordNow, "/robot_memory/record_now", why="garbage")
    robot.spin_until(
        lambda: (
            publisher.publish(garbage)
            or listening.says(WARN, "/mode: black box: messages are missing in ")
        )
    )
    assert node.stop() == 0
    (recording,) = recordings(node)
    assert b"Tr0ub4dor" not in recording.path.read_bytes()


def test_a_recording_on_a_full_disk_is_reported_and_the_node_continues(start_node, robot, tmp_path):
    with small_disk(tmp_path / "disk", "4m") as disk:
        home = tmp_path / "home"
        home.mkdir()
        (home / "black_box").symlink_to(disk.folder)
        disk.fill()
        node = start_node()
        listening = Listening(robot)
        publisher = robot.publisher(DiagnosticArray, "/diagnostics")
        name = "base: Left encoder"
        robot.spin_until(lambda: publish_fault(publisher, name) or node.tells(name))
        robot.spin_until(lambda: listening.says(ERROR, "black box: ", "memory"))
        other = "base: Right encoder"
        robot.spin_until(lambda: publish_fault(publisher, other) or node.tells(other))
        assert node.stop() == 0
