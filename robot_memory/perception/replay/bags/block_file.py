"""A bag's file that is read block by block, as rosbag1 and MCAP files are, and its blocks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from robot_memory.perception.replay.bags.block import (
    NO_MESSAGE,
    Block,
    BlockMessages,
    Channel,
    RawMessage,
    TimedStream,
    lost_places,
    merge,
    span_of,
)
from robot_memory.perception.replay.recording import Defects

RUN = 1 << 20
"""Messages outside of chunks are taken in runs of about this many bytes."""


class BlockFile(ABC):
    """One file: its channels, and its messages block by block."""

    def __init__(
        self, path: Path, defects: Defects, channels: Iterable[Channel], blocks: Sequence[Block]
    ) -> None:
        self._path = path
        self._defects = defects
        self._blocks = blocks
        self.channels: Sequence[Channel] = list(channels)
        self._numbers = frozenset(channel.id for channel in self.channels)
        self.start = min((block.span.first for block in blocks), default=None)
        self.end = max((block.span.last for block in blocks), default=None)

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """The messages on `channels`, in time order."""
        wanted = {channel.id: channel for channel in channels}
        with self._path.open("rb") as file:
            yield from merge(
                [
                    TimedStream(block.span.first, partial(self._read_block, file, block, wanted))
                    for block in self._blocks
                    if not block.channels or block.channels & wanted.keys()
                ]
            )

    @abstractmethod
    def _read_block(
        self, file: BinaryIO, block: Block, wanted: Mapping[int, Channel]
    ) -> list[RawMessage]:
        """The wanted messages of a block, in time order."""

    def _report(self, block: Block, read: BlockMessages, problem: str) -> None:
        """Tell what was lost of a block; `problem` is what is wrong with its chunk, '' if whole."""
        if problem:
            reason = f"a damaged chunk: {problem}; {read.count} messages were in reach"
            self._defects.add(f"{block.place(self._path)}, {block.span}", reason)
        if read.strays:
            where = f"{block.place(self._path)}, {block.span}, {read.strays} messages"
            self._defects.add(where, "their channel is none that the file lists, they are left out")
        for place in lost_places(self._path, block, read):
            self._defects.add(place, NO_MESSAGE)


class BlockList:
    """The blocks of a file that is gone through, one after the other.

    They are chunks, and messages outside of chunks gathered into runs.

    Attributes:
        blocks: what was found so far, but for the run that may go on.
    """

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self._begin = self._end = 0
        self._times: list[int] = []

    def add_message(self, begin: int, end: int, time: int) -> None:
        """Take in a message outside of chunks."""
        if begin != self._end or end - self._begin > RUN:
            self.end_run()
            self._begin = begin
        self._end = end
        self._times.append(time)

    def add_chunk(self, begin: int, end: int, times: Sequence[int]) -> bool:
        """Take in a chunk by the times of its messages; False where it has none."""
        self.end_run()
        span = span_of(times)
        if span is not None:
            self.blocks.append(Block(begin, end - begin, span, is_chunk=True))
        return span is not None

    def end_run(self) -> None:
        """Store the messages outside of chunks so far as a block; none where no time is whole."""
        span = span_of(self._times)
        if span is not None:
            self.blocks.append(Block(self._begin, self._end - self._begin, span, is_chunk=False))
        self._times = []

    @property
    def latest(self) -> str:
        """When the last message was received, for a person: by its stamp, in seconds."""
        span = span_of(self._times) or (self.blocks[-1].span if self.blocks else None)
        if span is None:
            return "before the first message"
        return f"after the message of {span.last / 1e9:.6f} s"
