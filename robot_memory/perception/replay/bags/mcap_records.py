"""The records of an MCAP file, as specified in https://mcap.dev/spec.

The start of a record in a damaged file is recognised by everything that its header promises.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import Any, NamedTuple

from robot_memory.perception.replay.bags.block import RecordData
from robot_memory.perception.replay.record_walk import Placed

MAGIC = b"\x89MCAP0\r\n"
FOOTER_LENGTH = 9 + 20 + len(MAGIC)
HEAD = struct.Struct("<BQ")
"""The header of each record: its opcode and length."""

HEADER, FOOTER, SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX = range(1, 8)
CHUNK_INDEX, STATISTICS, METADATA, METADATA_INDEX, DATA_END = 8, 11, 12, 13, 15
PRIVATE = range(0x80, 0x100)
"""Opcodes that applications may use, outside of chunks."""

IN_FILES = frozenset((*range(1, 16), *PRIVATE))
"""Opcodes of records outside of chunks."""

MESSAGE_HEAD = struct.Struct("<HIQQ")
"""channel, sequence, log_time, publish_time; the data follows."""

_CHANNEL_OFFSET = struct.Struct("<HQ")

FIXED_LENGTHS = {FOOTER: 20, DATA_END: 4}
"""Lengths in bytes of the records that end a file."""

CONFIRMED = frozenset((SCHEMA, CHANNEL, MESSAGE, CHUNK, MESSAGE_INDEX, *FIXED_LENGTHS))
"""Opcodes of records whose content proves what they are, or that contain messages."""

IN_CHUNKS = (SCHEMA, CHANNEL, MESSAGE)
"""Opcodes of records in a chunk."""


class McapRecord(NamedTuple):
    """One record; its content may be cut short."""

    opcode: int
    content: memoryview


class Schema(NamedTuple):
    """Definition of a type: opcode 3."""

    id: int
    name: str
    encoding: str
    data: str

    @classmethod
    def read(cls, content: memoryview) -> Schema:
        """Parse a record's content."""
        return cls(*values(content, "Httt"))


class ChannelRecord(NamedTuple):
    """A topic: opcode 4. Its metadata is not read."""

    id: int
    schema: int
    topic: str
    encoding: str

    @classmethod
    def read(cls, content: memoryview) -> ChannelRecord:
        """Parse a record's content."""
        return cls(*values(content, "HHtt"))


class McapChunk(NamedTuple):
    """A compressed run of records: opcode 6. `data` may be cut short."""

    size: int
    crc: int
    compression: str
    data: memoryview

    @classmethod
    def read(cls, content: memoryview) -> McapChunk:
        """Parse a record's content."""
        fields = RecordFields(content)
        _, _, size, crc, compression, length = fields.values("QQQItQ")
        return cls(size, crc, compression, fields.rest()[:length])


class McapChunkIndex(NamedTuple):
    """The place of a chunk and the channels in it: opcode 8."""

    start: int
    end: int
    offset: int
    length: int
    channels: frozenset[int]

    @classmethod
    def read(cls, content: memoryview) -> McapChunkIndex:
        """Parse a record's content."""
        fields = RecordFields(content)
        start, end, offset, length, size = fields.values("QQQQI")
        index = fields.take(size)
        if len(index) % _CHANNEL_OFFSET.size:
            raise ValueError(f"{len(index)} bytes are no whole number of offsets")
        channels = frozenset(key for key, _ in _CHANNEL_OFFSET.iter_unpack(index))
        return cls(start, end, offset, length, channels)


class RecordFields:
    """Reads the fields of a record, one after the other.

    An incomplete field raises ValueError.
    """

    def __init__(self, content: memoryview) -> None:
        self._content = content
        self._at = 0

    def take(self, length: int) -> memoryview:
        """Return the next `length` bytes."""
        field_bytes = self._content[self._at : self._at + length]
        if len(field_bytes) < length:
            raise ValueError(
                f"the record ends after {len(field_bytes)} of {length} bytes of a field"
            )
        self._at += length
        return field_bytes

    def number(self, kind: str) -> int:
        """Return the next unsigned number; `kind` is its letter in `struct`."""
        (value,) = struct.unpack(f"<{kind}", self.take(struct.calcsize(f"<{kind}")))
        return int(value)

    def text(self) -> str:
        """Return the next string."""
        return str(self.take(self.number("I")), "utf-8", "replace")

    def values(self, kinds: str) -> list[Any]:
        """Return the next fields, given their letters in `struct`; "t" is a string."""
        return [self.text() if kind == "t" else self.number(kind) for kind in kinds]

    def rest(self) -> memoryview:
        """Return the remaining bytes."""
        return self._content[self._at :]


