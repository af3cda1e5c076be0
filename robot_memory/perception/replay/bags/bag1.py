"""rosbag1 files, indexed or not, whole or damaged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from robot_memory.perception.replay.bags import bag1_records as bag1
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
"""The field of a header that every record has; fields before it may be in any order."""

_FURTHEST = 128
"""Bytes. No header has more than that before its opcode."""


class Bag1Layout(FileLayout):
    """Its connections, and its chunks."""

    def define(self, record: bag1.Bag1Record) -> None:
        """Take in a connection, and whether the file was closed, by its head."""
        if record.opcode == bag1.BAG_HEADER:
            self.is_closed = record.number("index_pos", bag1.OFFSET) > 0
        elif record.opcode == bag1.CHUNK and not record.length:
            self.is_closed = False
        elif record.opcode == bag1.CONNECTION:
            fields, number = bag1.fields_of(bytes(record.data)), record.number("conn")
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


class Bag1Reader(RecordData[bag1.Bag1Record]):
    """The records in the bytes of a chunk or of the file itself.

    Where they begin is told by all that their headers promise.
    """

    def at(self, begin: int) -> Placed[bag1.Bag1Record] | None:
        """The record that begins there, None where none can."""
        try:
            record, end = bag1.record_at(self._data, begin)
            if record.opcode not in self._opcodes or not record.is_whole:
                return None
            if record.opcode == bag1.MESSAGE:
                if not self._is_message_of(record.number("conn"), record.nanoseconds("time")):
                    return None
            elif record.opcode == bag1.BAG_HEADER:
                record.number("index_pos", bag1.OFFSET)  # raises where it is none
            elif record.opcode == bag1.CONNECTION:  # the next one is looked at before this is taken
                bag1.fields_of(bytes(record.data))
                self._channels.add(record.number("conn"))
        except bag1.DamagedRecord:
            return None
        return Placed(begin, end, record)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a record may begin."""
        for match in _OPCODE.finditer(self._data, begin):
            last = match.start() - bag1.LENGTH.size
            if last >= end + _FURTHEST:
                return
            yield from range(max(begin, last - _FURTHEST), min(last + 1, end))


class Bag1File(BlockFile):
    """One rosbag1 file: its connections, and its messages block by block."""

    MAGIC, CHUNK = bag1.MAGIC, bag1.CHUNK
    IN_FILES, IN_CHUNKS = bag1.ANY, bag1.IN_CHUNKS
    CUT = "the file is cut off here, later messages are missing"
    LAYOUT, READER = Bag1Layout, Bag1Reader

    def _indexed(self, data: memoryview) -> Bag1Layout | None:
        layout = Bag1Layout()
        try:
            header, _ = bag1.record_at(data, len(bag1.MAGIC))
            place = begin = header.number("index_pos", bag1.OFFSET)
            if header.opcode != bag1.BAG_HEADER or not 0 < place <= len(data):
                return None
            while place < len(data):
                record, place = bag1.record_at(data, place)
                layout.define(record)
                if record.opcode == bag1.CHUNK_INFO:
                    layout.blocks.append(_chunk_of(record))
            counts = header.number("conn_count"), header.number("chunk_count")
            if counts != (len(layout.channels), len(layout.blocks)):
                return None
            if not all(block.channels <= layout.channels.keys() for block in layout.blocks):
                return None
            layout.blocks = _measured(data, layout.blocks, begin)
        except bag1.DamagedRecord:
            return None
        return layout

    def open_chunk(self, content: memoryview) -> ChunkContent:
        """Its records; its length is filled in when it is finished."""
        record, end = bag1.record_at(content, 0)
        if record.opcode != bag1.CHUNK:
            raise bag1.DamagedRecord("no chunk begins here")
        compression = record.text("compression")
        if record.length == 0:
            return ChunkContent(
                inflate(compression, content[end:])[0], "the recording was not closed"
            )
        data, problem = inflate(compression, record.data)
        return ChunkContent(data, problem or ("" if record.is_whole else "it is cut short"))

    def message_of(self, record: bag1.Bag1Record) -> MessageRecord | None:
        """The message that a record is; None where it is none."""
        if record.opcode != bag1.MESSAGE:
            return None
        return MessageRecord(record.number("conn"), record.nanoseconds("time"), record.data)

    def is_last(self, record: bag1.Bag1Record) -> bool:
        """Whether it is the chunk that was being written."""
        return record.opcode == bag1.CHUNK and not record.length

    def tell_unindexed(self, layout: FileLayout, size: int) -> None:
        """Tell why the file had to be gone through."""
        if layout.is_closed:
            self._defects.note(str(self._path), "its index is damaged; read without it")
        else:
            self._defects.add(str(self._path), "it has no index (the recording was not closed)")


def _measured(data: memoryview, chunks: list[Block], end: int) -> list[Block]:
    """The chunks with their lengths, by their own heads; DamagedRecord where one does not fit."""
    measured = []
    ordered = sorted(chunks, key=lambda chunk: chunk.offset)
    limits = [*(chunk.offset for chunk in ordered), end][1:]
    for chunk, limit in zip(ordered, limits, strict=True):
        record, chunk_end = bag1.record_at(data, chunk.offset)
        if chunk.offset >= limit or record.opcode != bag1.CHUNK or chunk_end > limit:
            raise bag1.DamagedRecord("the index is damaged")
        measured.append(replace(chunk, length=chunk_end - chunk.offset))
    return measured


def _chunk_of(info: bag1.Bag1Record) -> Block:
    if info.length != info.number("count") * bag1.PAIR.size or not info.is_whole:
        raise bag1.DamagedRecord("the index is damaged")
    return Block(
        offset=info.number("chunk_pos", bag1.OFFSET),
        length=0,
        span=MessageTimes(info.nanoseconds("start_time"), info.nanoseconds("end_time")),
        is_chunk=True,
        channels=frozenset(number for number, _ in bag1.PAIR.iter_unpack(info.data)),
    )
