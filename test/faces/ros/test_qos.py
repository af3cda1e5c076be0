"""How many messages of a topic may wait."""

from __future__ import annotations

import pytest

from robot_memory.faces.ros.qos import queue_depth
from robot_memory.faces.ros.subscription_executor import REST


@pytest.mark.parametrize(
    ("type_name", "rate"),
    [
        ("sensor_msgs/msg/Imu", 400.0),
        ("sensor_msgs/msg/JointState", 500.0),
        ("diagnostic_msgs/msg/DiagnosticArray", 500.0),
        ("sensor_msgs/msg/Image", 60.0),
        ("sensor_msgs/msg/PointCloud2", 20.0),
    ],
)
def test_what_comes_between_two_rounds_may_wait(type_name: str, rate: float):
    assert queue_depth(type_name) >= rate * REST


@pytest.mark.parametrize(
    ("type_name", "megabytes"),
    [("sensor_msgs/msg/Image", 6.0), ("sensor_msgs/msg/PointCloud2", 5.0)],
)
def test_large_messages_that_wait_take_less_memory_than_a_small_computer_has(
    type_name: str, megabytes: float
):
    assert queue_depth(type_name) * megabytes < 1000.0
