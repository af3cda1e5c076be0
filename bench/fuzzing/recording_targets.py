"""Small recordings of each kind, made here."""

from __future__ import annotations

import json
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from rosbags.rosbag1 import Writer as Bag1Writer
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin
from rosbags.rosbag2 import Writer as Bag2Writer
from rosbags.typesys import Stores, get_typestore

from fuzzing.database_mutation import mutated_database
from fuzzing.database_reading import rows_in
from fuzzing.fuzz_target import BrokenPromise, FuzzTarget
from fuzzing.independent_reading import json_lines_in, same, table_lines_in
from fuzzing.mutation import Mutate, mutated_after, mutated_bytes
from robot_memory.perception.replay import RecordingError, open_recording

_MESSAGES = 12
_PADDING = 4096 + 13  # bytes at the beginning of a rosbag1 file
_SECOND = 10**9
_TYPE = "std_msgs/msg/String"


@dataclass(frozen=True)
class _Kind:
    """A kind of recording.

    Attributes:
        make: makes small recordings in a folder.
        said: returns a message's number; the messages are numbered 0, 1, 2 and so on.
        topic: of these messages.
        tells_losses: whether the format reveals each missing message.
        rows: returns the number of messages that another reader finds; 0 if it cannot tell.
    """

    name: str
    suffix: str
    make: Callable[[Path], Sequence[Path]]
    said: Callable[[Any], Any]
    topic: str
    mutate: Mutate = mutated_bytes
    tells_losses: bool = False
    rows: Callable[[Path], int] = lambda path: 0

    def target(self, folder: Path) -> FuzzTarget:
        """Read with the reader that replay would choose."""
        seeds = tuple(path.read_bytes() for path in self.make(folder))
        path = folder / f"spoiled{self.suffix}"

        def read(data: bytes) -> str:
            path.write_bytes(data)
            recording = open_recording(path)
            messages = list(recording.messages())
            stamps = [message.stamp for message in messages]
            if stamps != sorted(stamps):
                raise BrokenPromise("the messages are not in the order of time")
            if data in seeds:
                told = [self.said(one.content) for one in messages if one.topic == self.topic]
                same("what a sound recording says", told, list(range(_MESSAGES)))
            rows = self.rows(path)
            if len(stamps) < rows and not recording.defects:
                raise BrokenPromise(f"{len(stamps)} of {rows} messages, and no defect")
            if len(stamps) == _MESSAGES:
                return "whole"
            if self.tells_losses and not recording.defects:
                raise BrokenPromise(f"{len(stamps)} of {_MESSAGES} messages, and no defect")
            return "a part" if stamps or recording.defects else "nothing"

        return FuzzTarget(self.name, seeds, read, (RecordingError,), self.mutate)


def _write(writer: Any, store: Any, serialize: Callable[[Any, str], Any]) -> None:
    with writer:
        channel = writer.add_connection("/text", _TYPE, typestore=store)
        for number in range(_MESSAGES):
            message = store.types[_TYPE](f"number {number}")
            writer.write(channel, (100 + number) * _SECOND, serialize(message, _TYPE))


def _bag1(folder: Path) -> list[Path]:
    store = get_typestore(Stores.ROS1_NOETIC)
    paths = []
    for compression in (None, *Bag1Writer.CompressionFormat):
        paths.append(folder / f"made-{compression}.bag")
        writer = Bag1Writer(paths[-1])
        if compression:
            writer.set_compression(compression)
        _write(writer, store, store.serialize_ros1)
    return paths


def _bag2(folder: Path, storage: StoragePlugin, mode: CompressionMode) -> Path:
    store = get_typestore(Stores.ROS2_JAZZY)
    path = folder / f"made-{mode.name}"
    writer = Bag2Writer(path, version=9, storage_plugin=storage)
    writer.set_compression(mode, CompressionFormat.ZSTD)
    _write(writer, store, store.serialize_cdr)
    (found,) = (one for one in path.iterdir() if one.name != "metadata.yaml")
    return found


