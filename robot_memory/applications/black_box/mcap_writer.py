"""Writes an MCAP file (https://mcap.dev/spec, profile ros2) that can be read at any moment.

Each :meth:`McapWriter.write_chunk` writes whole records in a single write. So if the process is
killed, its file lacks only the summary.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from robot_memory.foundation.disk.files import PRIVATE_FILE
from robot_memory.foundation.disk.named_file import naming
from robot_memory.perception.replay.bags import mcap_records as mcap

_LIBRARY = "robot_memory"
_CHUNK_INDEX = struct.Struct("<QQQQ")
_MESSAGE = struct.Struct(mcap.HEAD.format + mcap.MESSAGE_HEAD.format[1:])
_MESSAGE_REST = mcap.MESSAGE_HEAD.size  # bytes between the head of a message record and its data
_INDEX_PLACE = struct.Struct("<HQ")  # channel, offset in the file


class McapMessage(NamedTuple):
    """A message to write; times are nanoseconds since the epoch."""

    topic: str
    type: str
    log_time: int
    publish_time: int
    data: bytes


class _Chunk(NamedTuple):
    start: int
    end: int
    offset: int
    length: int
    size: int
    messages: int
    indexes: dict[int, int]
    indexes_length: int


@dataclass(slots=True)
class _ChannelIndex:
    """The index of a channel within a chunk."""

    number: int  # channel number
    written: int  # number of the channel's messages in earlier chunks
    # alternately the log time and the offset in the chunk of each message
    entries: list[int] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of the channel's messages in this chunk."""
        return len(self.entries) // 2


