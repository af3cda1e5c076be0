"""MCAP files, with or without a summary, chunked or not, whole or cut off.

Where the messages lie is told by the summary at the end, or else found by going through the file.

We read them ourselves and not with the ``mcap`` package, since its stream reader ends at the first
byte that it cannot make sense of, does not say where that was, and has messages in the order of
the file only. Measured with ``mcap`` 1.6.0 on 100,000 messages in uncompressed chunks, of which 64
bytes were overwritten at twenty random places, three times: 99.96 % of the messages were read here,
0 to 39 % there. The whole file took 0.6 s of CPU here and 0.4 s there.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from robot_memory.perception.replay.bags import mcap_records as mcap
from robot_memory.perception.replay.bags.block import (
    NO_MESSAGE,
    Block,
    Channel,
    MessageRecord,
    MessageTimes,
    RawMessage,
    read_messages,
)
from robot_memory.perception.replay.bags.block_file import BlockFile, BlockList
from robot_memory.perception.replay.bags.mcap_records import McapReader
from robot_memory.perception.replay.inflate import inflate
from robot_memory.perception.replay.record_walk import Gap, walk
from robot_memory.perception.replay.recording import Defects, RecordingError

CRC = struct.Struct("<I")


@dataclass(slots=True)
class McapLayout:
    """What the file holds."""

    schemas: dict[int, mcap.Schema] = field(default_factory=dict)
    channels: dict[int, mcap.ChannelRecord] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)

    def define(self, record: mcap.McapRecord) -> None:
        """Take in a schema or a channel."""
        if record.opcode == mcap.SCHEMA:
            schema = mcap.Schema.read(record.content)
            self.schemas[schema.id] = schema
        elif record.opcode == mcap.CHANNEL:
            channel = mcap.ChannelRecord.read(record.content)
            self.channels[channel.id] = channel

    def complete(self) -> bool:
        """Whether it tells where messages are and what they are."""
        defined = {0, *self.schemas}
        return (
            bool(self.blocks and self.channels)
            and all(channel.schema in defined for channel in self.channels.values())
            and all(block.channels <= self.channels.keys() for block in self.blocks)
        )


def summary(file: BinaryIO) -> McapLayout | None:
    """The layout by the summary; None where that is missing, damaged or says too little."""
    size = file.seek(0, os.SEEK_END)
    if size < mcap.FOOTER_LENGTH + len(mcap.MAGIC):
        return None
    footer_at = file.seek(size - mcap.FOOTER_LENGTH)
    footer = file.read()
    fields = mcap.RecordFields(memoryview(footer)[mcap.HEAD.size :])
    start, _, checksum = fields.number("Q"), fields.number("Q"), fields.number("I")
    if not footer.endswith(mcap.MAGIC) or footer[0] != mcap.FOOTER or not 0 < start < footer_at:
        return None
    file.seek(start)
    content = file.read(size - len(mcap.MAGIC) - start - CRC.size)
    if checksum and zlib.crc32(content) != checksum:
        return None
    try:
        layout, chunks = _read_summary(content[: footer_at - start])
    except ValueError:
        return None
    whole = layout.complete() and chunks in (None, len(layout.blocks))
    return layout if whole and all(_is_there(file, it, start) for it in layout.blocks) else None


def _read_summary(content: bytes) -> tuple[McapLayout, int | None]:
    """The layout, and how many chunks with messages there should be, where it says so."""
    layout = McapLayout()
    chunks, empty = None, 0
    for record in mcap.records(content):
        layout.define(record)
        if record.opcode == mcap.STATISTICS:
            chunks = mcap.McapStatistics.read(record.content).chunks
        elif record.opcode == mcap.CHUNK_INDEX:
            index = mcap.McapChunkIndex.read(record.content)
            if not index.channels and not index.end:
                empty += 1
                continue
            span = MessageTimes(index.start, index.end)
            layout.blocks.append(Block(index.offset, index.length, span, True, index.channels))
    return layout, None if chunks is None else chunks - empty


def _is_there(file: BinaryIO, block: Block, end: int) -> bool:
    """Whether a chunk begins where the summary says so, as long as it says."""
    if block.offset + block.length > end:
        return False
    file.seek(block.offset)
    return mcap.HEAD.unpack(file.read(mcap.HEAD.size)) == (
        mcap.CHUNK,
        block.length - mcap.HEAD.size,
    )


LANGUAGES = {"ros1msg": "msg", "ros2msg": "msg", "ros2idl": "idl", "omgidl": "idl"}
"""Schema encodings that define ROS types, and the language of each."""


class McapFile(BlockFile):
    """One MCAP file: its channels, and its messages block by block."""

    def __init__(self, path: Path, defects: Defects) -> None:
        with path.open("rb") as file:
            layout = summary(file) or scan(file, path, defects)
        super().__init__(path, defects, _channels(layout), layout.blocks)

    def _read_block(
        self, file: BinaryIO, block: Block, wanted: Mapping[int, Channel]
    ) -> list[RawMessage]:
        file.seek(block.offset)
        data: bytes | memoryview = file.read(block.length)
        chunk, problem = None, ""
        if block.is_chunk:
            try:
                chunk = mcap.McapChunk.read(memoryview(data)[mcap.HEAD.size :])
            except ValueError as error:  # what is not compressed can be read nevertheless
                problem = f"its head is damaged ({error})"
            else:
                data, problem = inflate(chunk.compression, chunk.data)
        reader = McapReader(data, mcap.IN_CHUNKS, self._numbers, block.span)
        read = read_messages(walk(reader), _message, wanted, self._numbers, block.span)
        if chunk is not None and not problem and len(data) < chunk.size:
            problem = "it is cut short"
        if chunk is not None and not problem and chunk.crc and zlib.crc32(data) != chunk.crc:
            where = f"{block.place(self._path)}, {block.span}, {read.count} messages"
            self._defects.add(where, "a chunk fails its checksum, its messages are left out")
            return []
        self._report(block, read, problem)
        return read.wanted


def _message(record: mcap.McapRecord) -> MessageRecord | None:
    if record.opcode != mcap.MESSAGE:
        return None
    channel, _, time, _ = mcap.MESSAGE_HEAD.unpack_from(record.content)
    return MessageRecord(channel, time, record.content[mcap.MESSAGE_HEAD.size :])


def _channels(layout: McapLayout) -> Iterator[Channel]:
    for record in layout.channels.values():
        schema = layout.schemas.get(record.schema)
        yield Channel(
            id=record.id,
            topic=record.topic,
            type=_type_name(schema.name) if schema else "",
            encoding=record.encoding,
            definition=schema.data if schema and schema.encoding in LANGUAGES else "",
            language=LANGUAGES.get(schema.encoding, "") if schema else "",
        )


def _type_name(name: str) -> str:
    """'sensor_msgs/Imu' and 'sensor_msgs::msg::Imu' as ROS 2 writes them."""
    parts = name.replace("::", "/").split("/")
    package, *rest = parts
    return "/".join([package, "msg", *rest] if len(rest) == 1 else parts)


def scan(file: BinaryIO, path: Path, defects: Defects) -> McapLayout:
    """The layout by going through the file; damaged places are stepped over and reported.

    Raises:
        RecordingError: the file is empty.
    """
    return _Scan(file, path, defects).layout


class _Scan:
    """One pass over a file without a usable summary."""

    def __init__(self, file: BinaryIO, path: Path, defects: Defects) -> None:
        self.layout = McapLayout()
        self._path = path
        self._defects = defects
        self._found = BlockList()
        size = file.seek(0, os.SEEK_END)
        if not size:
            raise RecordingError(path, "the file is empty")
        self._data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        if not self._walk():
            reason = "the file ends here without being closed, later messages are missing"
            defects.add(f"{path}, byte {size}", reason)
        self._found.end_run()
        self.layout.blocks = self._found.blocks

    def _walk(self) -> bool:
        """Take in all records; True where one of them ends the file as it should."""
        reader = McapReader(self._data, mcap.IN_FILES, self.layout.channels)
        for found in walk(reader, len(mcap.MAGIC)):
            if isinstance(found, Gap):
                self._take_gap(found)
            elif found.record.opcode in mcap.FIXED_LENGTHS:
                return True
            elif found.record.opcode == mcap.CHUNK:
                self._take_chunk(found.begin, found.end)
            elif found.record.opcode == mcap.MESSAGE:
                time = mcap.MESSAGE_HEAD.unpack_from(found.record.content)[2]
                self._found.add_message(found.begin, found.end, time)
            elif found.record.opcode in mcap.PRIVATE:
                where = f"{self._path}, bytes {found.begin} to {found.end}"
                self._defects.note(where, "a record of an application's own, or a damaged one")
            else:
                self.layout.define(found.record)
        return False

    def _take_gap(self, gap: Gap) -> None:
        """Take what can be had from bytes that are no whole record: the beginning of a chunk."""
        if self._data[gap.begin] == mcap.CHUNK and self._take_chunk(
            gap.begin, gap.end, whole=False
        ):
            return  # it is reported when its messages are read
        where = f"{self._path}, bytes {gap.begin} to {gap.end}, {self._found.latest}"
        if gap.end == len(self._data):
            reason = "the file is cut off within this record, later messages are missing"
            self._defects.add(where, reason)
        else:
            self._defects.add(where, NO_MESSAGE)

    def _take_chunk(self, begin: int, end: int, *, whole: bool = True) -> bool:
        """Take in a chunk, which may be cut short; False where its own head is not whole."""
        try:
            chunk = mcap.McapChunk.read(self._data[begin + mcap.HEAD.size : end])
        except ValueError:
            return False
        data, problem = inflate(chunk.compression, chunk.data)
        times = []
        for found in walk(McapReader(data, mcap.IN_CHUNKS, self.layout.channels)):
            if isinstance(found, Gap):
                continue
            self.layout.define(found.record)
            if found.record.opcode == mcap.MESSAGE:
                times.append(mcap.MESSAGE_HEAD.unpack_from(found.record.content)[2])
        latest = self._found.latest
        is_empty = whole and not problem and not data
        if not self._found.add_chunk(begin, end, times) and not is_empty:
            where = f"{self._path}, bytes {begin} to {end}, {latest}"
            self._defects.add(where, f"a chunk is lost: {problem or 'no message in it is whole'}")
        return True
