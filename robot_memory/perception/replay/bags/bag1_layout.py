"""Where the messages of a rosbag1 file lie, by the index at its end."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, replace
from typing import BinaryIO

from robot_memory.perception.replay.bags import bag1_records as bag1
from robot_memory.perception.replay.bags.block import Block, MessageTimes
from robot_memory.perception.replay.bags.container import Channel


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
