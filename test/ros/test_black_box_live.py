"""A fault in a real node leaves the messages around it as an MCAP file."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from processes import NodeProcess, Robot

pytestmark = pytest.mark.ros
mcap_reader = pytest.importorskip("mcap.reader")


def recordings(node: NodeProcess) -> list[Path]:
    return sorted((node.home / "black_box").glob("*.mcap"))


def publish_fault(robot: Robot, publisher, name: str = "base: Left encoder") -> None:
    from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus

    status = DiagnosticStatus(level=b"\x02", name=name, message="no pulses")
    publisher.publish(DiagnosticArray(status=[status]))


def why(node: NodeProcess, entry_id: str) -> dict:
    command = [sys.executable, "-m", "robot_memory.cli", "--home", str(node.home), "--json", "why"]
    return json.loads(subprocess.check_output([*command, entry_id]))


def test_a_fault_leaves_a_file_that_the_public_reader_reads_and_why_names(start_node, robot):
    from diagnostic_msgs.msg import DiagnosticArray

    node = start_node("-p", "black_box.after_s:=1.0")
    publisher = robot.node.create_publisher(DiagnosticArray, "/diagnostics", 10)
    robot.spin_until(publisher.get_subscription_count, 20.0)
    robot.spin_until(lambda: publish_fault(robot, publisher) or node.tells("Left encoder"))
    robot.spin_until(lambda: recordings(node))
    assert node.stop() == 0

    (path,) = recordings(node)
    with path.open("rb") as file:
        reader = mcap_reader.make_reader(file)
        assert reader.get_header().profile == "ros2"
        found = [(schema, channel) for schema, channel, _ in reader.iter_messages(["/diagnostics"])]
    assert found
    schema, channel = found[0]
    assert (schema.name, channel.message_encoding) == ("diagnostic_msgs/msg/DiagnosticArray", "cdr")
    assert b"MSG: diagnostic_msgs/DiagnosticStatus" in schema.data
    assert path.stat().st_mode & 0o777 == 0o600
    assert why(node, path.stem.rpartition("_")[2])["recordings"] == [str(path)]
