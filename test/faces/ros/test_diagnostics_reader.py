"""Our reader of DiagnosticArray agrees with rclpy, and survives any bytes."""

from __future__ import annotations

import struct

import pytest
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue
from hypothesis import example, given
from hypothesis import strategies as st
from rclpy.serialization import deserialize_message, serialize_message
from std_msgs.msg import Header

from robot_memory.faces.ros.cdr import UnreadableMessage, byte_order
from robot_memory.faces.ros.diagnostics_reader import DiagnosticsReader

# A string in a message ends at its first NUL; lone surrogates are not text.
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
statuses = st.builds(
    DiagnosticStatus,
    level=st.binary(min_size=1, max_size=1),
    name=texts,
    message=texts,
    hardware_id=texts,
    values=st.lists(st.builds(KeyValue, key=texts, value=texts), max_size=4),
)
stamps = st.builds(
    Time,
    sec=st.integers(-(2**31), 2**31 - 1),
    nanosec=st.integers(0, 2**32 - 1),
)
arrays = st.builds(
    DiagnosticArray,
    header=st.builds(Header, stamp=stamps, frame_id=texts),
    status=st.lists(statuses, max_size=5),
)

#: Shared by all examples, as the node shares it among all messages.
READER = DiagnosticsReader()


class Writer:
    """Writes CDR in either byte order, as specified."""

    def __init__(self, order: str) -> None:
        self._order = order
        self._data = bytearray()

    def _align(self) -> None:
        self._data += bytes(-len(self._data) % 4)

    def number(self, kind: str, value: int) -> None:
        self._align()
        self._data += struct.pack(self._order + kind, value)

    def text(self, value: str) -> None:
        data = value.encode() + b"\0"
        self.number("I", len(data))
        self._data += data

    def array(self, message: DiagnosticArray) -> bytes:
        self.number("i", message.header.stamp.sec)
        self.number("I", message.header.stamp.nanosec)
        self.text(message.header.frame_id)
        self.number("I", len(message.status))
        for status in message.status:
            self._data += status.level
            for value in (status.name, status.message, status.hardware_id):
                self.text(value)
            self.number("I", len(status.values))
            for pair in status.values:
                self.text(pair.key)
                self.text(pair.value)
        return (b"\0\0\0\0" if self._order == ">" else b"\0\1\0\0") + bytes(self._data)


def summary(message) -> tuple[object, ...]:
    """Return the parts of a message that detectors read; the message is ours or rclpy's."""
    stamp = message.header.stamp
    heads = [
        (item.level if isinstance(item.level, int) else item.level[0],
         item.name, item.message, item.hardware_id)
        for item in message.status
    ]  # fmt: skip
    return (stamp.sec, stamp.nanosec, heads)


@given(arrays)
def test_a_message_serialized_by_rclpy_is_read_as_by_rclpy(message):
    data = serialize_message(message)

    assert byte_order(data)
    assert summary(READER.read(data)) == summary(deserialize_message(data, DiagnosticArray))


@given(arrays)
def test_both_byte_orders_are_read(message):
    assert summary(READER.read(Writer("<").array(message))) == summary(message)
    assert summary(READER.read(Writer(">").array(message))) == summary(message)


def test_statuses_equal_but_for_their_values_are_read_as_one_object():
    def read(value: str) -> object:
        status = DiagnosticStatus(name="base", values=[KeyValue(key="current", value=value)])
        return READER.read(serialize_message(DiagnosticArray(status=[status, status]))).status[0]

    assert read("1.0") is read("12.75")


def test_invalid_utf_8_and_early_terminated_texts_are_read_as_in_rclpy():
    data = serialize_message(DiagnosticArray(status=[DiagnosticStatus(name="motor left")]))
    for part in (b"mo\xff\xfe left\0", b"mot\0r left\0"):
        broken = data.replace(b"motor left\0", part.ljust(11, b"\0"))
        assert summary(READER.read(broken)) == summary(deserialize_message(broken, DiagnosticArray))


