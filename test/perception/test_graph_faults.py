"""Faults seen in the graph of nodes and topics."""

from __future__ import annotations

import pytest
from watching import Watching

from robot_memory.foundation.settings import Settings
from robot_memory.perception.ros_graph.graph_faults import is_tool, qos_mismatch, same_name


def test_a_lasting_qos_mismatch_is_one_occurrence_of_a_misconfiguration(robot: Watching):
    found = qos_mismatch("/image", "/camera", "/viewer", "reliability", Settings())
    for _ in range(10):
        robot.wait(robot.now + 5.0)
        robot.perception.add_detection("/image", found)

    text = "/viewer does not hear /camera on /image: incompatible QoS, reliability"
    assert robot.lessons == {text: 1}
    assert robot.onsets[0].entry_type == "behavior_pattern"
    assert "configuration" in robot.onsets[0].tags


def test_two_nodes_with_one_name_are_not_reported_within_half_a_minute(robot: Watching):
    for _ in range(6):
        robot.wait(robot.now + 5.0)
        robot.perception.add_detection("/lidar", same_name("/lidar", Settings()))

    assert robot.lessons == {}


def test_numbers_that_change_at_each_start_do_not_change_the_key():
    first, second = (
        qos_mismatch("/image", f"/camera_{number}", "/viewer", "reliability", Settings())
        for number in ("4711_1700000000", "815_1800000000")
    )
    assert first.key == second.key


@pytest.mark.parametrize(
    ("name", "expected"),
    [("rviz2", True), ("rosbag2_recorder", True), ("_ros2cli_77", True), ("camera", False)],
)
def test_tools_are_recognised_by_their_names(name: str, expected: bool):
    assert is_tool(name) is expected
