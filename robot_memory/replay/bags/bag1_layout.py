"""Where the chunks of a rosbag1 file lie: from its index, or found by going through it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import bag1_records as bag1
from robot_memory.replay.bags.container import Channel
from robot_memory.replay.defects import Defects
from robot_memory.replay.inflate import inflate


@dataclass(frozen=True, slots=True)
class Bag1Chunk:
    """A run of messages. No `channels`: they are not known."""

    offset: int
    start: int
    end: int
    channels: frozenset[int] = frozenset()


@dataclass(slots=True)
class Bag1Layout:
    """What the file holds."""

    channels: dict[int, Channel] = field(default_factory=dict)
    chunks: list[Bag1Chunk] = field(default_factory=list)

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


def read_chunk(file: BinaryIO, offset: int) -> tuple[bytes | memoryview, str]:
    """The records of the chunk at `offset`, and what is wrong with it ('' if it is whole)."""
    file.seek(offset)
    record = bag1.read_record(file, keep=sys.maxsize)
    if record is None or record.opcode != bag1.CHUNK:
        raise bag1.DamagedRecord("no chunk begins here, as it should")
    if record.length == 0:  # its length is filled in when it is finished; it never was
        plain, _ = inflate(record.text("compression"), memoryview(file.read()))
        return plain, "the recording was not closed"
    plain, problem = inflate(record.text("compression"), record.data)
    return plain, problem or ("" if record.whole else "it is cut short")


def indexed(file: BinaryIO) -> Bag1Layout | None:
    """The layout by the index at the file's end; None where that is missing or damaged."""
    file.seek(len(bag1.MAGIC))
    layout = Bag1Layout()
    try:
        header = bag1.read_record(file, keep=0)
        if header is None or header.opcode != bag1.BAG_HEADER:
            return None
        place = header.number("index_pos", bag1.PLACE)
        if not 0 < place <= file.seek(0, os.SEEK_END):
            return None
        file.seek(place)
        while record := bag1.read_record(file, keep=sys.maxsize):
            if record.opcode == bag1.CONNECTION:
                layout.define(record)
            elif record.opcode == bag1.CHUNK_INFO:
                layout.chunks += _chunk_of(record)
        counts = (header.number("conn_count"), header.number("chunk_count"))
    except bag1.DamagedRecord:
        return None
    complete = counts == (len(layout.channels), len(layout.chunks))
    return layout if complete and all(chunk.offset < place for chunk in layout.chunks) else None


def _chunk_of(info: bag1.Bag1Record) -> list[Bag1Chunk]:
    if info.length != info.number("count") * bag1.PAIR.size or not info.whole:
        raise bag1.DamagedRecord("the index is damaged")
    pairs = [bag1.PAIR.unpack_from(info.data, 8 * at) for at in range(info.number("count"))]
    return [
        Bag1Chunk(
            offset=info.number("chunk_pos", bag1.PLACE),
            start=info.nanoseconds("start_time"),
            end=info.nanoseconds("end_time"),
            channels=frozenset(number for number, _ in pairs),
        )
    ]


def scan(file: BinaryIO, path: Path, defects: Defects) -> Bag1Layout:
    """The layout by going through the file, up to its end or to where it is damaged."""
    layout = Bag1Layout()
    at = file.seek(len(bag1.MAGIC))
    try:
        while record := bag1.read_record(file, keep=0):
            following = file.tell() + record.length
            if record.opcode == bag1.CHUNK:
                if lost := _take_chunk(file, at, layout):
                    defects.add(f"{path}, byte {at}", f"a chunk is lost: {lost}")
                if record.length == 0:
                    break
            elif record.opcode not in bag1.OUTSIDE_CHUNKS:
                raise bag1.DamagedRecord(f"no record has opcode {record.opcode} here")
            at = file.seek(following)
    except bag1.DamagedRecord as error:
        defects.add(f"{path}, byte {at}", f"what follows can't be read ({error})")
        return layout
    defects.add(str(path), "it has no index (the recording was not closed); read without it")
    return layout


def _take_chunk(file: BinaryIO, offset: int, layout: Bag1Layout) -> str:
    """Take in a chunk; returns why nothing of it can be read, '' if anything can."""
    times = []
    plain, problem = read_chunk(file, offset)
    try:
        for record in bag1.records(plain):
            if record.opcode == bag1.CONNECTION:
                layout.define(record)
            elif record.opcode == bag1.MESSAGE:
                times.append(record.nanoseconds("time"))
    except bag1.DamagedRecord as error:
        problem = problem or str(error)
    if not times:
        return problem
    layout.chunks.append(Bag1Chunk(offset, min(times), max(times)))
    return ""


def _topic(name: str) -> str:
    return "/" + "/".join(part for part in name.split("/") if part)


def _type(name: str) -> str:
    package, _, last = name.partition("/")
    return f"{package}/msg/{last}"
