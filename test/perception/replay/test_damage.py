"""A recording of any bytes is read as far as possible, or refused with a one-sentence reason."""

from __future__ import annotations

import random
import re
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from made_messages import numbers

from robot_memory.perception.replay import RecordingError, open_recording

Write = Callable[..., Path]
TOLD = r"(bytes \d+ to \d+, |/number at ).*\d\.\d{6}.* (s|UTC)"


def damaged(data: bytes, dice: random.Random) -> bytes:
    """Return `data` cut, overwritten, extended or shortened at a random place."""
    content = bytearray(data)
    at = dice.randrange(len(content))
    length = dice.choice([1, 8, 300])
    kind = dice.randrange(5)
    if kind == 0:
        del content[at:]
    elif kind == 1:
        content[at : at + length] = dice.randbytes(length)
    elif kind == 2:
        content[at:at] = dice.randbytes(length)
    elif kind == 3:
        del content[at : at + length]
    else:
        content[at : at + length] = bytes(length)
    return bytes(content)


def check(path: Path) -> None:
    for seed in range(60):
        dice = random.Random(seed)
        broken = path.with_name(f"broken{seed}{path.suffix}")
        broken.write_bytes(damaged(path.read_bytes(), dice))
        try:
            stamps = [message.stamp for message in open_recording(broken).messages()]
        except RecordingError as error:
            assert "\n" not in str(error)
            continue
        assert stamps == sorted(stamps)


@pytest.mark.parametrize("compression", ["", "BZ2", "LZ4"])
def test_a_damaged_bag_is_read_in_order_or_refused(write_bag1: Write, compression: str) -> None:
    check(write_bag1(numbers(300), compression, chunk=2000))


@pytest.mark.parametrize("compression", ["", "STORAGE", "MESSAGE"])
def test_a_damaged_mcap_is_read_in_order_or_refused(write_bag2: Write, compression: str) -> None:
    check(write_bag2(numbers(300), "MCAP", compression) / "bag2.mcap")


def test_a_damaged_database_is_read_in_order_or_refused(write_bag2: Write) -> None:
    check(write_bag2(numbers(300), "SQLITE3") / "bag2.db3")


def test_a_damaged_ulog_is_read_in_order_or_refused(ulog: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyulog")
    ulog.format("speed", "uint64_t timestamp;float[3] x;")
    for at in range(200):
        ulog.row("speed", "Q3f", [1_000_000 + at * 1000, at, 0, 0])
        ulog.log(1_000_000 + at * 1000, 4, f"[motor] hot {at}")
    (tmp_path / "x.ulg").write_bytes(ulog.data)
    check(tmp_path / "x.ulg")


def test_a_damaged_table_is_read_in_order_or_refused(tmp_path: Path) -> None:
    times = [f"2022-10-26T08:{at // 60:02d}:{at % 60:02d}Z" for at in range(300)]
    rows = [f"{time};{at},5;True\n" for at, time in enumerate(times)]
    (tmp_path / "x.csv").write_text("Timestamp;speed;ok\n" + "".join(rows))
    check(tmp_path / "x.csv")


def test_damaged_json_lines_are_read_in_order_or_refused(tmp_path: Path) -> None:
    line = '{"stamp": 1000.5, "status": [{"level": 1, "name": "a", "values": {"b": "c"}}]}\n'
    (tmp_path / "x.jsonl").write_text(line * 100)
    check(tmp_path / "x.jsonl")


def spoilt(path: Path, seed: int) -> Path:
    """Return a copy of a recording with eight random bytes somewhere in its middle."""
    dice = random.Random(seed)
    content = bytearray(path.read_bytes())
    at = dice.randrange(len(content) // 5, len(content) * 4 // 5)
    content[at : at + 8] = dice.randbytes(8)
    broken = path.with_name(f"spoilt{seed}{path.suffix}")
    broken.write_bytes(content)
    return broken


def check_losses(path: Path, most: int) -> None:
    """Check that each copy loses at most `most` messages, and says where if it loses several."""
    whole = {(it.stamp, str(it.content)) for it in open_recording(path).messages()}
    for seed in range(25):
        recording = open_recording(spoilt(path, seed))
        left = {(it.stamp, str(it.content)) for it in recording.messages()}
        lost = len(whole - left)
        assert lost <= most, seed
        if lost > 1:  # a single changed message still looks valid
            assert recording.defects.losses, seed
            assert re.search(TOLD, recording.defects[0]), seed


def test_damage_in_a_plain_bag_chunk_loses_only_the_messages_there(write_bag1: Write) -> None:
    check_losses(write_bag1(numbers(300), chunk=4000), most=3)


def test_damage_in_an_mcap_without_chunks_loses_only_the_messages_there(
    mcap: Any,
) -> None:
    mcap.data += mcap.schema(1, "std_msgs/msg/Int32", "ros2msg", "int32 data\n")
    mcap.data += mcap.channel(1, 1, "/number", "cdr")
    for value in range(300):
        data = b"\0\1\0\0" + struct.pack("<i", value)
        mcap.data += mcap.message(1, 10**18 + value * 10**8, data)
    check_losses(mcap.closed(), most=3)


def test_damage_in_a_ulog_loses_only_the_messages_there(ulog: Any, tmp_path: Path) -> None:
    pytest.importorskip("pyulog")
    ulog.format("speed", "uint64_t timestamp;float[3] x;")
    for at in range(300):
        ulog.row("speed", "Q3f", [1_000_000 + at * 1000, at, 0, 0])
    path = tmp_path / "x.ulg"
    path.write_bytes(ulog.data)
    check_losses(path, most=3)
