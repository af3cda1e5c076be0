"""rosbag1 files, indexed or not, whole or damaged.

Where the messages lie is told by the index at the end, or else found by going through the file.
"""

from __future__ import annotations

import mmap
import os
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from robot_memory.perception.replay.bags import bag1_records as bag1
from robot_memory.perception.replay.bags.block import (
    NO_MESSAGE,
    Block,
    Channel,
    MessageRecord,
    MessageTimes,
    RawMessage,
    RecordData,
    read_messages,
)
from robot_memory.perception.replay.bags.block_file import BlockFile, BlockList
from robot_memory.perception.replay.inflate import inflate
from robot_memory.perception.replay.record_walk import Gap, Placed, walk
from robot_memory.perception.replay.recording import Defects


@dataclass(slots=True)
class Bag1Layout:
    """What the file holds."""

    channels: dict[int, Channel] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def define(self, record: bag1.Bag1Record) -> None:
        """Take in a connection."""
        fields = bag1.fields_of(bytes(record.data))
        number = record.number("conn")
        self.channels[number] = Channel(
            id=number,
            topic=_topic(record.text("topic")),
            type=_type(fields.get("type", b"").decode("utf-8", "replace")),
            encoding="ros1",
            definition=fields.get("message_definition", b"").decode("utf-8", "replace"),
            language="msg",
        )


def indexed(file: BinaryIO) -> Bag1Layout | None:
    """The layout by the index at the file's end; None where that is missing or damaged."""
    file.seek(len(bag1.MAGIC))
    layout = Bag1Layout()
    try:
        header = bag1.read_record(file, keep=0)
        if header is None or header.opcode != bag1.BAG_HEADER:
            return None
        place = header.number("index_pos", bag1.OFFSET)
        if not 0 < place <= file.seek(0, os.SEEK_END):
            return None
        file.seek(place)
        while record := bag1.read_record(file, keep=sys.maxsize):
            if record.opcode == bag1.CONNECTION:
                layout.define(record)
            elif record.opcode == bag1.CHUNK_INFO:
                layout.blocks += _chunk_of(record)
        if header.number("conn_count") != len(layout.channels):
            return None
        if header.number("chunk_count") != len(layout.blocks):
            return None
        if not all(block.channels <= layout.channels.keys() for block in layout.blocks):
            return None
        layout.blocks = _measured(file, layout.blocks, place)
    except bag1.DamagedRecord:
        return None
    return layout


def _measured(file: BinaryIO, chunks: list[Block], end: int) -> list[Block]:
    """The chunks with their lengths, by their own heads; DamagedRecord where one does not fit."""
    measured = []
    ordered = sorted(chunks, key=lambda chunk: chunk.offset)
    limits = [*(chunk.offset for chunk in ordered), end][1:]
    for chunk, limit in zip(ordered, limits, strict=True):
        if chunk.offset >= limit:
            raise bag1.DamagedRecord("the index is damaged")
        file.seek(chunk.offset)
        record = bag1.read_record(file, keep=0)
        length = file.tell() - chunk.offset + (record.length if record else 0)
        if record is None or record.opcode != bag1.CHUNK or chunk.offset + length > limit:
            raise bag1.DamagedRecord("the index is damaged")
        measured.append(replace(chunk, length=length))
    return measured


def _chunk_of(info: bag1.Bag1Record) -> list[Block]:
    if info.length != info.number("count") * bag1.PAIR.size or not info.is_whole:
        raise bag1.DamagedRecord("the index is damaged")
    pairs = [bag1.PAIR.unpack_from(info.data, 8 * at) for at in range(info.number("count"))]
    return [
        Block(
            offset=info.number("chunk_pos", bag1.OFFSET),
            length=0,
            span=MessageTimes(info.nanoseconds("start_time"), info.nanoseconds("end_time")),
            is_chunk=True,
            channels=frozenset(number for number, _ in pairs),
        )
    ]


def _topic(name: str) -> str:
    return "/" + "/".join(part for part in name.split("/") if part)


def _type(name: str) -> str:
    package, _, last = name.partition("/")
    return f"{package}/msg/{last}"


_OPCODE = re.compile(rb"\x04\0\0\0op=[\x02-\x07]")
"""The field of a header that every record has; fields before it may be in any order."""

_FURTHEST = 128
"""Bytes. No header has more than that before its opcode."""


class Bag1File(BlockFile):
    """One rosbag1 file: its connections, and its messages block by block."""

    def __init__(self, path: Path, defects: Defects) -> None:
        with path.open("rb") as file:
            layout = indexed(file) or _Scan(file, path, defects).layout
        super().__init__(path, defects, layout.channels.values(), layout.blocks)

    def _read_block(
        self, file: BinaryIO, block: Block, wanted: Mapping[int, Channel]
    ) -> list[RawMessage]:
        file.seek(block.offset)
        data: bytes | memoryview = memoryview(file.read(block.length))
        problem = ""
        if block.is_chunk:
            data, problem = _chunk_content(memoryview(data))
        reader = _Reader(data, bag1.IN_CHUNKS, self._numbers, block.span)
        read = read_messages(walk(reader), _message, wanted, self._numbers, block.span)
        self._report(block, read, problem)
        return read.wanted


