"""Which topics are recorded, and which belong into the file of a fault."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from robot_memory.applications.black_box import TopicChoice, Trigger
from robot_memory.applications.black_box.topic_choice import patterns

NOW = datetime(2026, 11, 21, tzinfo=timezone.utc)
TRIGGER = Trigger("created", NOW, 1.0, "mem-1", component="left wheel", topic="/base/wheels")
IMAGE = "sensor_msgs/msg/Image"


def test_images_are_recorded_only_where_they_are_asked_for():
    assert not TopicChoice().records("/camera/image", IMAGE)
    assert TopicChoice(include=["/camera/*"]).records("/camera/image", IMAGE)
    assert TopicChoice(include=["/camera/*"]).matters("/camera/image", IMAGE, TRIGGER)


def test_a_topic_that_is_left_out_is_never_recorded():
    assert not TopicChoice(["*"], ["/odom"]).records("/odom", "nav_msgs/msg/Odometry")


@pytest.mark.parametrize(
    ("topic", "type_name"),
    [
        ("/odom", "nav_msgs/msg/Odometry"),
        ("/tf", "tf2_msgs/msg/TFMessage"),
        ("/cmd_vel", "geometry_msgs/msg/Twist"),
        ("/mode", "std_msgs/msg/String"),
        ("/base/wheels", "robot_msgs/msg/Wheels"),
        ("/base/current", "sensor_msgs/msg/Range"),
        ("/left/encoder", "robot_msgs/msg/Ticks"),
    ],
)
def test_the_state_of_the_robot_and_what_shares_a_name_with_the_fault_matter(topic, type_name):
    assert TopicChoice().matters(topic, type_name, TRIGGER)


def test_a_sensor_of_another_part_does_not_matter():
    assert not TopicChoice().matters("/arm/force", "geometry_msgs/msg/WrenchStamped", TRIGGER)


def test_everything_matters_for_a_request():
    asked = Trigger("asked", NOW, 1.0)
    assert TopicChoice().matters("/arm/force", "geometry_msgs/msg/WrenchStamped", asked)


def test_patterns_are_separated_by_commas():
    assert patterns(" /camera/*, /map ,") == ("/camera/*", "/map")
