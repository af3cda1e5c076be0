"""rosbag1 files, indexed or not, whole or damaged."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import bag1_records as bag1
from robot_memory.replay.bags.bag1_layout import indexed
from robot_memory.replay.bags.bag1_reader import Bag1Reader
from robot_memory.replay.bags.bag1_scan import chunk_content, scan
from robot_memory.replay.bags.block import (
    NO_MESSAGE,
    Block,
    MessageRecord,
    lost_places,
    read_messages,
)
from robot_memory.replay.bags.container import Channel, RawMessage, merge
from robot_memory.replay.defects import Defects
from robot_memory.replay.record_walk import walk
from robot_memory.replay.timed_stream import TimedStream


class Bag1File:
    """One rosbag1 file: its connections, and its messages block by block."""

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        with path.open("rb") as file:
            layout = indexed(file) or scan(file, path, defects)
        self._blocks = layout.blocks
        self._numbers = frozenset(layout.channels)
        self.channels: Sequence[Channel] = list(layout.channels.values())
        self.start = min((block.span.first for block in self._blocks), default=None)
        self.end = max((block.span.last for block in self._blocks), default=None)

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

    def _read_block(
        self, file: BinaryIO, block: Block, wanted: dict[int, Channel]
    ) -> list[RawMessage]:
        file.seek(block.offset)
        data: bytes | memoryview = memoryview(file.read(block.length))
        problem = ""
        if block.is_chunk:
            data, problem = chunk_content(memoryview(data))
        reader = Bag1Reader(data, bag1.IN_CHUNKS, self._numbers, block.span)
        read = read_messages(walk(reader), _message, wanted, block.span)
        if problem:
            reason = f"a damaged chunk: {problem}; {read.count} messages were in reach"
            self._defects.add(f"{block.place(self._path)}, {block.span}", reason)
        for place in lost_places(self._path, block, read):
            self._defects.add(place, NO_MESSAGE)
        return read.wanted


def _message(record: bag1.Bag1Record) -> MessageRecord | None:
    if record.opcode != bag1.MESSAGE:
        return None
    return MessageRecord(record.number("conn"), record.nanoseconds("time"), record.data)
