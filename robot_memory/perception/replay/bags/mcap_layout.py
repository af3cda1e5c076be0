"""Where the messages of an MCAP file lie, by the summary at its end."""

from __future__ import annotations

import os
import struct
import zlib
from dataclasses import dataclass, field
from typing import BinaryIO

from robot_memory.perception.replay.bags import mcap_records as mcap
from robot_memory.perception.replay.bags.block import Block, MessageTimes

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
