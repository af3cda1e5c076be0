"""Real recordings, and small ones made for a test."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from made_messages import Given
from rosbag2_conversion import convert

DATA = Path(__file__).resolve().parents[2] / "data"

GRIPPER = """\
string name
float32 force
uint8[] raw
Finger[] fingers
string from_where
================================================================================
MSG: my_robot_msgs/Finger
int32 id
float64 angle
"""
"""A message type that no library knows."""

DIAGNOSTICS = """\
std_msgs/Header header
DiagnosticStatus[] status
================================================================================
MSG: diagnostic_msgs/DiagnosticStatus
byte level
string name
string message
string hardware_id
KeyValue[] values
================================================================================
MSG: diagnostic_msgs/KeyValue
string key
string value
"""


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The path of a real recording in test/data; the Husky's ROS 2 version is converted once."""
    pytest.importorskip("rosbags", reason="needs the extra `replay`")
    pytest.importorskip("pyulog", reason="needs the extra `replay`")

    @cache
    def husky_ros2() -> Path:
        target = tmp_path_factory.mktemp("husky_outdoor") / "test1_ros2"
        convert(DATA / "husky_outdoor/test1.bag", target, "mcap")
        return target

    def path(name: str) -> Path:
        room, _, part = name.partition("/")
        if part.startswith("test1_ros2"):
            return husky_ros2().parent / part
        return DATA / room / part

    return path


@pytest.fixture
def store() -> Any:
    """The types of ROS 2 Jazzy in rosbags, and the custom ones."""
    return _store("ROS2_JAZZY")


@pytest.fixture
def ros1_store() -> Any:
    return _store("ROS1_NOETIC")


def _store(name: str) -> Any:
    typesys = pytest.importorskip("rosbags.typesys")
    store = typesys.get_typestore(getattr(typesys.Stores, name))
    store.register(typesys.get_types_from_msg(GRIPPER, "my_robot_msgs/msg/Gripper"))
    return store


def make(store: Any, type_name: str, fields: dict[str, Any]) -> Any:
    """Return a rosbags message; missing fields are empty."""
    import numpy as np

    def empty(description: Any) -> Any:
        kind, inner = int(description[0]), description[1]
        if kind == 1:
            return "" if inner[0] == "string" else 0
        if kind == 2:
            return make(store, inner, {})
        basic = int(inner[0][0]) == 1 and inner[0][1][0] != "string"
        return np.zeros(inner[1] if kind == 3 else 0) if basic else []

    _, descriptions = store.fielddefs[type_name]
    values = {name: fields.get(name, empty(description)) for name, description in descriptions}
    for name, description in descriptions:
        if isinstance(values[name], dict):
            values[name] = make(store, description[1], values[name])
        elif isinstance(values[name], list) and description[1][0][0] == 2:
            values[name] = [
                make(store, description[1][0][1], it) if isinstance(it, dict) else it
                for it in values[name]
            ]
    return store.types[type_name](**values)


@pytest.fixture
def write_bag1(ros1_store: Any, tmp_path: Path) -> Callable[..., Path]:
    """Writes a rosbag1 file."""
    rosbag1 = pytest.importorskip("rosbags.rosbag1")

    def write(
        messages: Iterable[Given], compression: str = "", chunk: int = 1 << 20, name: str = "x.bag"
    ) -> Path:
        path = tmp_path / name
        writer = rosbag1.Writer(path)
        writer.chunk_threshold = chunk
        if compression:
            writer.set_compression(getattr(rosbag1.Writer.CompressionFormat, compression))
        with writer:
            channels: dict[tuple[str, str], Any] = {}
            for topic, type_name, time, fields in messages:
                key = (topic, type_name)
                if key not in channels:
                    channels[key] = writer.add_connection(topic, type_name, typestore=ros1_store)
                message = make(ros1_store, type_name, fields)
                data = ros1_store.serialize_ros1(message, type_name)
                writer.write(channels[key], time, data)
        return path

    return write


