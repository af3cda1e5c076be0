"""Recordings of each kind, small and made here."""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from rosbags.rosbag1 import Writer as Bag1Writer
from rosbags.rosbag2 import StoragePlugin
from rosbags.rosbag2 import Writer as Bag2Writer
from rosbags.typesys import Stores, get_typestore

from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from robot_memory.replay import RecordingError, open_recording

_MESSAGES = 12
_SECOND = 10**9
_TYPE = "std_msgs/msg/String"


def _reader(name: str, suffix: str, make: Callable[[Path], Path]) -> Callable[[Path], FuzzTarget]:
    def target(folder: Path) -> FuzzTarget:
        seed = make(folder).read_bytes()
        path = folder / f"spoiled{suffix}"

        def read(data: bytes) -> str:
            path.write_bytes(data)
            recording = open_recording(path)
            stamps = [message.stamp for message in recording.messages()]
            if stamps != sorted(stamps):
                raise BrokenPromise("the messages are not in the order of time")
            if len(stamps) < _MESSAGES and not recording.defects and not stamps:
                return "nothing"
            return "whole" if len(stamps) == _MESSAGES else "a part"

        return FuzzTarget(name, (seed,), read, (RecordingError,))

    return target


def _write(writer: Any, store: Any, serialize: Callable[[Any, str], Any]) -> None:
    with writer:
        channel = writer.add_connection("/text", _TYPE, typestore=store)
        for number in range(_MESSAGES):
            message = store.types[_TYPE](f"number {number}")
            writer.write(channel, (100 + number) * _SECOND, serialize(message, _TYPE))


def _bag1(folder: Path) -> Path:
    store = get_typestore(Stores.ROS1_NOETIC)
    path = folder / "made.bag"
    _write(Bag1Writer(path), store, store.serialize_ros1)
    return path


def _bag2(folder: Path, storage: StoragePlugin) -> Path:
    store = get_typestore(Stores.ROS2_JAZZY)
    path = folder / "made"
    _write(Bag2Writer(path, version=9, storage_plugin=storage), store, store.serialize_cdr)
    (found,) = (one for one in path.iterdir() if one.name != "metadata.yaml")
    return found


def _mcap(folder: Path) -> Path:
    return _bag2(folder, StoragePlugin.MCAP)


def _db3(folder: Path) -> Path:
    return _bag2(folder, StoragePlugin.SQLITE3)


def _zstd(folder: Path) -> Path:
    path = folder / "made.mcap.zstd"
    library = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
    path.write_bytes(import_module(library).compress(_mcap(folder).read_bytes()))
    return path


def _ulog(folder: Path) -> Path:
    data = bytearray(b"ULog\x01\x12\x35\x01" + struct.pack("<Q", 1_000_000))

    def add(kind: str, content: bytes) -> None:
        data.extend(struct.pack("<HB", len(content), ord(kind)) + content)

    add("B", bytes(40))
    add("F", b"speed:uint64_t timestamp;float[3] x;")
    add("A", struct.pack("<BH", 0, 0) + b"speed")
    for number in range(_MESSAGES):
        add("D", struct.pack("<HQ3f", 0, 1_000_000 + number * 1000, number, 0, 0))
    add("L", struct.pack("<BQ", ord("4"), 1_005_000) + b"[motor] hot")
    path = folder / "made.ulg"
    path.write_bytes(data)
    return path


def _csv(folder: Path) -> Path:
    rows = "".join(f"2022-10-26T08:00:{at:02d}Z;{at},5;True\n" for at in range(_MESSAGES))
    path = folder / "made.csv"
    path.write_text(f"Timestamp;speed;ok\n{rows}")
    return path


def _json_lines(folder: Path) -> Path:
    status = {"level": 1, "name": "motor", "message": "hot", "values": {"t": "71"}}
    lines = (json.dumps({"stamp": 1000.5 + at, "status": [status]}) for at in range(_MESSAGES))
    path = folder / "made.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


#: Recordings by the name of their target.
RECORDINGS: Mapping[str, Callable[[Path], FuzzTarget]] = {
    name: _reader(name, suffix, make)
    for name, suffix, make in (
        ("bag", ".bag", _bag1),
        ("mcap", ".mcap", _mcap),
        ("db3", ".db3", _db3),
        ("zstd", ".mcap.zstd", _zstd),
        ("ulog", ".ulg", _ulog),
        ("csv", ".csv", _csv),
        ("json-lines", ".jsonl", _json_lines),
    )
}