@given(arrays, st.data())
def test_a_truncated_message_raises(message, data):
    whole = Writer("<").array(message)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]

    with pytest.raises(UnreadableMessage, match=r"end within the message|not plain CDR"):
        READER.read(cut)


@given(st.one_of(st.binary(max_size=200), st.binary(max_size=200).map(b"\0\1\0\0".__add__)))
@example(b"\0\1\0\0" + b"\xff" * 64)
@example(b"\0\0\0\0" + b"\0\0\0\1" * 40)
def test_random_bytes_raise_no_other_error(data):
    try:
        READER.read(data)
    except UnreadableMessage as error:
        assert str(error)


@given(arrays, st.data())
def test_a_flipped_byte_raises_no_other_error(message, data):
    whole = bytearray(serialize_message(message))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] = data.draw(st.integers(0, 255))
    try:
        READER.read(bytes(whole))
    except UnreadableMessage as error:
        assert str(error)


def test_the_cache_of_statuses_is_bounded():
    reader = DiagnosticsReader()
    for number in range(10_000):
        status = DiagnosticStatus(name="base", message=f"took {number} ms")
        reader.read(serialize_message(DiagnosticArray(status=[status])))

    assert len(reader._known) <= 4096


# -- values --------------------------------------------------------------------------------


@given(arrays)
def test_values_are_read_as_in_rclpy(message):
    data = serialize_message(message)
    decoded = deserialize_message(data, DiagnosticArray)
    for written in (data, Writer(">").array(message)):
        read = DiagnosticsReader(clock=lambda: 1.0).read(written)

        names: set[str] = set()
        heads = set()
        for item, its in zip(read.status, decoded.status, strict=True):
            head = (its.level, its.name, its.message, its.hardware_id)
            # From time to time for each name, and whenever a fault has a new text.
            is_due = its.name not in names or (its.level != b"\0" and head not in heads)
            pairs = [(pair.key, pair.value) for pair in its.values] if is_due else []
            assert [(pair.key, pair.value) for pair in item.values] == pairs
            names.add(its.name)
            heads.add(head)
        assert read.has_values == bool(decoded.status)
        assert summary(read) == summary(decoded)


class Talking:
    """A component with values, the reader, and its clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._reader = DiagnosticsReader(lambda: self.now)

    def says(
        self, value: str, message: str = "fine", name: str = "base", hardware_id: str = ""
    ) -> list[str]:
        """Return the values read from a status."""
        pair = KeyValue(key="current", value=value)
        status = DiagnosticStatus(
            name=name, message=message, hardware_id=hardware_id, values=[pair]
        )
        read = self._reader.read(serialize_message(DiagnosticArray(status=[status])))
        assert read.has_values == bool(read.status[0].values)
        return [item.value for item in read.status[0].values]


def test_values_are_read_at_most_twice_a_second():
    talking, read = Talking(), []
    for count in range(1000):
        talking.now = 1000.0 + count * 0.002
        read += talking.says(str(count))

    assert len(read) == 4
    assert read[0] == "0"


def test_values_of_devices_with_one_name_but_different_hardware_ids_are_all_read():
    talking = Talking()

    assert talking.says("1.0", hardware_id="left") == ["1.0"]
    assert talking.says("2.0", hardware_id="right") == ["2.0"]


def test_unchanged_values_are_read_too():
    talking, read = Talking(), []
    for second in range(10):
        talking.now = 1000.0 + second
        read += talking.says("1.0")

    assert read == ["1.0"] * 10


def test_values_that_no_rule_reads_are_skipped():
    status = DiagnosticStatus(name="base", values=[KeyValue(key="current", value="1.0")])

    read = DiagnosticsReader().read(serialize_message(DiagnosticArray(status=[status])))

    assert read.status[0].values == ()
    assert not read.has_values
