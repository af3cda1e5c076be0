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
def test_the_queue_depth_holds_all_messages_between_two_rounds(type_name: str, rate: float):
    assert queue_depth(type_name) >= rate * REST


@pytest.mark.parametrize(
    ("type_name", "megabytes"),
    [("sensor_msgs/msg/Image", 6.0), ("sensor_msgs/msg/PointCloud2", 5.0)],
)
def test_queued_images_and_point_clouds_need_less_than_one_gigabyte(
    type_name: str, megabytes: float
):
    assert queue_depth(type_name) * megabytes < 1000.0
