"""rosbag1 files, indexed or not, whole or damaged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import bag1_records as bag1
from robot_memory.replay.bags.bag1_layout import indexed
from robot_memory.replay.bags.bag1_reader import Bag1Reader
from robot_memory.replay.bags.bag1_scan import chunk_content, scan
from robot_memory.replay.bags.block import Block, MessageRecord, read_messages
from robot_memory.replay.bags.block_file import BlockFile
from robot_memory.replay.bags.container import Channel, RawMessage
from robot_memory.replay.defects import Defects
from robot_memory.replay.record_walk import walk


class Bag1File(BlockFile):
    """One rosbag1 file: its connections, and its messages block by block."""

    def __init__(self, path: Path, defects: Defects) -> None:
        with path.open("rb") as file:
            layout = indexed(file) or scan(file, path, defects)
        super().__init__(path, defects, layout.channels.values(), layout.blocks)

    def _read_block(
        self, file: BinaryIO, block: Block, wanted: Mapping[int, Channel]
    ) -> list[RawMessage]:
        file.seek(block.offset)
        data: bytes | memoryview = memoryview(file.read(block.length))
        problem = ""
        if block.is_chunk:
            data, problem = chunk_content(memoryview(data))
        reader = Bag1Reader(data, bag1.IN_CHUNKS, self._numbers, block.span)
        read = read_messages(walk(reader), _message, wanted, self._numbers, block.span)
        self._report(block, read, problem)
        return read.wanted


def _message(record: bag1.Bag1Record) -> MessageRecord | None:
    if record.opcode != bag1.MESSAGE:
        return None
    return MessageRecord(record.number("conn"), record.nanoseconds("time"), record.data)
