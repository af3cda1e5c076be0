"""Where the records of an MCAP file begin, by all that their heads promise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robot_memory.perception.replay.bags import mcap_records as mcap
from robot_memory.perception.replay.bags.block import RecordData
from robot_memory.perception.replay.record_walk import Placed

MAY_BEGIN = re.compile(rb"(?=[\x01-\x0f].{4}\0{4})", re.DOTALL)
"""An opcode, and a length below 4 GiB."""

LONGEST_NAME = 64
"""Bytes. No compression has a longer name."""


class McapReader(RecordData):
    """The records in `data`, of a chunk or of the file itself."""

    def at(self, begin: int) -> Placed[mcap.McapRecord] | None:
        """The record that begins there, None where none can."""
        content_at = begin + mcap.HEAD.size
        if content_at > len(self._data):
            return None
        opcode, length = mcap.HEAD.unpack_from(self._data, begin)
        end = content_at + length
        if end > len(self._data) or opcode not in self._opcodes:
            return None
        content = self._data[content_at:end]
        if opcode == mcap.MESSAGE:
            if not self._is_message(content):
                return None
            return Placed(begin, end, mcap.McapRecord(opcode, content, True))
        fits, certain = _fits(opcode, content)
        if not fits:
            return None
        if opcode == mcap.CHANNEL:  # the next record is looked at before this one is taken in
            self._channels.add(mcap.ChannelRecord.read(content).id)
        return Placed(begin, end, mcap.McapRecord(opcode, content, True), certain)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a record may begin."""
        for match in MAY_BEGIN.finditer(self._data, begin, min(end + mcap.HEAD.size, self.size)):
            if match.start() >= end:
                return
            yield match.start()

    def _is_message(self, content: memoryview) -> bool:
        if len(content) < mcap.MESSAGE_HEAD.size:
            return False
        channel, _, time, _ = mcap.MESSAGE_HEAD.unpack_from(content)
        return self._is_message_of(channel, time)


def _fits(opcode: int, content: memoryview) -> tuple[bool, bool]:
    """Whether a record other than a message can be one, and whether its length is certain."""
    fields = mcap.RecordFields(content)
    try:
        if opcode == mcap.CHUNK:
            fields.take(28)
            if fields.number("I") > LONGEST_NAME:
                return False, False
            chunk = mcap.McapChunk.read(content)
            return True, len(chunk.compression) + len(chunk.data) + 40 == len(content)
        if opcode == mcap.SCHEMA:
            mcap.Schema.read(content)
        elif opcode == mcap.CHANNEL:
            mcap.ChannelRecord.read(content)
        elif opcode == mcap.MESSAGE_INDEX:
            fields.number("H")
            entries = fields.take(fields.number("I"))
            return not fields.rest(), len(entries) % 16 == 0
    except ValueError:
        return False, False
    return len(content) == mcap.FIXED_LENGTHS.get(opcode, len(content)), False
