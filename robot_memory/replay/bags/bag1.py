"""rosbag1 files, indexed or not, whole or cut off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import bag1_records as bag1
from robot_memory.replay.bags.bag1_layout import Bag1Chunk, indexed, read_chunk, scan
from robot_memory.replay.bags.container import Channel, RawMessage, merge
from robot_memory.replay.defects import Defects
from robot_memory.replay.timed_stream import TimedStream


class Bag1File:
    """One rosbag1 file: its connections, and its messages chunk by chunk."""

    def __init__(self, path: Path, defects: Defects) -> None:
        self._path = path
        self._defects = defects
        with path.open("rb") as file:
            layout = indexed(file) or scan(file, path, defects)
        self._chunks = layout.chunks
        self.channels: Sequence[Channel] = list(layout.channels.values())
        self.start = min((chunk.start for chunk in self._chunks), default=None)
        self.end = max((chunk.end for chunk in self._chunks), default=None)

    def read(self, channels: Collection[Channel]) -> Iterator[RawMessage]:
        """The messages on `channels`, in time order."""
        wanted = {channel.id: channel for channel in channels}
        with self._path.open("rb") as file:
            yield from merge(
                [
                    TimedStream(chunk.start, partial(self._read_chunk, file, chunk, wanted))
                    for chunk in self._chunks
                    if not chunk.channels or chunk.channels & wanted.keys()
                ]
            )

    def _read_chunk(
        self, file: BinaryIO, chunk: Bag1Chunk, wanted: dict[int, Channel]
    ) -> list[RawMessage]:
        found: list[RawMessage] = []
        problem = ""
        count = 0
        try:
            plain, problem = read_chunk(file, chunk.offset)
            for record in bag1.records(plain):
                if record.opcode == bag1.MESSAGE:
                    count += 1
                    channel = wanted.get(record.number("conn"))
                    if channel is not None:
                        found.append(
                            RawMessage(record.nanoseconds("time"), channel, bytes(record.data))
                        )
        except bag1.DamagedRecord as error:
            problem = problem or str(error)
        if problem:
            self._defects.add(
                f"{self._path}, byte {chunk.offset}",
                f"a damaged chunk: {problem}; {count} messages were in reach",
            )
        found.sort(key=attrgetter("time"))
        return found
