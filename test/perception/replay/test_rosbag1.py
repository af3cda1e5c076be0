"""rosbag1 files: custom types, compression, damage."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_messages import numbers

from robot_memory.faces.cli.main import main
from robot_memory.perception.replay import RecordingError, open_recording
from robot_memory.perception.replay.bags.bag1 import Bag1File, record_at

Write = Callable[..., Path]


def data(path: Path) -> list[Any]:
    return [message.content.data for message in open_recording(path).messages()]


def after(content: bytearray, name: bytes) -> int:
    """The offset of the last field of that name: where its value begins."""
    return content.rindex(name) + len(name)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (lambda it: len(it) - 8, b"\7"),  # the connection in the last record of a chunk
        (lambda it: len(it) - 12, struct.pack("<I", (1 << 32) - 1)),  # its length: exceeds memory
        (lambda it: after(it, b"chunk_pos="), struct.pack("<Q", 1 << 40)),
        (lambda it: after(it, b"chunk_pos="), struct.pack("<Q", len(Bag1File.MAGIC))),  # no chunk
        *((lambda it: after(it, b"index_pos="), struct.pack("<Q", place))
          for place in (1, 1 << 40, (1 << 64) - 1)),
    ],
)  # fmt: skip
def test_an_overwritten_index_is_not_used(
    write_bag1: Write, at: Callable[[bytearray], int], value: bytes
) -> None:
    path = write_bag1(numbers(50), chunk=500)
    content = bytearray(path.read_bytes())
    content[at(content) : at(content) + len(value)] = value
    path.write_bytes(content)
    tracemalloc.start()
    try:
        assert data(path) == list(range(50))
        assert tracemalloc.get_traced_memory()[1] < 100e6
    finally:
        tracemalloc.stop()


def test_an_index_without_its_last_record_is_not_used(write_bag1: Write) -> None:
    path = write_bag1(numbers(50), chunk=500)
    content = path.read_bytes()
    last = content.rindex(b"ver=\x01\x00\x00\x00")
    start = content.rindex(b"op=\x06", 0, last + 60)
    path.write_bytes(content[: start - 8])  # 8: the header's length and its first field's length
    assert data(path) == list(range(50))


def test_two_definitions_of_one_type_name_are_each_used_for_their_own_topic(
    write_bag1: Write, write_bag2: Write, tmp_path: Path
) -> None:
    from rosbags.rosbag1 import Writer

    path = tmp_path / "two.bag"
    with Writer(path) as writer:
        old = writer.add_connection("/old", "a/msg/B", msgdef="uint8 x\n", md5sum="1" * 32)
        new = writer.add_connection("/new", "a/msg/B", msgdef="uint16 y\n", md5sum="2" * 32)
        writer.write(old, 1, b"\x05")
        writer.write(new, 2, b"\x06\x01")
    one, other = open_recording(path).messages()
    assert (one.content.x, other.content.y) == (5, 262)


@pytest.mark.parametrize("compression", ["", "BZ2", "LZ4"])
def test_compressed_chunks_are_read(write_bag1: Write, compression: str) -> None:
    assert data(write_bag1(numbers(50), compression, chunk=500)) == list(range(50))


def test_wanted_topics_are_read_in_order_and_times_are_known_before_reading(
    write_bag1: Write,
) -> None:
    recording = open_recording(
        write_bag1([*reversed(numbers(11)), *numbers(3, "/other")], chunk=500)
    )
    assert recording.topics == dict.fromkeys(("/number", "/other"), "std_msgs/msg/Int32")
    assert (recording.start, recording.duration) == (100.0, 1.0)
    messages = list(recording.messages(lambda topic, _: topic == "/number"))
    assert [it.topic for it in messages] == ["/number"] * 11
    assert [it.content.data for it in messages] == list(range(11))


def test_a_ros1_log_is_converted_to_a_ros2_log(write_bag1: Write) -> None:
    fields = {"level": 8, "name": "/planner", "msg": "no path", "header": {"seq": 4}}
    path = write_bag1([("/rosout", "rosgraph_msgs/msg/Log", 10**9, fields)])
    recording = open_recording(path)
    (message,) = recording.messages()
    assert recording.topics == {"/rosout": "rcl_interfaces/msg/Log"}
    assert message.type == "rcl_interfaces/msg/Log"
    assert (message.content.level, message.content.name, message.content.msg) == (
        40, "/planner", "no path",
    )  # fmt: skip


@pytest.mark.parametrize("has_temperature", [True, False])
def test_images_are_reported_as_not_watched_only_if_nothing_is_watched(
    write_bag1: Write, capsys: pytest.CaptureFixture[str], has_temperature: bool
) -> None:
    given = [("/camera", "sensor_msgs/msg/Image", at * 10**9, {}) for at in range(1, 9)]
    if has_temperature:
        given += [("/motor", "sensor_msgs/msg/Temperature", 10**9, {})]
    assert main(["replay", str(write_bag1(given))]) == 0
    assert ("1 topic not watched" in capsys.readouterr().err) is not has_temperature


def test_text_that_is_not_utf8_loses_only_its_invalid_bytes(write_bag1: Write) -> None:
    path = write_bag1([("/text", "std_msgs/msg/String", 1, {"data": "71.2 #C"})])
    path.write_bytes(path.read_bytes().replace(b"71.2 #C", b"71.2 \xb0C"))
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == ["71.2 ?C"]
    assert list(recording.defects) == ["/text: text that is not UTF-8, its odd bytes shown as '?'"]


def test_numbers_with_the_same_bytes_as_invalid_text_stay_unchanged(write_bag1: Write) -> None:
    position = [struct.unpack("<d", b"\xb0" * 8)[0]]
    fields = {"name": ["arm", "~", "leg ~"], "position": np.array(position)}
    path = write_bag1([("/joints", "sensor_msgs/msg/JointState", 1, fields)])
    path.write_bytes(path.read_bytes().replace(b"~", b"\xb0"))
    (message,) = open_recording(path).messages()
    assert message.content.name == ["arm", "?", "leg ?"]
    assert list(message.content.position) == position


@pytest.mark.parametrize("compression", ["BZ2", "LZ4"])
def test_the_beginning_of_a_truncated_compressed_chunk_is_delivered(
    write_bag1: Write, compression: str
) -> None:
    noise = [f"{at * 7919 % 100003:05d}{at * 104729 % 99991:05d}" * 200 for at in range(600)]
    messages = [("/text", "std_msgs/msg/String", at, {"data": it}) for at, it in enumerate(noise)]
    path = write_bag1(messages, compression, chunk=1 << 30)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 8 // 10])
    delivered = data(path)
    assert delivered == noise[: len(delivered)]
    assert len(delivered) > 0


def test_a_file_truncated_between_two_messages_of_a_chunk_is_reported(write_bag1: Write) -> None:
    path = write_bag1(numbers(50))
    content = path.read_bytes()
    begin = content.index(b"size=", content.index(b"compression=none")) + 9 + 4
    end = 0
    for _ in range(20):
        _, end = record_at(memoryview(content)[begin:], end)
    path.write_bytes(content[: begin + end])
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == list(range(19))  # a connection first
    assert "it is cut short" in recording.defects[0]
    assert recording.defects.losses == 1


def test_a_bag_that_was_never_closed_is_read_to_its_last_message(write_bag1: Write) -> None:
    path = write_bag1(numbers(50), chunk=500)
    content = bytearray(path.read_bytes())
    at = content.index(b"index_pos=") + len(b"index_pos=")
    place = struct.unpack_from("<Q", content, at)[0]
    content[at : at + 8] = bytes(8)  # only written when a bag is closed
    path.write_bytes(content[:place])
    recording = open_recording(path)
    assert [it.content.data for it in recording.messages()] == list(range(50))
    assert any("no index" in it for it in recording.defects)


@pytest.mark.parametrize("compression", ["", "BZ2"])
def test_an_unfinished_chunk_is_read(write_bag1: Write, compression: str) -> None:
    path = write_bag1(numbers(50), compression)
    content = bytearray(path.read_bytes())
    at = content.index(b"index_pos=") + len(b"index_pos=")
    content[at : at + 8] = bytes(8)
    at = content.index(b"compression=")
    size_at = content.index(b"size=", at) + 9  # the header's last field; then the data's length
    length = struct.unpack_from("<I", content, size_at)[0]
    content[size_at : size_at + 4] = bytes(4)
    path.write_bytes(content[: size_at + 4 + length])
    assert data(path) == list(range(50))


def test_a_damaged_chunk_is_reported_and_the_others_are_read(write_bag1: Write) -> None:
    path = write_bag1(numbers(60), "LZ4", chunk=500)
    content = bytearray(path.read_bytes())
    frames = [at for at in range(len(content)) if content.startswith(b"\x04\x22\x4d\x18", at)]
    content[frames[1] : frames[1] + 40] = bytes(40)
    path.write_bytes(content)
    recording = open_recording(path)
    delivered = [it.content.data for it in recording.messages()]
    assert delivered[0] == 0
    assert delivered[-1] == 59
    assert 30 < len(delivered) < 60
    assert any("a damaged chunk" in it for it in recording.defects)


def test_reading_again_does_not_report_twice(write_bag1: Write) -> None:
    path = write_bag1(numbers(60), "LZ4", chunk=500)
    content = bytearray(path.read_bytes())
    at = content.index(b"\x04\x22\x4d\x18")
    content[at : at + 40] = bytes(40)
    path.write_bytes(content)
    recording = open_recording(path)
    for _ in range(2):
        assert sum(1 for _ in recording.messages()) > 0
        assert recording.defects.total == recording.defects.losses == 1


def test_a_damaged_connection_record_is_reported_and_the_rest_is_read(write_bag1: Write) -> None:
    path = write_bag1(numbers(50) + numbers(50, topic="/other"))
    content = path.read_bytes()
    path.write_bytes(content[::-1].replace(b"=epyt", b"!epyt", 1)[::-1])
    recording = open_recording(path)
    assert sum(1 for _ in recording.messages()) >= 50
    assert any("its index is damaged" in it for it in recording.defects)


def test_an_older_bag_format_is_refused_and_named(tmp_path: Path) -> None:
    path = tmp_path / "old.bag"
    path.write_bytes(b"#ROSBAG V1.2\nwhatever")
    with pytest.raises(RecordingError, match=r"V1\.2.*old format"):
        open_recording(path)