def _mcap(folder: Path) -> list[Path]:
    modes = (CompressionMode.NONE, CompressionMode.STORAGE)
    return [_bag2(folder, StoragePlugin.MCAP, mode) for mode in modes]


def _db3(folder: Path) -> list[Path]:
    modes = (CompressionMode.NONE, CompressionMode.MESSAGE)
    return [_bag2(folder, StoragePlugin.SQLITE3, mode) for mode in modes]


def _zstd(folder: Path) -> list[Path]:
    paths = []
    for made in (_mcap(folder)[0], _db3(folder / "db3")[0]):
        paths.append(folder / f"{made.name}.zstd")
        paths[-1].write_bytes(_zstd_library().compress(made.read_bytes()))
    return paths


def _zstd_library() -> Any:
    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def _mutated_zstd(data: bytes, random: Random) -> bytes:
    """Spoil the frame; more often its content, which is then packed in one or two frames.

    One changed byte mostly spoils a whole frame of this size. A frame of many zeros may follow.
    """
    library = _zstd_library()
    if random.random() < 0.3:
        return mutated_bytes(data, random)
    plain = library.decompress(data)
    if random.random() < 0.6:
        is_database = plain.startswith(b"SQLite")
        plain = (mutated_database if is_database else mutated_bytes)(plain, random)
    at = random.choice((0, random.randrange(len(plain) + 1)))
    packed: bytes = library.compress(plain[:at]) + library.compress(plain[at:])
    match random.randrange(20):
        case 0:
            return packed + library.compress(bytes(random.choice((1, 1 << 12, 1 << 22))))
        case 1 | 2 | 3:
            return packed[: -random.randint(1, 40)]
    return packed


def _ulog(folder: Path) -> list[Path]:
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
    return [path]


def _csv(folder: Path) -> list[Path]:
    rows = "".join(f"2022-10-26T08:00:{at:02d}Z;{at},5;True\n" for at in range(_MESSAGES))
    path = folder / "made.csv"
    path.write_text(f"Timestamp;speed;ok\n{rows}")
    return [path]


def _json_lines(folder: Path) -> list[Path]:
    def status(number: int) -> dict[str, Any]:
        values = {"t": str(number)}
        return {"level": 1, "name": "motor", "message": "hot", "values": values}

    lines = (json.dumps({"stamp": 1000.5 + at, "status": [status(at)]}) for at in range(_MESSAGES))
    path = folder / "made.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return [path]


def _number(content: Any) -> int:
    return int(content.data.removeprefix("number "))


def _temperature(content: Any) -> int:
    return int(content.status[0].values[0].value)


def _mutated_bag1(data: bytes, random: Random) -> bytes:
    """Spoil mostly the records: three quarters of a small file are the header's padding."""
    mutate = mutated_bytes if random.random() < 0.3 else mutated_after(_PADDING)
    return mutate(data, random)


#: Recordings by the name of their target.
RECORDINGS: Mapping[str, Callable[[Path], FuzzTarget]] = {
    kind.name: kind.target
    for kind in (
        _Kind("bag", ".bag", _bag1, _number, "/text", _mutated_bag1, tells_losses=True),
        _Kind("mcap", ".mcap", _mcap, _number, "/text", tells_losses=True),
        _Kind("db3", ".db3", _db3, _number, "/text", mutated_database, rows=rows_in),
        _Kind("zstd", ".zstd", _zstd, _number, "/text", _mutated_zstd),
        _Kind("ulog", ".ulg", _ulog, lambda content: int(content.x[0]), "/fmu/speed"),
        _Kind(
            "csv", ".csv", _csv, lambda content: int(content.speed), "/spoiled", rows=table_lines_in
        ),
        _Kind(
            "json-lines", ".jsonl", _json_lines, _temperature, "/diagnostics", rows=json_lines_in
        ),
    )
}
