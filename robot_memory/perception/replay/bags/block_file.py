"""A bag file that is read block by block, as rosbag1 and MCAP files are.

The places of its messages come from its index, or from a scan of the file.
"""

from __future__ import annotations

import mmap
import zlib
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, ClassVar, NamedTuple

from robot_memory.perception.replay.bags.block import (
    NO_MESSAGE,
    Block,
    Channel,
    MessageRecord,
    RawMessage,
    RecordData,
    TimedStream,
    date_of,
    lost_places,
    merge,
    read_messages,
    span_of,
)
from robot_memory.perception.replay.record_walk import Gap, Placed, walk
from robot_memory.perception.replay.recording import Defects, RecordingError

RUN = 1 << 20
"""Size in bytes, approximately, of runs of messages outside of chunks."""


class ChunkContent(NamedTuple):
    """The records of a chunk, its problem ('' if it is whole), and its checksum or 0."""

    data: bytes | memoryview
    problem: str = ""
    crc: int = 0


@dataclass
class FileLayout(ABC):
    """The channels and blocks of a file.

    Attributes:
        is_closed: whether the recording was closed properly.
    """

    channels: dict[int, Any] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    is_closed: bool = False

    @abstractmethod
    def define(self, record: Any) -> None:
        """Take in what a record says about channels and about the file."""

    @abstractmethod
    def listed(self) -> Iterator[Channel]:
        """Yield the channels."""


class BlockFile(ABC):
    """One file: its channels, and its messages block by block.

    Attributes:
        MAGIC: the first bytes of such a file.
        CHUNK: the opcode of chunks.
        IN_FILES, IN_CHUNKS: the opcodes of records allowed outside of chunks, and inside.
        CUT: the message if it ends within a record.
    """

    MAGIC: ClassVar[bytes]
    CHUNK: ClassVar[int]
    IN_FILES: ClassVar[Collection[int]]
    IN_CHUNKS: ClassVar[Collection[int]]
    CUT: ClassVar[str]
    LAYOUT: ClassVar[type[FileLayout]]
    READER: ClassVar[type[RecordData[Any]]]

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        if not path.stat().st_size:
            raise RecordingError(path, "the file is empty")
        with path.open("rb") as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        layout = self._indexed(data) or _Scan(self, path, data, defects).layout
        self.blocks = layout.blocks
        self.channels: Sequence[Channel] = list(layout.listed())
        self._numbers = frozenset(channel.id for channel in self.channels)
        self.start = min((block.span.first for block in self.blocks), default=None)
        self.end = max((block.span.last for block in self.blocks), default=None)

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """Yield the messages on `channels`, in time order."""
        wanted = {channel.id: channel for channel in channels}
        with self._path.open("rb") as file:
            yield from merge(
                [
                    TimedStream(block.span.first, partial(self._read_block, file, block, wanted))
                    for block in self.blocks
                    if not block.channels or block.channels & wanted.keys()
                ]
            )

    @abstractmethod
    def _indexed(self, data: memoryview) -> FileLayout | None:
        """Return the layout in the file's index; None if it is missing, damaged or too short."""

    @abstractmethod
    def open_chunk(self, content: memoryview) -> ChunkContent:
        """Return the content of a chunk's bytes; ValueError if its header is not whole."""

    @abstractmethod
    def message_of(self, record: Any) -> MessageRecord | None:
        """Return the message in a record; None if it has none."""

    @abstractmethod
    def is_last(self, record: Any) -> bool:
        """Whether no other record follows in a file that is scanned."""

    @abstractmethod
    def tell_unindexed(self, layout: FileLayout, size: int) -> None:
        """Report why the file had to be scanned."""

    def is_any(self, record: Any) -> bool:
        """Whether nothing in it proves that it is a record, and it holds no message either."""
        return False

    def remark(self, record: Any) -> str:
        """Return the remark about a faulty record outside of chunks; '' if it is correct."""
        return ""

    def _read_block(
        self, file: BinaryIO, block: Block, wanted: Mapping[int, Channel]
    ) -> list[RawMessage]:
        """Read the wanted messages of a block, in time order; report its losses."""
        file.seek(block.offset)
        raw = memoryview(file.read(block.length))
        try:
            chunk = self.open_chunk(raw) if block.is_chunk else ChunkContent(raw)
        except ValueError as error:  # an uncompressed chunk is readable anyway
            chunk = ChunkContent(raw, f"its head is damaged ({error})")
        reader = self.READER(chunk.data, self.IN_CHUNKS, self._numbers, block.span)
        read = read_messages(walk(reader), self.message_of, wanted, self._numbers, block.span)
        where = f"{block.place(self._path)}, {block.span}"
        if not chunk.problem and chunk.crc and zlib.crc32(chunk.data) != chunk.crc:
            reason = "a chunk fails its checksum, its messages are left out"
            self._defects.add(f"{where}, {read.count} messages", reason)
            return []
        if chunk.problem:
            reason = f"a damaged chunk: {chunk.problem}; {read.count} messages were in reach"
            self._defects.add(where, reason)
            at_end = len(chunk.data)  # a cut-off end is already in that report
            read.lost[:] = [(gap, times) for gap, times in read.lost if gap.end < at_end]
        if read.strays:
            reason = "their channel is none that the file lists, they are left out"
            self._defects.add(f"{where}, {read.strays} messages", reason)
        for place in lost_places(self._path, block, read):
            self._defects.add(place, NO_MESSAGE)
        return read.wanted


