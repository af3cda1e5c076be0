"""Where the records of a rosbag1 file begin, by all that their headers promise."""

from __future__ import annotations

import re
from collections.abc import Iterator

from robot_memory.replay.bags import bag1_records as bag1
from robot_memory.replay.bags.record_data import RecordData
from robot_memory.replay.record_walk import Placed

OPCODE = re.compile(rb"\x04\0\0\0op=[\x02-\x07]")
"""The field of a header that every record has; fields before it may be in any order."""

FURTHEST = 128
"""Bytes. No header has more than that before its opcode."""


class Bag1Reader(RecordData):
    """The records in `data`, of a chunk or of the file itself."""

    def at(self, begin: int) -> Placed[bag1.Bag1Record] | None:
        """The record that begins there, None where none can."""
        try:
            record, end = bag1.record_at(self._data, begin)
            if record.opcode not in self._opcodes or not record.is_whole:
                return None
            if record.opcode == bag1.MESSAGE and not self._is_message(record):
                return None
            if record.opcode == bag1.BAG_HEADER:
                record.number("index_pos", bag1.OFFSET)  # raises where it is none
            if record.opcode == bag1.CONNECTION:  # the next one is looked at before this is taken
                bag1.fields_of(bytes(record.data))
                self._channels.add(record.number("conn"))
        except bag1.DamagedRecord:
            return None
        return Placed(begin, end, record)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a record may begin."""
        for match in OPCODE.finditer(self._data, begin):
            if match.start() - bag1.LENGTH.size >= end + FURTHEST:
                return
            first = max(begin, match.start() - bag1.LENGTH.size - FURTHEST)
            yield from range(first, min(match.start() - bag1.LENGTH.size + 1, end))

    def _is_message(self, record: bag1.Bag1Record) -> bool:
        time = record.nanoseconds("time")
        return self._is_message_of(record.number("conn"), time)