class _ChunkBuilder:
    """Assembles the records of a chunk."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0
        self.channels: dict[str, _ChannelIndex] = {}  # by topic

    def add(self, record: bytes) -> None:
        """Add a record."""
        self.parts.append(record)
        self.size += len(record)

    def add_message(self, channel: _ChannelIndex, message: McapMessage) -> None:
        """Add a message of a channel."""
        _, _, log_time, publish_time, data = message
        entries = channel.entries
        sequence = (channel.written + len(entries) // 2) & 0xFFFFFFFF
        entries += (log_time, self.size)
        length = _MESSAGE_REST + len(data)
        self.parts += (
            _MESSAGE.pack(mcap.MESSAGE, length, channel.number, sequence, log_time, publish_time),
            data,
        )
        self.size += mcap.HEAD.size + length

    def times(self) -> tuple[int, int]:
        """Return the first and the last log time."""
        times = [channel.entries[::2] for channel in self.channels.values()]
        return min(map(min, times)), max(map(max, times))


class McapWriter:
    """A new MCAP file, readable only by its owner.

    Args:
        path: the file, which must not exist.
        definitions: each type's definition, with the types it contains; more may be added before
            the first message of a type.

    Raises:
        OSError: the file cannot be created or written; data already written stays whole.
    """

    def __init__(self, path: Path, definitions: Mapping[str, str]) -> None:
        self.path = path
        self._definitions = definitions
        # number and record of each written type's schema, and of each written topic's channel
        self._schemas: dict[str, tuple[int, bytes]] = {}
        self._channels: dict[str, tuple[int, bytes]] = {}
        self._counts: dict[int, int] = {}
        self._chunks: list[_Chunk] = []
        self._metadata: list[tuple[int, int, str]] = []
        self.size = 0
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        self._descriptor = os.open(path, flags, PRIVATE_FILE)
        try:
            self._write(mcap.MAGIC + _record(mcap.HEADER, _text("ros2") + _text(_LIBRARY)))
        except OSError:
            os.close(self._descriptor)
            with suppress(OSError):  # the first error is raised
                path.unlink()  # an empty file is no recording
            raise

    def write_metadata(self, name: str, fields: Mapping[str, str]) -> None:
        """Write a metadata record.

        Raises:
            OSError: the record is not in the file; the rest stays.
        """
        record = _record(mcap.METADATA, _text(name) + _map(fields))
        offset = self.size
        self._write(record)
        self._metadata.append((offset, len(record), name))

    def write_chunk(self, messages: Iterable[McapMessage]) -> None:
        """Write messages, with the definitions of their topics.

        Raises:
            OSError: the messages are not in the file; the rest stays.
        """
        before, chunk = (dict(self._schemas), dict(self._channels)), _ChunkBuilder()
        for message in messages:
            channel = chunk.channels.get(message.topic)
            chunk.add_message(channel or self._begin_channel(message, chunk), message)
        if not chunk.channels:
            return
        try:
            self._chunks.append(self._write_chunk(chunk))
        except OSError:
            self._schemas, self._channels = (
                before  # the new definitions are not written to the file either
            )
            raise
        for channel in chunk.channels.values():
            self._counts[channel.number] = channel.written + channel.count

    def _write_chunk(self, chunk: _ChunkBuilder) -> _Chunk:
        data = b"".join(chunk.parts)
        first, last = chunk.times()
        head = struct.pack("<QQQI", first, last, len(data), zlib.crc32(data))
        head += _text("") + struct.pack("<Q", len(data))
        head = mcap.HEAD.pack(mcap.CHUNK, len(head) + len(data)) + head
        offset, length = self.size, len(head) + len(data)
        index, places = b"", {}
        for channel in chunk.channels.values():
            number, entries = channel.number, channel.entries
            content = struct.pack(f"<{len(entries)}Q", *entries)
            places[number] = offset + length + len(index)
            index += _record(mcap.MESSAGE_INDEX, struct.pack("<HI", number, len(content)) + content)
        self._write(b"".join((head, data, index)))
        count = sum(channel.count for channel in chunk.channels.values())
        return _Chunk(first, last, offset, length, len(data), count, places, len(index))

    def sync(self) -> None:
        """Force the written data to disk."""
        with naming(self.path):
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Write the summary, and close the file.

        Raises:
            OSError: the summary is not in the file; the messages are.
        """
        try:
            end = _record(mcap.DATA_END, struct.pack("<I", 0))
            start = self.size + len(end)
            defined = (*self._schemas.values(), *self._channels.values())
            records = [record for _, record in defined]
            summary = b"".join([*records, self._statistics(), *self._indexes()])
            footer = _record(mcap.FOOTER, struct.pack("<QQI", start, 0, 0))
            self._write(end + summary + footer + mcap.MAGIC)
            self.sync()
        finally:
            os.close(self._descriptor)

    def _begin_channel(self, message: McapMessage, chunk: _ChunkBuilder) -> _ChannelIndex:
        number = self._define(message, chunk)
        channel = _ChannelIndex(number, self._counts.get(number, 0))
        chunk.channels[message.topic] = channel
        return channel

    def _define(self, message: McapMessage, chunk: _ChunkBuilder) -> int:
        """Return the number of a topic's channel; its first use adds the channel's definition."""
        schemas, channels = self._schemas, self._channels
        known = channels.get(message.topic)
        if known is not None:
            return known[0]
        if message.type not in schemas:
            number = len(schemas) + 1
            text = self._definitions.get(message.type, "")
            content = struct.pack("<H", number) + _text(message.type) + _text("ros2msg")
            schemas[message.type] = number, _record(mcap.SCHEMA, content + _text(text))
            chunk.add(schemas[message.type][1])
        number = len(channels) + 1
        content = struct.pack("<HH", number, schemas[message.type][0]) + _text(message.topic)
        channels[message.topic] = number, _record(mcap.CHANNEL, content + _text("cdr") + _map({}))
        chunk.add(channels[message.topic][1])
        return number

    def _statistics(self) -> bytes:
        chunks = self._chunks
        counts = b"".join(struct.pack("<HQ", *pair) for pair in sorted(self._counts.items()))
        start = min((chunk.start for chunk in chunks), default=0)
        end = max((chunk.end for chunk in chunks), default=0)
        total = sum(chunk.messages for chunk in chunks)
        head = struct.pack(
            "<QHIIIIQQI", total, len(self._schemas), len(self._channels), 0,
            len(self._metadata), len(chunks), start, end, len(counts),
        )  # fmt: skip
        return _record(mcap.STATISTICS, head + counts)

    def _indexes(self) -> list[bytes]:
        found = [_chunk_index(chunk) for chunk in self._chunks]
        return found + [
            _record(mcap.METADATA_INDEX, struct.pack("<QQ", offset, length) + _text(name))
            for offset, length, name in self._metadata
        ]

    def _write(self, data: bytes) -> None:
        """Append data; if that fails, the file stays as before."""
        rest = memoryview(data)
        with naming(self.path):
            try:
                while rest:
                    rest = rest[os.write(self._descriptor, rest) :]
            except OSError:
                os.ftruncate(self._descriptor, self.size)
                os.lseek(self._descriptor, self.size, os.SEEK_SET)
                raise
        self.size += len(data)


def _chunk_index(chunk: _Chunk) -> bytes:
    head = _CHUNK_INDEX.pack(chunk.start, chunk.end, chunk.offset, chunk.length)
    places = b"".join(_INDEX_PLACE.pack(*place) for place in chunk.indexes.items())
    sizes = struct.pack("<QQ", chunk.size, chunk.size)
    places_head, length = struct.pack("<I", len(places)), struct.pack("<Q", chunk.indexes_length)
    content = head + places_head + places + length + _text("") + sizes
    return _record(mcap.CHUNK_INDEX, content)


def _record(opcode: int, content: bytes) -> bytes:
    return mcap.HEAD.pack(opcode, len(content)) + content


def _text(text: str) -> bytes:
    data = text.encode("utf-8", "replace")
    return struct.pack("<I", len(data)) + data


def _map(fields: Mapping[str, str]) -> bytes:
    content = b"".join(_text(name) + _text(value) for name, value in fields.items())
    return struct.pack("<I", len(content)) + content