@pytest.fixture
def write_bag2(store: Any, tmp_path: Path) -> Callable[..., Path]:
    """Writes a rosbag2 folder: `storage` 'SQLITE3' or 'MCAP', `compression` such as 'FILE'."""
    rosbag2 = pytest.importorskip("rosbags.rosbag2")

    def write(
        messages: Iterable[Given], storage: str = "MCAP", compression: str = "", name: str = "bag2"
    ) -> Path:
        path = tmp_path / name
        plugin = getattr(rosbag2.StoragePlugin, storage)
        writer = rosbag2.Writer(path, version=9, storage_plugin=plugin)
        if compression:
            mode = getattr(rosbag2.CompressionMode, compression)
            writer.set_compression(mode, rosbag2.CompressionFormat.ZSTD)
        with writer:
            channels: dict[tuple[str, str], Any] = {}
            for topic, type_name, time, fields in messages:
                key = (topic, type_name)
                if key not in channels:
                    channels[key] = writer.add_connection(topic, type_name, typestore=store)
                data = store.serialize_cdr(make(store, type_name, fields), type_name)
                writer.write(channels[key], time, data)
        return path

    return write


class Mcap:
    """Writes an MCAP file record by record.

    Args:
        path: of the file; :meth:`written` writes it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.data = bytearray(b"\x89MCAP0\r\n")
        self.add(1, self.text("ros2") + self.text("test"))

    @staticmethod
    def text(text: str) -> bytes:
        return struct.pack("<I", len(text.encode())) + text.encode()

    @staticmethod
    def record(opcode: int, content: bytes) -> bytes:
        return struct.pack("<BQ", opcode, len(content)) + content

    def add(self, opcode: int, content: bytes) -> None:
        self.data += self.record(opcode, content)

    def schema(self, number: int, name: str, encoding: str, definition: str) -> bytes:
        texts = [self.text(name), self.text(encoding), self.text(definition)]
        return self.record(3, struct.pack("<H", number) + b"".join(texts))

    def channel(self, number: int, schema: int, topic: str, encoding: str) -> bytes:
        texts = self.text(topic) + self.text(encoding) + struct.pack("<I", 0)
        return self.record(4, struct.pack("<HH", number, schema) + texts)

    def message(self, channel: int, time: int, data: bytes) -> bytes:
        return self.record(5, struct.pack("<HIQQ", channel, 0, time, time) + data)

    def chunk(self, records: bytes, crc: int = 0, compression: str = "") -> bytes:
        head = struct.pack("<QQQI", 0, 0, len(records), crc) + self.text(compression)
        return self.record(6, head + struct.pack("<Q", len(records)) + records)

    def close(self) -> None:
        self.add(15, bytes(4))
        self.add(2, bytes(20))
        self.data += b"\x89MCAP0\r\n"

    def written(self) -> Path:
        """Write the content so far, and return the file."""
        self._path.write_bytes(self.data)
        return self._path

    def closed(self) -> Path:
        """End the file, write it, and return it."""
        self.close()
        return self.written()


@pytest.fixture
def mcap(tmp_path: Path) -> Mcap:
    """An MCAP file with its header written."""
    pytest.importorskip("rosbags")
    return Mcap(tmp_path / "x.mcap")


class Ulog:
    """Writes a ULog file message by message."""

    def __init__(self, start: int) -> None:
        self.data = bytearray(b"ULog\x01\x12\x35\x01" + struct.pack("<Q", start))
        self.add("B", bytes(40))
        self._ids: dict[tuple[str, int], int] = {}

    def add(self, kind: str, content: bytes) -> None:
        self.data += struct.pack("<HB", len(content), ord(kind)) + content

    def info(self, key: str, text: str) -> None:
        name = f"char[{len(text)}] {key}".encode()
        self.add("I", bytes([len(name)]) + name + text.encode())

    def format(self, name: str, fields: str) -> None:
        self.add("F", f"{name}:{fields}".encode())

    def row(self, name: str, layout: str, values: Sequence[Any], instance: int = 0) -> None:
        if (name, instance) not in self._ids:
            number = self._ids[name, instance] = len(self._ids)
            self.add("A", struct.pack("<BH", instance, number) + name.encode())
        number = self._ids[name, instance]
        self.add("D", struct.pack("<H", number) + struct.pack(f"<{layout}", *values))

    def log(self, time: int, level: int, text: str) -> None:
        self.add("L", struct.pack("<BQ", ord("0") + level, time) + text.encode())

    def tagged(self, time: int, level: int, tag: int, text: str) -> None:
        self.add("C", struct.pack("<BHQ", ord("0") + level, tag, time) + text.encode())


@pytest.fixture
def ulog() -> Ulog:
    """A ULog that starts one second after boot."""
    return Ulog(1_000_000)
