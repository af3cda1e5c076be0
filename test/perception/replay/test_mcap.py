"""MCAP files: custom types, encodings, compression, damage."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_messages import big_numbers, numbers

from robot_memory.faces.cli.main import main
from robot_memory.perception.replay import open_recording
from robot_memory.perception.replay.bags.block_file import RUN
from robot_memory.perception.replay.bags.mcap import McapFile
from robot_memory.perception.replay.recording import Defects

Write = Callable[..., Path]
HEAD = {
    "schema": (1, "std_msgs/msg/Int32", "ros2msg", "int32 data\n"),
    "channel": (1, 1, "/n", "cdr"),
}
INT32 = "int32 data\n"


def cdr(value: int) -> bytes:
    return b"\0\1\0\0" + struct.pack("<i", value)


def read(path: Path) -> list[Any]:
    return [message.content.data for message in open_recording(path).messages()]


@pytest.fixture
def plain(mcap: Any, tmp_path: Path) -> Callable[..., Path]:
    """Writes an MCAP without chunks and without a summary."""

    def write(values: list[int], closed: bool = True, cut: int | None = None) -> Path:
        mcap.data += mcap.schema(1, "std_msgs/msg/Int32", "ros2msg", INT32)
        mcap.data += mcap.channel(1, 1, "/number", "cdr")
        for value in values:
            mcap.data += mcap.message(1, value * 10**9, cdr(value))
        if closed:
            mcap.close()
        path = tmp_path / "plain.mcap"
        path.write_bytes(mcap.data[:cut])
        return path

    return write


def test_text_that_is_not_utf8_loses_only_its_invalid_bytes(mcap: Any) -> None:
    definition = "Pair[] pairs\n" + "=" * 80 + "\nMSG: arm_msgs/Pair\nstring name\nuint32 value\n"
    mcap.data += mcap.schema(1, "arm_msgs/msg/Pairs", "ros2msg", definition)
    mcap.data += mcap.channel(1, 1, "/pairs", "cdr")
    pair = struct.pack("<I2s2xI", 2, b"\xb0\0", 0xB0B0B0B0)
    mcap.data += mcap.message(1, 10**9, b"\0\1\0\0" + struct.pack("<I", 2000) + pair * 2000)
    recording = open_recording(mcap.closed())
    (message,) = recording.messages()
    assert {(pair.name, pair.value) for pair in message.content.pairs} == {("?", 0xB0B0B0B0)}
    assert list(recording.defects) == ["/pairs: text that is not UTF-8, its odd bytes shown as '?'"]


@pytest.mark.parametrize("compression", ["", "MESSAGE", "STORAGE"])
def test_compressed_messages_and_chunks_are_read(write_bag2: Write, compression: str) -> None:
    path = write_bag2(numbers(50), compression=compression)
    assert read(path / "bag2.mcap") == list(range(50))


def test_chunks_out_of_order_are_put_in_order(write_bag2: Write) -> None:
    path = write_bag2(list(reversed(big_numbers(60))))
    assert [it[:5] for it in read(path / "bag2.mcap")] == [f"{at:05d}" for at in range(60)]


@pytest.mark.parametrize(
    ("values", "how", "delivered", "told"),
    [
        ([5, 3, 9, 4], {}, [3, 4, 5, 9], []),
        ([1, 2, 3], {"closed": False}, [1, 2, 3], ["without being closed"]),
        ([1, 2, 3], {"closed": False, "cut": -3}, [1, 2],
         ["cut off within this record", "without being closed"]),
    ],
)  # fmt: skip
def test_a_file_without_chunks_and_summary_is_read_in_order_up_to_its_end(
    plain: Callable[..., Path], values: list[int], how: Any, delivered: list[int], told: list[str]
) -> None:
    recording = open_recording(plain(values, **how))
    assert [it.content.data for it in recording.messages()] == delivered
    assert (recording.start, recording.duration) == (delivered[0], delivered[-1] - delivered[0])
    assert len(recording.defects) == len(told)
    assert all(said in defect for said, defect in zip(told, recording.defects, strict=True))


def test_messages_outside_of_chunks_are_read_in_blocks_of_limited_size(mcap: Any) -> None:
    mcap.data += mcap.schema(1, "std_msgs/msg/String", "ros2msg", "string data\n")
    mcap.data += mcap.channel(1, 1, "/s", "cdr")
    text = b"\0\1\0\0" + struct.pack("<I", 100_001) + b"x" * 100_000 + b"\0"
    for time in range(50):
        mcap.data += mcap.message(1, time, text)
    path = mcap.closed()
    blocks = McapFile(path, Defects()).blocks
    assert max(block.length for block in blocks) < 2 * RUN
    assert len(read(path)) == 50


def test_the_beginning_of_a_truncated_compressed_chunk_is_delivered(write_bag2: Write) -> None:
    noise = [f"{at * 7919 % 100003:05d}{at * 104729 % 99991:05d}" * 50 for at in range(2000)]
    given = [("/text", "std_msgs/msg/String", at, {"data": it}) for at, it in enumerate(noise)]
    path = write_bag2(given, compression="STORAGE") / "bag2.mcap"
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 3])
    delivered = read(path)
    assert delivered == noise[: len(delivered)]
    assert len(delivered) > 0


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"crc": 12345}, "fails its checksum"),
        ({"compression": "snappy"}, "compression 'snappy' is not supported"),
    ],
)
def test_an_unreadable_chunk_is_reported_and_the_others_are_read(
    mcap: Any, how: dict[str, Any], told: str
) -> None:
    head = mcap.schema(*HEAD["schema"]) + mcap.channel(*HEAD["channel"])
    good, bad = head + mcap.message(1, 1, cdr(1)), head + mcap.message(1, 2, cdr(2))
    mcap.data += mcap.chunk(good, crc=zlib.crc32(good)) + mcap.chunk(bad, **how)
    recording = open_recording(mcap.closed())
    assert [it.content.data for it in recording.messages()] == [1]
    assert any(told in it for it in recording.defects)


def summarised(mcap: Any, chunks: list[tuple[int, int]], *, listed: int | None = None) -> list[int]:
    """Write a chunk with one message for each pair (time, time in the index); return the offsets.

    The summary counts all chunks, but its index lists only the first ``listed`` (by default all).
    """
    head = mcap.schema(1, "std_msgs/msg/Int32", "ros2msg", INT32) + mcap.channel(1, 1, "/n", "cdr")
    places = []
    for time, _ in chunks:
        places.append(len(mcap.data))
        mcap.data += mcap.chunk(head + mcap.message(1, time, cdr(time)))
    ends = [*places[1:], len(mcap.data)]
    mcap.add(15, bytes(4))
    summary = len(mcap.data)
    mcap.data += head
    mcap.add(11, struct.pack("<QHIIIIQQI", len(chunks), 1, 1, 0, 0, len(chunks), 0, 0, 0))
    for (_, time), place, end in list(zip(chunks, places, ends, strict=True))[:listed]:
        index = struct.pack("<QQQQIHQQ", time, time, place, end - place, 10, 1, 0, 0)
        mcap.add(8, index + mcap.text("") + bytes(16))
    mcap.add(2, struct.pack("<QQI", summary, 0, 0))
    mcap.data += b"\x89MCAP0\r\n"
    return places


def index_of(mcap: Any, place: int) -> int:
    return mcap.data.rindex(struct.pack("<Q", place))


CHANNELS = struct.pack("<IHQ", 10, 1, 0)  # in a chunk's index


@pytest.mark.parametrize(
    ("at", "value", "delivered", "told"),
    [
        # the second byte of the first chunk's uncompressed size
        (lambda m, at: at[0] + 9 + 16 + 1, b"\1", [5, 7],
         "a damaged chunk: it is cut short; 1 messages were in reach"),
        (lambda m, at: at[0], b"\x63", [5, 7], "bytes "),  # the chunk's opcode
        # the second byte of the length of the compression's name
        (lambda m, at: at[0] + 9 + 28 + 1, b"\x63", [5, 7], "its head is damaged"),
        (lambda m, at: index_of(m, at[1]) + 7, b"\xff", [5, 7], ""),  # beyond the end of the file
        (lambda m, at: index_of(m, at[1]) + 16, struct.pack("<I", 9), [5, 7], ""),  # cut short
        (lambda m, at: m.data.rindex(CHANNELS) + 4, b"\7", [5, 7], ""),  # another channel
        (lambda m, at: m.data.index(m.message(1, 5, cdr(5))), b"\xc8", [7],
         "no record begins here"),
    ],
)  # fmt: skip
def test_damage_in_a_chunk_or_in_the_summary_does_not_affect_other_chunks(
    mcap: Any, at: Any, value: bytes, delivered: list[int], told: str
) -> None:
    place = at(mcap, summarised(mcap, [(5, 5), (7, 7)]))
    mcap.data[place : place + len(value)] = value
    recording = open_recording(mcap.written())
    assert [it.content.data for it in recording.messages()] == delivered
    assert told in " ".join(recording.defects)
    assert bool(told) == bool(recording.defects)


def test_a_summary_that_lists_fewer_chunks_than_it_counts_is_not_used(mcap: Any) -> None:
    summarised(mcap, [(5, 5), (7, 7)], listed=1)
    assert read(mcap.written()) == [5, 7]


def test_a_message_outside_of_the_times_of_its_chunk_is_left_out_and_reported(mcap: Any) -> None:
    summarised(mcap, [(5, 5), (3, 8), (9, 9)])
    recording = open_recording(mcap.written())
    assert [it.content.data for it in recording.messages()] == [5, 9]
    assert "in its content bytes 89 to 128" in recording.defects[0]


def test_a_summary_with_a_wrong_checksum_is_not_used(mcap: Any) -> None:
    summarised(mcap, [(5, 5), (7, 9)])  # if it were used, the second message would be lost
    mcap.data[-12:-8] = struct.pack("<I", 12345)
    assert read(mcap.written()) == [5, 7]


def test_a_chunk_that_seems_empty_after_header_damage_is_reported_as_lost(mcap: Any) -> None:
    (place,) = summarised(mcap, [(5, 5)])
    mcap.data[place + 8] = 99  # the highest byte of the chunk's length
    mcap.data[place + 41] = 0  # the length of its content
    mcap.data[mcap.data.index(mcap.message(1, 5, cdr(5)))] = 99
    recording = open_recording(mcap.written())
    assert list(recording.messages()) == []
    assert "a chunk is lost" in recording.defects[0]


def test_a_recording_without_messages_has_no_defects(mcap: Any) -> None:
    defined = mcap.schema(1, "std_msgs/msg/Int32", "ros2msg", INT32)
    mcap.data += mcap.chunk(defined + mcap.channel(1, 1, "/n", "cdr"))
    path = mcap.closed()
    recording = open_recording(path)
    assert (list(recording.messages()), list(recording.defects)) == ([], [])
    assert main(["replay", str(path)]) == 0


def test_a_channel_without_a_schema_is_reported(mcap: Any) -> None:
    mcap.data += mcap.channel(1, 0, "/x", "cdr") + mcap.message(1, 1, cdr(7))
    recording = open_recording(mcap.closed())
    assert list(recording.messages()) == []
    told = "/x: left out: the recording has no schema for it, which names its type"
    assert list(recording.defects) == [told]


def test_an_application_record_in_a_file_without_summary_is_reported(mcap: Any) -> None:
    mcap.add(200, b"")
    assert "a record of an application's own" in open_recording(mcap.closed()).defects[0]


def looking_like_records(mcap: Any, stretches: int) -> bytes:
    """Return garbage bytes with stretches in between that could be a record followed by another."""
    return (b"\xee" * 20 + mcap.record(12, b"ab") + mcap.record(200, b"xy")) * stretches


def numbered(mcap: Any, *values: int) -> bytes:
    head: bytes = mcap.schema(*HEAD["schema"]) + mcap.channel(*HEAD["channel"])
    return head + b"".join(mcap.message(1, value * 10**9, cdr(value)) for value in values)


def test_a_damaged_section_is_reported_once_with_its_position_and_time(mcap: Any) -> None:
    mcap.data += numbered(mcap, 1, 2)
    begin = len(mcap.data)
    mcap.data += looking_like_records(mcap, 4)
    end = len(mcap.data)
    mcap.data += mcap.message(1, 3 * 10**9, cdr(3))
    recording = open_recording(mcap.closed())
    assert [it.content.data for it in recording.messages()] == [1, 2, 3]
    (defect,) = recording.defects
    assert defect.startswith(f"{recording.path}, bytes {begin} to {end}, after the message of ")
    assert "1970-01-01 00:00:02.000000 UTC: no record begins here; what was there" in defect


def test_a_file_truncated_in_a_chunk_index_is_reported_only_as_not_closed(mcap: Any) -> None:
    mcap.data += mcap.chunk(numbered(mcap, 1, 2))
    content = struct.pack("<HI", 1, 1600) + looking_like_records(mcap, 30).ljust(1600, b"\xee")
    mcap.add(7, content)
    del mcap.data[-300:]
    recording = open_recording(mcap.written())
    assert [it.content.data for it in recording.messages()] == [1, 2]
    (defect,) = recording.defects
    assert "the file ends here without being closed" in defect


def test_a_file_truncated_in_a_chunk_reports_that_chunk_once(mcap: Any) -> None:
    mcap.data += mcap.chunk(numbered(mcap, *range(1, 30)))
    del mcap.data[-100:]
    recording = open_recording(mcap.written())
    assert [it.content.data for it in recording.messages()] == list(range(1, 27))
    closed, chunk = recording.defects
    assert "the file ends here without being closed" in closed
    assert "1970-01-01 00:00:01.000000 to 1970-01-01 00:00:26.000000 UTC" in chunk
    assert "a damaged chunk: it is cut short; 26 messages were in reach" in chunk


def test_lost_messages_of_a_channel_missing_in_the_summary_are_reported(mcap: Any) -> None:
    summarised(mcap, [(5, 5), (7, 7)])
    at = mcap.data.index(mcap.channel(1, 1, "/n", "cdr"))
    mcap.data[at + 9] = 2  # the channel that the first chunk defines
    at = mcap.data.index(mcap.message(1, 5, cdr(5)))
    mcap.data[at + 9] = 2
    recording = open_recording(mcap.written())
    assert [it.content.data for it in recording.messages()] == [7]
    assert "1 messages: their channel is none that the file lists" in recording.defects[0]


def test_chunks_without_a_wanted_topic_are_not_read(mcap: Any) -> None:
    places = summarised(mcap, [(5, 5), (7, 7)])
    mcap.data[places[0] + 60] = 99  # in the chunk's content
    extra = mcap.channel(2, 1, "/other", "cdr")
    end = mcap.data.rindex(struct.pack("<BQ", 2, 20))
    mcap.data[end:end] = extra
    recording = open_recording(mcap.written())
    assert list(recording.messages(lambda topic, _: topic == "/other")) == []
    assert list(recording.defects) == []


IDL = "module a { module msg { struct B { long number; string text; }; }; };"
JSON = json.dumps({"volts": 12.5, "cells": [{"v": 3}]}).encode()


@pytest.mark.parametrize(
    ("schema", "encoding", "data", "fields", "told"),
    [
        (("std_msgs/msg/Int32", "ros2msg", "int16 low\nint16 high\n"), "cdr", cdr(65538),
         {"low": 2, "high": 1}, ""),  # it overrides the standard definition
        (("std_msgs/Int32", "ros1msg", INT32), "ros1", struct.pack("<i", 42), {"data": 42}, ""),
        (("Battery", "jsonschema", "{}"), "json", JSON, {"volts": 12.5}, ""),
        (("a/msg/B", "ros2idl", f"{'=' * 80}\nIDL: a/msg/B\n{IDL}\n"), "cdr",
         cdr(7) + struct.pack("<I", 3) + b"hi\0", {"number": 7, "text": "hi"}, ""),
        (("std_msgs/msg/Int32", "ros2msg", "int32 ??? data\n"), "cdr", cdr(7), {"data": 7},
         "the standard one serves"),
    ],
)  # fmt: skip
def test_a_message_is_decoded_with_the_schema_of_its_channel(
    mcap: Any, schema: tuple[str, str, str], encoding: str, data: bytes, fields: Any, told: str
) -> None:
    mcap.data += mcap.schema(1, *schema) + mcap.channel(1, 1, "/n", encoding)
    mcap.data += mcap.message(1, 1, data)
    recording = open_recording(mcap.closed())
    (message,) = recording.messages()
    assert {name: getattr(message.content, name) for name in fields} == fields
    assert message.type == schema[0].replace("std_msgs/Int32", "std_msgs/msg/Int32")
    assert told in " ".join(recording.defects)
    if encoding == "json":
        assert message.content.cells[0].v == 3


def test_an_undecodable_channel_is_reported_and_the_others_are_read(mcap: Any) -> None:
    mcap.data += mcap.schema(1, "x.Y", "protobuf", "") + mcap.channel(1, 1, "/proto", "protobuf")
    mcap.data += mcap.schema(2, "std_msgs/msg/Int32", "ros2msg", INT32)
    mcap.data += mcap.channel(2, 2, "/n", "cdr")
    mcap.data += mcap.message(1, 1, b"abc") + mcap.message(2, 2, cdr(5))
    recording = open_recording(mcap.closed())
    assert [it.content.data for it in recording.messages()] == [5]
    (defect,) = recording.defects
    assert defect.startswith("/proto: left out: its encoding 'protobuf' can't be decoded; convert")


def of_channel(mcap: Any, topic: str, type_name: str, messages: int) -> Path:
    """Write a recording with a channel in an encoding that cannot be decoded."""
    mcap.data += mcap.schema(1, type_name, "protobuf", "") + mcap.channel(1, 1, topic, "protobuf")
    for _ in range(messages):
        mcap.data += mcap.message(1, 1, b"abc")
    return mcap.closed()


@pytest.mark.parametrize(
    ("topic", "type_name", "messages", "status"),
    [
        ("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", 2, 1),
        ("/diagnostics", "diagnostic_msgs/msg/DiagnosticArray", 0, 0),
        ("/grip", "x/msg/Y", 2, 0),
    ],
)
def test_replay_exits_with_1_if_messages_of_a_watched_topic_are_lost(
    mcap: Any, topic: str, type_name: str, messages: int, status: int
) -> None:
    path = of_channel(mcap, topic, type_name, messages)
    assert main(["replay", str(path)]) == status


def test_an_undefined_type_that_is_not_watched_is_only_a_remark(
    mcap: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    mcap.data += mcap.schema(1, "x/msg/Y", "", "") + mcap.channel(1, 1, "/grip", "cdr")
    mcap.data += mcap.message(1, 1, cdr(7))
    path = mcap.closed()
    assert main(["replay", str(path)]) == 0
    assert "/grip: not looked at: the recording does not define x/msg/Y" in capsys.readouterr().err


@pytest.mark.parametrize("leaf", ["uint8 a", "bool overheated"])
def test_a_too_deep_definition_is_reported_if_watched_and_others_are_read(
    mcap: Any, capsys: pytest.CaptureFixture[str], leaf: str
) -> None:
    parts = [f"MSG: x/N{i}\nN{i + 1} a\n" for i in range(3000)]
    ruler = "=" * 80 + "\n"
    definition = ruler.join(["N0 a\n", *parts, f"MSG: x/N3000\n{leaf}\n"])
    mcap.data += mcap.schema(1, "x/msg/Y", "ros2msg", definition)
    mcap.data += mcap.channel(1, 1, "/deep", "cdr") + mcap.message(1, 1, cdr(7))
    mcap.data += mcap.schema(2, "acme_msgs/msg/Winch", "ros2msg", "bool overheated\n")
    mcap.data += mcap.channel(2, 2, "/winch", "cdr") + mcap.message(2, 2, b"\0\1\0\0\1")
    path = mcap.closed()
    is_watched = leaf.startswith("bool")
    assert main(["replay", str(path)]) == int(is_watched)
    told = capsys.readouterr()
    assert "Winch overheated" in told.out
    too_deep = f"{path}: /deep: left out: its definition of x/msg/Y has messages too deep within"
    assert (too_deep in told.err) == is_watched


def test_an_undefined_type_is_reported(mcap: Any) -> None:
    mcap.data += mcap.schema(1, "a/msg/B", "ros2msg", "c/D inner\n")
    mcap.data += mcap.channel(1, 1, "/b", "cdr") + mcap.message(1, 1, cdr(7))
    recording = open_recording(mcap.closed())
    assert list(recording.messages()) == []
    (defect,) = recording.defects
    assert defect.startswith("/b: left out: the recording does not define c/msg/D; source the")
    assert "source the workspace that has the package c" in defect


def test_a_message_that_does_not_fit_its_type_is_reported_and_others_are_read(mcap: Any) -> None:
    mcap.data += mcap.schema(1, "std_msgs/msg/String", "ros2msg", "string data\n")
    mcap.data += mcap.channel(1, 1, "/s", "cdr")
    mcap.data += mcap.message(1, 10**9, b"\0\1\0\0" + struct.pack("<I", 99) + b"ab")
    mcap.data += mcap.message(1, 2 * 10**9, b"\0\1\0\0" + struct.pack("<I", 3) + b"ab\0")
    recording = open_recording(mcap.closed())
    assert [it.content.data for it in recording.messages()] == ["ab"]
    assert recording.defects[0].startswith(
        "/s at 1970-01-01 00:00:01.000000 UTC: not a std_msgs/msg/String"
    )


@pytest.mark.parametrize("level", [4, "ERROR"])
def test_a_foxglove_log_is_converted_to_a_ros2_log_of_its_node(
    mcap: Any, tmp_path: Path, level: object
) -> None:
    mcap.data += mcap.schema(1, "foxglove.Log", "jsonschema", '{"type": "object"}')
    mcap.data += mcap.channel(1, 1, "/log", "json")
    said = {"timestamp": {"sec": 1, "nsec": 0}, "level": level, "name": "motor", "message": "hot"}
    mcap.data += mcap.message(1, 10**9, json.dumps(said).encode())
    mcap.close()
    path = tmp_path / "log.mcap"
    path.write_bytes(mcap.data)

    (message,) = open_recording(path).messages()

    assert message.type == "rcl_interfaces/msg/Log"
    log = message.content
    assert (log.level, log.name, log.msg, log.stamp.sec) == (40, "motor", "hot", 1)


@pytest.mark.parametrize("schema", ["foxglove.Log", "rosgraph_msgs/msg/Log"])
def test_a_log_in_json_with_invalid_fields_is_a_defect_and_loses_no_other_message(
    mcap: Any, tmp_path: Path, schema: str
) -> None:
    mcap.data += mcap.schema(1, schema, "jsonschema", '{"type": "object"}')
    mcap.data += mcap.schema(2, "Value", "jsonschema", '{"type": "object"}')
    mcap.data += mcap.channel(1, 1, "/log", "json") + mcap.channel(2, 2, "/value", "json")
    mcap.data += mcap.message(1, 10**9, json.dumps({"level": [4], "message": "hot"}).encode())
    mcap.data += mcap.message(2, 2 * 10**9, json.dumps({"data": 1}).encode())
    mcap.close()
    path = tmp_path / "log.mcap"
    path.write_bytes(mcap.data)

    recording = open_recording(path)
    (message,) = recording.messages()

    assert message.topic == "/value"
    assert "/log at 1970-01-01 00:00:01" in str(list(recording.defects))