def _message(record: bag1.Bag1Record) -> MessageRecord | None:
    if record.opcode != bag1.MESSAGE:
        return None
    return MessageRecord(record.number("conn"), record.nanoseconds("time"), record.data)


class _Reader(RecordData):
    """The records in `data`, of a chunk or of the file itself.

    Where they begin is told by all that their headers promise.
    """

    def at(self, begin: int) -> Placed[bag1.Bag1Record] | None:
        """The record that begins there, None where none can."""
        try:
            record, end = bag1.record_at(self._data, begin)
            if record.opcode not in self._opcodes or not record.is_whole:
                return None
            if record.opcode == bag1.MESSAGE and not self._is_message(record):
                return None
            if record.opcode == bag1.BAG_HEADER:
                record.number("index_pos", bag1.OFFSET)  # raises where it is none
            if record.opcode == bag1.CONNECTION:  # the next one is looked at before this is taken
                bag1.fields_of(bytes(record.data))
                self._channels.add(record.number("conn"))
        except bag1.DamagedRecord:
            return None
        return Placed(begin, end, record)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a record may begin."""
        for match in _OPCODE.finditer(self._data, begin):
            if match.start() - bag1.LENGTH.size >= end + _FURTHEST:
                return
            first = max(begin, match.start() - bag1.LENGTH.size - _FURTHEST)
            yield from range(first, min(match.start() - bag1.LENGTH.size + 1, end))

    def _is_message(self, record: bag1.Bag1Record) -> bool:
        time = record.nanoseconds("time")
        return self._is_message_of(record.number("conn"), time)


class _Scan:
    """One pass over a file without a usable index; damaged places are stepped over and reported."""

    def __init__(self, file: BinaryIO, path: Path, defects: Defects) -> None:
        self.layout = Bag1Layout()
        self._path = path
        self._defects = defects
        self._found = BlockList()
        self._data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        is_closed = self._walk()
        self._found.end_run()
        self.layout.blocks = self._found.blocks
        if is_closed:
            defects.note(str(path), "its index is damaged; read without it")
        else:
            defects.add(str(path), "it has no index (the recording was not closed)")

    def _walk(self) -> bool:
        """Take in all records; True where the recording was closed, by what its head says."""
        is_closed = False
        for found in walk(_Reader(self._data, bag1.ANY), len(bag1.MAGIC)):
            if isinstance(found, Gap):
                self._take_gap(found)
                continue
            record = found.record
            if record.opcode == bag1.BAG_HEADER:
                is_closed = record.number("index_pos", bag1.OFFSET) > 0
            elif record.opcode == bag1.CONNECTION:
                self.layout.define(record)
            elif record.opcode == bag1.MESSAGE:
                self._found.add_message(found.begin, found.end, record.nanoseconds("time"))
            elif record.opcode == bag1.CHUNK:
                is_finished = record.length > 0
                end = found.end if is_finished else len(self._data)
                self._take_chunk(found.begin, end)
                if not is_finished:
                    return False
        return is_closed

    def _take_gap(self, gap: Gap) -> None:
        """Take what can be had from bytes that are no whole record: the beginning of a chunk."""
        if self._take_chunk(gap.begin, gap.end):
            return  # it is reported when its messages are read
        where = f"{self._path}, bytes {gap.begin} to {gap.end}, {self._found.latest}"
        if gap.end == len(self._data):
            self._defects.add(where, "the file is cut off here, later messages are missing")
        else:
            self._defects.add(where, NO_MESSAGE)

    def _take_chunk(self, begin: int, end: int) -> bool:
        """Take in a chunk, which may be cut short; False where its own head is not whole."""
        content = self._data[begin:end]
        try:
            record, _ = bag1.record_at(content, 0)
        except bag1.DamagedRecord:
            return False
        if record.opcode != bag1.CHUNK:
            return False
        data, problem = _chunk_content(content)
        times = []
        for found in walk(_Reader(data, bag1.IN_CHUNKS, self.layout.channels)):
            if isinstance(found, Gap):
                continue
            if found.record.opcode == bag1.CONNECTION:
                self.layout.define(found.record)
            else:
                times.append(found.record.nanoseconds("time"))
        latest = self._found.latest
        if not self._found.add_chunk(begin, end, times) and (problem or len(data)):
            where = f"{self._path}, bytes {begin} to {end}, {latest}"
            self._defects.add(where, f"a chunk is lost: {problem or 'no message in it is whole'}")
        return True


def _chunk_content(content: memoryview) -> tuple[bytes | memoryview, str]:
    """The records of the chunk in `content`, and what is wrong with it ('' if it is whole)."""
    record, _ = bag1.record_at(content, 0)
    if record.length == 0:  # its length is filled in when it is finished; it never was
        plain, _ = inflate(record.text("compression"), content[_head_length(content) :])
        return plain, "the recording was not closed"
    plain, problem = inflate(record.text("compression"), record.data)
    return plain, problem or ("" if record.is_whole else "it is cut short")


def _head_length(content: memoryview) -> int:
    (length,) = bag1.LENGTH.unpack_from(content)
    return int(length) + 2 * bag1.LENGTH.size