class _Scan:
    """One pass over a file without a usable index; damaged places are skipped and reported.

    Its blocks are chunks, and runs of messages outside of chunks.
    """

    def __init__(self, file: BlockFile, path: Path, data: memoryview, defects: Defects) -> None:
        self.layout = file.LAYOUT()
        self._file, self._path, self._data, self._defects = file, path, data, defects
        self._begin = self._end = 0
        self._times: list[int] = []
        self._gap: Gap | None = None
        self._walk()
        self._end_gap()
        self._end_run()
        file.tell_unindexed(self.layout, len(data))

    def _walk(self) -> None:
        file, layout, size, defects = self._file, self.layout, len(self._data), self._defects
        reader = file.READER(self._data, file.IN_FILES, layout.channels)
        for found in walk(reader, len(file.MAGIC)):
            if isinstance(found, Gap):
                begin = self._gap.begin if self._gap else found.begin
                self._gap = Gap(begin, found.end)
                continue
            if self._gap is not None and file.is_any(found.record):
                self._gap = Gap(self._gap.begin, found.end)
                continue
            self._end_gap()
            if remark := file.remark(found.record):
                defects.note(f"{self._path}, bytes {found.begin} to {found.end}", remark)
            is_last = file.is_last(found.record)
            layout.define(found.record)
            if found.record.opcode == file.CHUNK:
                self._take_chunk(found.begin, size if is_last else found.end)
            elif message := file.message_of(found.record):
                self._add_message(found, message.time)
            if is_last:
                return

    def _end_gap(self) -> None:
        """Salvage from bytes without a whole record the beginning of a chunk, if there is one."""
        gap, self._gap = self._gap, None
        if gap is None:
            return
        if self._take_chunk(gap.begin, gap.end, is_whole=False):
            return  # it is reported when its messages are read
        where = f"{self._path}, bytes {gap.begin} to {gap.end}, {self._latest}"
        self._defects.add(where, self._file.CUT if gap.end == len(self._data) else NO_MESSAGE)

    def _take_chunk(self, begin: int, end: int, *, is_whole: bool = True) -> bool:
        """Take in a chunk, which may be cut short; return False if its header is not whole."""
        file, latest = self._file, self._latest
        try:
            chunk = file.open_chunk(self._data[begin:end])
        except ValueError:
            return False
        times = []
        is_empty = is_whole and not chunk.problem
        for found in walk(file.READER(chunk.data, file.IN_CHUNKS, self.layout.channels)):
            if isinstance(found, Gap):
                is_empty = False
                continue
            self.layout.define(found.record)
            if message := file.message_of(found.record):
                times.append(message.time)
        self._end_run()
        if not self._add_block(begin, end, times, is_chunk=True) and not is_empty:
            reason = f"a chunk is lost: {chunk.problem or 'no message in it is whole'}"
            self._defects.add(f"{self._path}, bytes {begin} to {end}, {latest}", reason)
        return True

    def _add_message(self, found: Placed[Any], time: int) -> None:
        if found.begin != self._end or found.end - self._begin > RUN:
            self._end_run()
            self._begin = found.begin
        self._end = found.end
        self._times.append(time)

    def _end_run(self) -> None:
        """Store the present run of messages as a block; none if it has no valid time."""
        self._add_block(self._begin, self._end, self._times, is_chunk=False)
        self._times = []

    def _add_block(self, begin: int, end: int, times: Sequence[int], *, is_chunk: bool) -> bool:
        span = span_of(times)
        if span is not None:
            self.layout.blocks.append(Block(begin, end - begin, span, is_chunk))
        return span is not None

    @property
    def _latest(self) -> str:
        """The place after the last message, by its time, as text for a person."""
        blocks = self.layout.blocks
        span = span_of(self._times) or (blocks[-1].span if blocks else None)
        if span is None:
            return "before the first message"
        return f"after the message of {date_of(span.last)} UTC"
