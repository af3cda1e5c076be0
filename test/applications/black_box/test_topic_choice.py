"""Which topics are recorded, and which messages are kept: by age and size; latched ones longer."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest

from robot_memory.applications.black_box import MessageRing, TopicChoice, Trigger
from robot_memory.applications.black_box.topic_choice import patterns

NOW = datetime(2026, 11, 21, tzinfo=timezone.utc)
TRIGGER = Trigger("created", NOW, 1.0, "mem-1", component="left wheel", topic="/base/wheels")
IMAGE = "sensor_msgs/msg/Image"


def test_images_are_recorded_only_if_included():
    assert not TopicChoice().records("/camera/image", IMAGE)
    assert TopicChoice(include=["/camera/*"]).records("/camera/image", IMAGE)
    assert TopicChoice(include=["/camera/*"]).matters("/camera/image", IMAGE, TRIGGER)


def test_an_excluded_topic_is_never_recorded():
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
def test_robot_state_and_topics_that_share_a_name_with_the_fault_are_recorded(topic, type_name):
    assert TopicChoice().matters(topic, type_name, TRIGGER)


def test_a_sensor_of_another_part_is_not_recorded():
    assert not TopicChoice().matters("/arm/force", "geometry_msgs/msg/WrenchStamped", TRIGGER)


def test_a_name_with_non_ascii_letters_is_compared_as_a_whole():
    trigger = replace(TRIGGER, topic="/größe", component="größe")

    assert TopicChoice().matters("/kran/größe", "geometry_msgs/msg/WrenchStamped", trigger)
    assert not TopicChoice().matters("/grüße", "geometry_msgs/msg/WrenchStamped", trigger)


def test_a_requested_recording_contains_every_topic():
    asked = Trigger("asked", NOW, 1.0)
    assert TopicChoice().matters("/arm/force", "geometry_msgs/msg/WrenchStamped", asked)


def test_topic_patterns_are_separated_by_commas():
    assert patterns(" /camera/*, /map ,") == ("/camera/*", "/map")


def uptimes(ring: MessageRing, number: int = 0) -> list[float]:
    return [message.uptime for message in ring.newer_than(number)[0]]


def test_messages_older_than_the_ring_are_dropped():
    ring = MessageRing(10.0, 1_000_000)
    for uptime in range(20):
        ring.add("/pump", "t", float(uptime), 0.0, b"x")
    assert uptimes(ring) == [float(uptime) for uptime in range(9, 20)]


def test_the_oldest_messages_are_dropped_above_the_size_limit():
    ring = MessageRing(100.0, 5_000)
    for uptime in range(20):
        ring.add("/pump", "t", float(uptime), 0.0, bytes(1000))
    assert uptimes(ring) == [16.0, 17.0, 18.0, 19.0]
    assert ring.size <= 5_000


def test_a_message_larger_than_the_ring_empties_it_and_is_not_kept():
    ring = MessageRing(100.0, 1_000)
    ring.add("/pump", "t", 1.0, 0.0, b"x")
    ring.add("/pump", "t", 2.0, 0.0, bytes(2000))
    assert (uptimes(ring), ring.size) == ([], 0)


def test_a_reader_gets_the_number_of_messages_dropped_before_it_read_them():
    ring = MessageRing(2.0, 1_000_000)
    for uptime in range(10):
        ring.add("/pump", "t", float(uptime), 0.0, b"x")
    messages, missed = ring.newer_than(3)
    assert ([message.number for message in messages], missed) == ([8, 9, 10], 4)


def test_the_newest_message_of_a_latched_topic_is_kept_whatever_its_age():
    ring = MessageRing(2.0, 1_000_000)
    ring.add("/map_name", "t", 0.0, 0.0, b"first", is_latched=True)
    ring.add("/map_name", "t", 1.0, 0.0, b"second", is_latched=True)
    ring.add("/pump", "t", 50.0, 0.0, b"x")
    assert [message.data for message in ring.latched()] == [b"second"]


def test_latched_messages_take_at_most_a_quarter_of_the_ring():
    ring = MessageRing(2.0, 1_000_000)
    for number in range(5_000):
        ring.add(f"/node_{number}/state", "t", 10.0 * number, 0.0, bytes(10_000), is_latched=True)
    ring.add("/pump", "t", 60_000.0, 0.0, b"x")

    kept = ring.latched()
    assert [message.topic for message in kept] == [f"/node_{n}/state" for n in range(4_976, 5_000)]
    assert ring.size <= 250_000 + 1_000
    assert len(ring.left()) == 1_000
    assert (ring.left()[-1].topic, ring.left()[-1].data) == ("/node_4975/state", b"")


def test_latched_and_other_messages_do_not_displace_each_other():
    ring = MessageRing(1e9, 100_000)
    ring.add("/mode", "t", 0.0, 0.0, b"automatic", is_latched=True)
    for number in range(1_000):
        ring.add(f"/node_{number % 40}/state", "t", float(number), 0.0, bytes(400), is_latched=True)
        ring.add("/pump", "t", float(number), 0.0, bytes(1_000))
        assert ring.size <= 100_000
    assert sum(message.topic == "/pump" for message in ring.newer_than(0)[0]) > 30

    ring = MessageRing(1e9, 100_000)
    ring.add("/mode", "t", 0.0, 0.0, b"automatic", is_latched=True)
    for number in range(1_000):
        ring.add("/pump", "t", float(number), 0.0, bytes(1_000))
    assert ([message.topic for message in ring.latched()], ring.left()) == (["/mode"], [])


def test_a_latched_topic_counts_once_when_its_message_is_replaced():
    ring = MessageRing(1.0, 10_000)
    for number in range(1_000):
        ring.add("/mode", "t", 10.0 * number, 0.0, bytes(number), is_latched=True)
    assert [len(message.data) for message in ring.latched()] == [999]
    ring.add("/mode", "t", 20_000.0, 0.0, bytes(5_000), is_latched=True)
    assert (ring.latched(), [message.topic for message in ring.left()]) == ([], ["/mode"])
    ring.add("/mode", "t", 20_010.0, 0.0, b"x", is_latched=True)
    assert ([message.data for message in ring.latched()], ring.left()) == ([b"x"], [])
    assert ring.size == 2 * 201
