"""Where the messages of an MCAP file lie: from its summary, or found by going through it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import mcap_records as mcap
from robot_memory.replay.defects import Defects
from robot_memory.replay.inflate import inflate

RUN = 1 << 20
"""Messages outside of chunks are taken in runs of about this many bytes."""


@dataclass(slots=True)
class McapBlock:
    """A chunk, or a run of messages outside of chunks. No `channels`: they are not known."""

    offset: int
    length: int
    start: int
    end: int
    channels: frozenset[int] = frozenset()


@dataclass(slots=True)
class McapLayout:
    """What the file holds."""

    schemas: dict[int, mcap.Schema] = field(default_factory=dict)
    channels: dict[int, mcap.ChannelRecord] = field(default_factory=dict)
    blocks: list[McapBlock] = field(default_factory=list)

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
        return bool(self.blocks and self.channels) and all(
            channel.schema in defined for channel in self.channels.values()
        )

    def within(self, size: int) -> bool:
        """Whether all of it lies in a file of that size."""
        return all(block.offset + block.length <= size for block in self.blocks)


def summary(file: BinaryIO) -> McapLayout | None:
    """The layout by the summary at the file's end; None where it is missing or says too little."""
    size = file.seek(0, os.SEEK_END)
    if size < mcap.FOOTER_LENGTH + len(mcap.MAGIC):
        return None
    footer_at = file.seek(size - mcap.FOOTER_LENGTH)
    footer = file.read()
    start = mcap.RecordFields(memoryview(footer)[mcap.HEAD.size :]).number("Q")
    if not footer.endswith(mcap.MAGIC) or footer[0] != mcap.FOOTER or not 0 < start < footer_at:
        return None
    file.seek(start)
    layout = McapLayout()
    try:
        for record in mcap.records(file.read(footer_at - start)):
            layout.define(record)
            if record.opcode == mcap.CHUNK_INDEX:
                index = mcap.McapChunkIndex.read(record.content)
                if index.channels or index.end:
                    layout.blocks.append(
                        McapBlock(
                            index.offset, index.length, index.start, index.end, index.channels
                        )
                    )
    except ValueError:
        return None
    return layout if layout.complete() and layout.within(start) else None


def scan(file: BinaryIO, path: Path, defects: Defects) -> McapLayout:
    """The layout by going through the file, up to its end or to where it is damaged."""
    return _Scan(file, path, defects).layout


class _Scan:
    """One pass over a file without a usable summary."""

    def __init__(self, file: BinaryIO, path: Path, defects: Defects) -> None:
        self.layout = McapLayout()
        self._file = file
        self._path = path
        self._defects = defects
        self._run: McapBlock | None = None
        self._size = file.seek(0, os.SEEK_END)
        self._at = file.seek(len(mcap.MAGIC))
        while self._step():
            pass

    def _step(self) -> bool:
        """Take in the next record; False at the end or where the file is damaged."""
        head = self._file.read(mcap.HEAD.size)
        if len(head) < mcap.HEAD.size:
            return self._stop("the file ends here without being closed, later messages are missing")
        opcode, length = mcap.HEAD.unpack(head)
        if opcode in (mcap.FOOTER, mcap.DATA_END):
            return False
        if opcode not in mcap.KNOWN and opcode < mcap.PRIVATE:
            return self._stop(f"what follows can't be read (no record has opcode {opcode})")
        left = self._size - self._at - mcap.HEAD.size
        if opcode in mcap.TOLD_BY_HEAD:
            content = self._file.read(min(length, mcap.TOLD_BY_HEAD[opcode], left))
            try:
                self._take(opcode, memoryview(content), min(length, left), length <= left)
            except ValueError as error:
                return self._stop(f"what follows can't be read ({error})")
        if length > left:
            return self._stop("the file is cut off within this record, later messages are missing")
        self._at = self._file.seek(self._at + mcap.HEAD.size + length)
        return True

    def _stop(self, reason: str) -> bool:
        self._defects.add(f"{self._path}, byte {self._at}", reason)
        return False

    def _take(self, opcode: int, content: memoryview, length: int, whole: bool) -> None:
        length += mcap.HEAD.size
        if opcode == mcap.CHUNK:
            self._take_chunk(mcap.McapChunk.read(content), length)
        elif opcode == mcap.MESSAGE and whole and len(content) == mcap.MESSAGE_HEAD.size:
            self._extend_run(length, mcap.MESSAGE_HEAD.unpack(content)[2])
        elif whole:
            self.layout.define(mcap.McapRecord(opcode, content, whole))

    def _extend_run(self, length: int, time: int) -> None:
        run = self._run
        if run is None or run.offset + run.length != self._at or run.length > RUN:
            self._run = McapBlock(self._at, length, time, time)
            self.layout.blocks.append(self._run)
            return
        run.length += length
        run.start = min(run.start, time)
        run.end = max(run.end, time)

    def _take_chunk(self, chunk: mcap.McapChunk, length: int) -> None:
        times = []
        data, problem = inflate(chunk.compression, chunk.data)
        for record in mcap.records(data):
            if not record.whole:
                break
            self.layout.define(record)
            if record.opcode == mcap.MESSAGE and len(record.content) >= mcap.MESSAGE_HEAD.size:
                times.append(mcap.MESSAGE_HEAD.unpack_from(record.content)[2])
        if times:
            self.layout.blocks.append(McapBlock(self._at, length, min(times), max(times)))
        elif problem:  # else it is reported when its messages are read
            self._defects.add(f"{self._path}, byte {self._at}", f"a chunk is lost: {problem}")
