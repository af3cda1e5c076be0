"""rosbag1 files, indexed or not, whole or damaged."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from robot_memory.perception.replay.bags.block import (
    Block,
    Channel,
    MessageRecord,
    MessageTimes,
    RecordData,
)
from robot_memory.perception.replay.bags.block_file import BlockFile, ChunkContent, FileLayout
from robot_memory.perception.replay.inflate import inflate
from robot_memory.perception.replay.record_walk import Placed

_OPCODE = re.compile(rb"\x04\0\0\0op=[\x02-\x07]")
"""The header field that every record has; the order of the fields is free."""
_FURTHEST = 128
"""Bytes that a header has before its opcode, at most."""
_MAGIC = b"#ROSBAG V2.0\n"
_LENGTH = struct.Struct("<I")
_TIME = struct.Struct("<II")
_OFFSET = struct.Struct("<Q")
_PAIR = struct.Struct("<II")
_MESSAGE, _BAG_HEADER, _INDEX, _CHUNK, _CHUNK_INFO, _CONNECTION = 2, 3, 4, 5, 6, 7
_IN_CHUNKS = (_MESSAGE, _CONNECTION)
"""Opcodes of records in a chunk."""
_ANY = (_MESSAGE, _BAG_HEADER, _INDEX, _CHUNK, _CHUNK_INFO, _CONNECTION)
"""Opcodes that a scan of a file accepts; messages, in case their chunk's header is damaged."""
_CUT = "cut off within a record"
_LARGEST_HEADER = 1 << 20
"""Bytes. No record's header comes near this size; a larger length is damage."""


class _DamagedRecord(ValueError):
    """A record cannot be read; the message says why."""


class _Bag1Record(NamedTuple):
    """One record. `data` is shorter than `length` if the file is cut off."""

    fields: dict[str, bytes]
    data: memoryview
    length: int

    @property
    def opcode(self) -> int:
        """The kind of the record; 0 if it is missing."""
        return self.fields["op"][0] if self.fields.get("op") else 0

    @property
    def is_whole(self) -> bool:
        return len(self.data) == self.length

    def number(self, name: str, layout: struct.Struct = _LENGTH) -> int:
        return int(layout.unpack(self._exactly(name, layout.size))[0])

    def nanoseconds(self, name: str) -> int:
        seconds, rest = _TIME.unpack(self._exactly(name, _TIME.size))
        return int(seconds) * 10**9 + int(rest)

    def text(self, name: str) -> str:
        """A text field of the header; '' if it is missing."""
        return self.fields.get(name, b"").decode("utf-8", "replace")

    def _exactly(self, name: str, size: int) -> bytes:
        value = self.fields.get(name, b"")
        if len(value) != size:
            raise _DamagedRecord(f"its field {name!r} has {len(value)} bytes instead of {size}")
        return value


def _fields_of(header: bytes) -> dict[str, bytes]:
    """Return the 'name=value' fields of a record's header, or of a connection's data."""
    fields = {}
    at = 0
    while at < len(header):
        if at + _LENGTH.size > len(header):
            raise _DamagedRecord("a header field is cut off")
        (length,) = _LENGTH.unpack_from(header, at)
        at += _LENGTH.size
        name, separator, value = header[at : at + length].partition(b"=")
        if not separator or at + length > len(header):
            raise _DamagedRecord("a header field is not 'name=value'")
        fields[name.decode("latin-1")] = value
        at += length
    return fields


def record_at(data: memoryview, begin: int) -> tuple[_Bag1Record, int]:
    """Return the record that begins at `begin`, and its end; its data may be cut short."""
    head_at = begin + _LENGTH.size
    if head_at > len(data):
        raise _DamagedRecord(_CUT)
    (length,) = _LENGTH.unpack_from(data, begin)
    if length > _LARGEST_HEADER:
        raise _DamagedRecord(f"no record begins here (its header would have {length} bytes)")
    header_end = head_at + length
    if header_end + _LENGTH.size > len(data):
        raise _DamagedRecord(_CUT)
    fields = _fields_of(bytes(data[head_at:header_end]))
    (length,) = _LENGTH.unpack_from(data, header_end)
    end = header_end + _LENGTH.size + length
    return _Bag1Record(fields, data[end - length : end], length), end


class Bag1Layout(FileLayout):
    """The connections and chunks of a file."""

    def define(self, record: _Bag1Record) -> None:
        """Take in a connection, and whether the file was closed, from its header."""
        if record.opcode == _BAG_HEADER:
            self.is_closed = record.number("index_pos", _OFFSET) > 0
        elif record.opcode == _CHUNK and not record.length:
            self.is_closed = False
        elif record.opcode == _CONNECTION:
            fields, number = _fields_of(bytes(record.data)), record.number("conn")
            package, _, name = fields.get("type", b"").decode("utf-8", "replace").partition("/")
            self.channels[number] = Channel(
                id=number,
                topic="/" + "/".join(filter(None, record.text("topic").split("/"))),
                type=f"{package}/msg/{name}",
                encoding="ros1",
                definition=fields.get("message_definition", b"").decode("utf-8", "replace"),
                language="msg",
            )

    def listed(self) -> Iterator[Channel]:
        """Yield the channels."""
        yield from self.channels.values()


