"""Our reader of wanted fields agrees with rclpy on every message type, and survives any bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

import pytest
from geometry_msgs.msg import Point32
from hypothesis import given, settings
from hypothesis import strategies as st
from installed_messages import Writer, class_of, fields, installed_types, messages
from nav_msgs.msg import Odometry
from rclpy.serialization import deserialize_message, serialize_message
from rosidl_parser.definition import NamespacedType
from sensor_msgs.msg import Imu, JointState, LaserScan, PointCloud
from std_msgs.msg import Empty, Header

from robot_memory.faces.ros.cdr import UnreadableMessage, byte_order
from robot_memory.faces.ros.message_reader import MessageReader, Unplannable


def types() -> Iterator[Any]:
    """Yield every installed message type that the reader supports."""
    for message_type in installed_types():
        try:
            MessageReader(message_type, paths(message_type))
        except Unplannable:
            continue
        yield message_type


def paths(message_type: Any) -> list[str]:
    """Return the dotted names of all fields, including nested ones."""
    found = []
    for name, kind in fields(message_type):
        found.append(name)
        kind = getattr(kind, "value_type", kind)
        if isinstance(kind, NamespacedType):
            found += [f"{name}.{below}" for below in paths(class_of(kind))]
    return found


TYPES = list(types())


def assert_agrees(part: Any, message: Any, wanted: set[str]) -> None:
    """Check that the wanted fields equal the message's, and that no other field was read."""
    assert vars(part).keys() == {name.partition(".")[0] for name in wanted}
    for name, value in vars(part).items():
        below = {path.partition(".")[2] for path in wanted if path.partition(".")[0] == name}
        kind = dict(fields(type(message)))[name]
        compare(value, getattr(message, name), kind, below)


def compare(value: Any, other: Any, kind: Any, below: set[str]) -> None:
    if isinstance(kind, NamespacedType):
        everything = {name for name, _ in fields(type(other))}
        assert_agrees(value, other, everything if "" in below else below)
    elif hasattr(kind, "value_type"):
        assert len(value) == len(other)
        for item, its in zip(value, other, strict=True):
            compare(item, its, kind.value_type, below)
    else:
        assert value == other
        assert type(value) is type(other) or not isinstance(other, (str, bytes, bool))


@settings(deadline=None)
@given(st.data())
def test_every_message_type_is_read_as_by_rclpy(data):
    message_type = data.draw(st.sampled_from(TYPES))
    wanted = data.draw(st.sets(st.sampled_from(paths(message_type)), min_size=1, max_size=4))
    reader = MessageReader(message_type, wanted)
    for message in data.draw(st.lists(messages(message_type), min_size=1, max_size=2)):
        written = serialize_message(message)

        assert byte_order(written)
        decoded = deserialize_message(written, message_type)
        assert_agrees(reader.read(written), decoded, wanted)
        assert_agrees(reader.read(Writer(">").write(message)), message, wanted)


def test_most_installed_message_types_are_supported():
    names = {message_type.__name__ for message_type in TYPES}

    assert {"Imu", "JointState", "LaserScan", "Odometry", "BatteryState", "NavSatFix"} <= names
    assert {"Path", "DiagnosticArray", "MemorySnapshot", "PointCloud2", "TwistStamped"} <= names


def test_a_message_type_without_fields_is_not_supported():
    with pytest.raises(Unplannable, match="Empty"):
        MessageReader(Empty, ["structure_needs_at_least_one_member"])


def test_unchanged_joint_names_are_decoded_once():
    reader = MessageReader(JointState, ["name", "effort"])

    def read(*names: str, effort: float) -> Any:
        return reader.read(serialize_message(JointState(name=names, effort=[effort])))

    # Each fills four bytes with its terminator: padding would hold random memory.
    first, second = read("arm", "leg", effort=1.0), read("arm", "leg", effort=2.0)

    assert first.name is second.name
    assert list(second.effort) == [2.0]
    assert read("arm", "toe", effort=2.0).name == ["arm", "toe"]
    assert read("arm", effort=3.0).name == ["arm"]


def test_unwanted_fields_of_any_length_are_skipped():
    points = [Point32(x=float(number)) for number in range(1000)]
    data = serialize_message(PointCloud(points=points, header=Header(frame_id="a" * 1001)))

    assert vars(MessageReader(PointCloud, ["header.stamp"]).read(data)).keys() == {"header"}


@given(st.sampled_from(TYPES), st.binary(max_size=120).map(b"\0\1\0\0".__add__))
def test_random_bytes_raise_no_other_error(message_type, data):
    reader = MessageReader(message_type, paths(message_type))
    try:
        reader.read(data)
    except UnreadableMessage as error:
        assert str(error)


@given(st.sampled_from([Imu, JointState, LaserScan, Odometry]), st.data())
def test_a_message_truncated_before_a_wanted_field_raises(message_type, data):
    last = list(message_type.get_fields_and_field_types())[-1]
    whole = serialize_message(data.draw(messages(message_type)))
    # rclpy pads each sequence with up to seven bytes, which an empty one does not need.
    cut = whole[: data.draw(st.integers(0, len(whole) - 32))]

    with pytest.raises(UnreadableMessage, match=r"end within the message|not plain CDR"):
        MessageReader(message_type, [last]).read(cut)


def test_an_impossible_element_count_raises_at_once():
    data = b"\0\1\0\0" + bytes(8) + struct.pack("<II", 1, 0) + b"\xff\xff\xff\xff" * 8

    with pytest.raises(UnreadableMessage, match="end within"):
        MessageReader(PointCloud, ["channels"]).read(data)
