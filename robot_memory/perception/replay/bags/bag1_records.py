"""The records of a rosbag1 file, as https://wiki.ros.org/Bags/Format/2.0 writes them."""

from __future__ import annotations

import struct
from typing import NamedTuple

MAGIC = b"#ROSBAG V2.0\n"
LENGTH = struct.Struct("<I")
TIME = struct.Struct("<II")
OFFSET = struct.Struct("<Q")
PAIR = struct.Struct("<II")

MESSAGE, BAG_HEADER, INDEX, CHUNK, CHUNK_INFO, CONNECTION = 2, 3, 4, 5, 6, 7
IN_CHUNKS = (MESSAGE, CONNECTION)
"""What a chunk may hold."""

ANY = (MESSAGE, BAG_HEADER, INDEX, CHUNK, CHUNK_INFO, CONNECTION)
"""What a scan of a whole file accepts; messages where the header of their chunk is damaged."""

CUT = "cut off within a record"

LARGEST_HEADER = 1 << 20
"""No record's header comes near this size; a larger one is damage."""


class DamagedRecord(ValueError):
    """A record that cannot be read, and why."""


class Bag1Record(NamedTuple):
    """One record. `data` may be shorter than `length`, where the file is cut off."""

    fields: dict[str, bytes]
    data: memoryview
    length: int

    @property
    def opcode(self) -> int:
        """What kind of record it is; 0 if it does not tell."""
        return self.fields["op"][0] if self.fields.get("op") else 0

    @property
    def is_whole(self) -> bool:
        """Whether all of its data is there."""
        return len(self.data) == self.length

    def number(self, name: str, layout: struct.Struct = LENGTH) -> int:
        """A header field that is an unsigned number."""
        return int(layout.unpack(self._exactly(name, layout.size))[0])

    def nanoseconds(self, name: str) -> int:
        """A header field that is a time."""
        seconds, rest = TIME.unpack(self._exactly(name, TIME.size))
        return int(seconds) * 10**9 + int(rest)

    def text(self, name: str) -> str:
        """A header field that is a text, '' if there is none."""
        return self.fields.get(name, b"").decode("utf-8", "replace")

    def _exactly(self, name: str, size: int) -> bytes:
        value = self.fields.get(name, b"")
        if len(value) != size:
            raise DamagedRecord(f"its field {name!r} has {len(value)} bytes instead of {size}")
        return value


def fields_of(header: bytes) -> dict[str, bytes]:
    """The 'name=value' fields of a record's header, or of a connection's data."""
    fields = {}
    at = 0
    while at < len(header):
        if at + LENGTH.size > len(header):
            raise DamagedRecord("a header field is cut off")
        (length,) = LENGTH.unpack_from(header, at)
        at += LENGTH.size
        name, separator, value = header[at : at + length].partition(b"=")
        if not separator or at + length > len(header):
            raise DamagedRecord("a header field is not 'name=value'")
        fields[name.decode("latin-1")] = value
        at += length
    return fields


def record_at(data: memoryview, begin: int) -> tuple[Bag1Record, int]:
    """The record that begins at `begin`, and where it ends; its data may be cut short."""
    head_at = begin + LENGTH.size
    if head_at > len(data):
        raise DamagedRecord(CUT)
    (length,) = LENGTH.unpack_from(data, begin)
    if length > LARGEST_HEADER:
        raise DamagedRecord(f"no record begins here (its header would have {length} bytes)")
    header_end = head_at + length
    if header_end + LENGTH.size > len(data):
        raise DamagedRecord(CUT)
    fields = fields_of(bytes(data[head_at:header_end]))
    (length,) = LENGTH.unpack_from(data, header_end)
    end = header_end + LENGTH.size + length
    return Bag1Record(fields, data[end - length : end], length), end