class Bag1Reader(RecordData[_Bag1Record]):
    """The records in the bytes of a chunk or of the file itself.

    The start of a record is recognised by everything that its header promises.
    """

    def at(self, begin: int) -> Placed[_Bag1Record] | None:
        """Return the record that begins there; None if none can."""
        try:
            record, end = record_at(self._data, begin)
            if record.opcode not in self._opcodes or not record.is_whole:
                return None
            if record.opcode == _MESSAGE:
                if not self._is_message_of(record.number("conn"), record.nanoseconds("time")):
                    return None
            elif record.opcode == _BAG_HEADER:
                record.number("index_pos", _OFFSET)  # raises if it is missing
            elif record.opcode == _CONNECTION:  # the next one is checked first
                _fields_of(bytes(record.data))
                self._channels.add(record.number("conn"))
        except _DamagedRecord:
            return None
        return Placed(begin, end, record)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Yield the positions from `begin` up to `end`, exclusive, where a record may begin."""
        for match in _OPCODE.finditer(self._data, begin):
            last = match.start() - _LENGTH.size
            if last >= end + _FURTHEST:
                return
            yield from range(max(begin, last - _FURTHEST), min(last + 1, end))


class Bag1File(BlockFile):
    """One rosbag1 file: its connections, and its messages block by block."""

    MAGIC, CHUNK = _MAGIC, _CHUNK
    IN_FILES, IN_CHUNKS = _ANY, _IN_CHUNKS
    CUT = "the file is cut off here, later messages are missing"
    LAYOUT, READER = Bag1Layout, Bag1Reader

    def _indexed(self, data: memoryview) -> Bag1Layout | None:
        layout = Bag1Layout()
        try:
            header, _ = record_at(data, len(_MAGIC))
            place = begin = header.number("index_pos", _OFFSET)
            if header.opcode != _BAG_HEADER or not 0 < place <= len(data):
                return None
            while place < len(data):
                record, place = record_at(data, place)
                layout.define(record)
                if record.opcode == _CHUNK_INFO:
                    layout.blocks.append(_chunk_of(record))
            counts = header.number("conn_count"), header.number("chunk_count")
            if counts != (len(layout.channels), len(layout.blocks)):
                return None
            if not all(block.channels <= layout.channels.keys() for block in layout.blocks):
                return None
            layout.blocks = _measured(data, layout.blocks, begin)
        except _DamagedRecord:
            return None
        return layout

    def open_chunk(self, content: memoryview) -> ChunkContent:
        """Return the records of a chunk; an unfinished chunk has no length yet."""
        record, end = record_at(content, 0)
        if record.opcode != _CHUNK:
            raise _DamagedRecord("no chunk begins here")
        compression = record.text("compression")
        if record.length == 0:
            return ChunkContent(
                inflate(compression, content[end:])[0], "the recording was not closed"
            )
        data, problem = inflate(compression, record.data)
        return ChunkContent(data, problem or ("" if record.is_whole else "it is cut short"))

    def message_of(self, record: _Bag1Record) -> MessageRecord | None:
        """Return the message in a record; None if it has none."""
        if record.opcode != _MESSAGE:
            return None
        return MessageRecord(record.number("conn"), record.nanoseconds("time"), record.data)

    def is_last(self, record: _Bag1Record) -> bool:
        """Whether it is the unfinished chunk at the end of the file."""
        return record.opcode == _CHUNK and not record.length

    def tell_unindexed(self, layout: FileLayout, size: int) -> None:
        """Report why the file had to be scanned."""
        if layout.is_closed:
            self._defects.note(str(self._path), "its index is damaged; read without it")
        else:
            self._defects.add(str(self._path), "it has no index (the recording was not closed)")


def _measured(data: memoryview, chunks: list[Block], end: int) -> list[Block]:
    """Return the chunks with lengths from their own headers; _DamagedRecord if one does not fit."""
    measured = []
    ordered = sorted(chunks, key=lambda chunk: chunk.offset)
    limits = [*(chunk.offset for chunk in ordered), end][1:]
    for chunk, limit in zip(ordered, limits, strict=True):
        record, chunk_end = record_at(data, chunk.offset)
        if chunk.offset >= limit or record.opcode != _CHUNK or chunk_end > limit:
            raise _DamagedRecord("the index is damaged")
        measured.append(replace(chunk, length=chunk_end - chunk.offset))
    return measured


def _chunk_of(info: _Bag1Record) -> Block:
    if info.length != info.number("count") * _PAIR.size or not info.is_whole:
        raise _DamagedRecord("the index is damaged")
    return Block(
        offset=info.number("chunk_pos", _OFFSET),
        length=0,
        span=MessageTimes(info.nanoseconds("start_time"), info.nanoseconds("end_time")),
        is_chunk=True,
        channels=frozenset(number for number, _ in _PAIR.iter_unpack(info.data)),
    )
