"""Where the messages of an MCAP file lie, found by going through it."""

from __future__ import annotations

import mmap
import os
from pathlib import Path
from typing import BinaryIO

from robot_memory.replay.bags import mcap_records as mcap
from robot_memory.replay.bags.block import NO_MESSAGE
from robot_memory.replay.bags.block_list import BlockList
from robot_memory.replay.bags.mcap_layout import McapLayout
from robot_memory.replay.bags.mcap_reader import McapReader
from robot_memory.replay.defects import Defects
from robot_memory.replay.inflate import inflate
from robot_memory.replay.record_walk import Gap, walk
from robot_memory.replay.recording_errors import RecordingError


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