def values(content: memoryview, kinds: str) -> list[Any]:
    """Return the first fields of a record; kinds as in :meth:`RecordFields.values`."""
    return RecordFields(content).values(kinds)


def records(data: memoryview) -> Iterator[McapRecord]:
    """Yield the records in `data`; the last one may be incomplete."""
    at = 0
    while at + HEAD.size <= len(data):
        opcode, length = HEAD.unpack_from(data, at)
        at += HEAD.size + length
        yield McapRecord(opcode, data[at - length : at])


MAY_BEGIN = re.compile(rb"(?=[\x01-\x0f].{4}\0{4})", re.DOTALL)
"""An opcode, and a length below 4 GiB."""

HEADS = {CHUNK: (40, "QQQItQ"), MESSAGE_INDEX: (6, "HI")}
"""Records whose headers state their length twice: bytes and fields of these headers. The last
field is the length of the rest; texts are not counted in the bytes."""

LONGEST_NAME = 64
"""Bytes in the name of a compression, at most."""


class McapReader(RecordData[McapRecord]):
    """The records in the bytes of a chunk or of the file itself."""

    def at(self, begin: int) -> Placed[McapRecord] | None:
        """Return the record that begins there; None if none can."""
        content_at = begin + HEAD.size
        if content_at > len(self._data):
            return None
        opcode, length = HEAD.unpack_from(self._data, begin)
        end = content_at + length
        if opcode not in self._opcodes:
            return None
        if end > len(self._data):
            return self._cut(begin)
        content = self._data[content_at:end]
        if opcode == MESSAGE:
            if not self._is_message(content):
                return None
            return Placed(begin, end, McapRecord(opcode, content))
        fits, certain = _fits(opcode, content)
        if not fits:
            return None
        if opcode == CHANNEL:  # the next record is checked before this one is added
            self._channels.add(ChannelRecord.read(content).id)
        return Placed(begin, end, McapRecord(opcode, content), certain)

    def _cut(self, begin: int) -> Placed[McapRecord] | None:
        """Return the chunk, or chunk index, that begins there and is cut off by the file's end.

        It is accepted if both lengths in its header agree; what follows is its content.
        """
        opcode, length = HEAD.unpack_from(self._data, begin)
        content = self._data[begin + HEAD.size :]
        if opcode not in HEADS:
            return None
        size, kinds = HEADS[opcode]
        try:
            *texts, within = values(content, kinds)
        except ValueError:  # its header is cut off too
            return None
        if size + sum(len(text) for text in texts if isinstance(text, str)) + within != length:
            return None
        return Placed(begin, self.size, McapRecord(opcode, content), certain=True)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Yield the positions from `begin` up to `end`, exclusive, where a record may begin."""
        for match in MAY_BEGIN.finditer(self._data, begin, min(end + HEAD.size, self.size)):
            if match.start() >= end:
                return
            yield match.start()

    def _is_message(self, content: memoryview) -> bool:
        if len(content) < MESSAGE_HEAD.size:
            return False
        channel, _, time, _ = MESSAGE_HEAD.unpack_from(content)
        return self._is_message_of(channel, time)


def _fits(opcode: int, content: memoryview) -> tuple[bool, bool]:
    """Return whether a record, but no message, is plausible, and whether its length is certain."""
    fields = RecordFields(content)
    try:
        if opcode == CHUNK:
            fields.take(28)
            if fields.number("I") > LONGEST_NAME:
                return False, False
            chunk = McapChunk.read(content)
            return True, len(chunk.compression) + len(chunk.data) + 40 == len(content)
        if opcode == SCHEMA:
            Schema.read(content)
        elif opcode == CHANNEL:
            ChannelRecord.read(content)
        elif opcode == MESSAGE_INDEX:
            fields.number("H")
            entries = fields.take(fields.number("I"))
            return not fields.rest(), len(entries) % 16 == 0
    except ValueError:
        return False, False
    return len(content) == FIXED_LENGTHS.get(opcode, len(content)), False
