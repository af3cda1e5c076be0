"""Where the messages of a ULog file begin, by all that their heads promise.

https://docs.px4.io/main/en/dev_log/ulog_file_format.html
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

from robot_memory.perception.replay.record_walk import Placed

HEAD = struct.Struct("<HB")
"""Before each message: its size and type."""

FLAGS = struct.Struct("<8s8s3Q")
"""Compatible flags, incompatible ones, and where data was appended."""

SYNC = b"\x2f\x73\x13\x20\x25\x0c\xbb\x12"
MAY_BEGIN = re.compile(rb"(?=..[FDIMPQARSOLCB])", re.DOTALL)

NUMBER = struct.Struct("<H")
TIME = struct.Struct("<Q")
BYTES = {
    1: ("int8_t", "uint8_t", "bool", "char"),
    2: ("int16_t", "uint16_t"),
    4: ("int32_t", "uint32_t", "float"),
    8: ("int64_t", "uint64_t", "double"),
}
SIZES = {name: size for size, names in BYTES.items() for name in names}
FORMAT = re.compile(rb"([\w/-]+):((?:[\w/]+(?:\[\d+\])? \w+(?:;|\Z))+)")
FIELD = re.compile(r"(?<![\w/])([\w/]+)(?:\[(\d+)\])? (\w+)")
KEY = re.compile(rb"[\w/]+(?:\[\d+\])? [!-~]+")
LARGEST = 1 << 16
"""Bytes. No message is larger: its size is a 16-bit number."""


@dataclass(slots=True)
class UlogDefinitions:
    """What the messages so far define.

    Attributes:
        formats: each format's fields: type, how many, name.
        sizes: of each number that data has, its least and its largest size, and whether a time
            comes first.
    """

    formats: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    sizes: dict[int, tuple[int, int, bool]] = field(default_factory=dict)

    def define(self, text: bytes) -> bool:
        """Take in a format; False where it is none."""
        match = FORMAT.fullmatch(text)
        if match is None:
            return False
        fields = FIELD.findall(match[2].decode("ascii"))
        self.formats[match[1].decode("ascii")] = [
            (kind, int(count or 1), name) for kind, count, name in fields
        ]
        return True

    def announce(self, number: int, name: str) -> bool:
        """Take in which format the data of a number has; False where there is no such format."""
        fields = self.formats.get(name)
        largest = self._size(name, 0)
        if not fields or not 0 < largest <= LARGEST:
            return False
        least = largest
        for kind, count, member in reversed(fields):
            if not member.startswith("_padding"):
                break
            least -= count * SIZES.get(kind, 0)
        self.sizes[number] = (least, largest, fields[0][::2] == ("uint64_t", "timestamp"))
        return True

    def _size(self, name: str, depth: int) -> int:
        """Bytes of a format; more than any message has where it is not complete."""
        if depth > 8 or name not in self.formats:
            return LARGEST + 1
        return sum(
            count * (SIZES.get(kind) or self._size(kind, depth + 1))
            for kind, count, _ in self.formats[name]
        )


class UlogReader:
    """The messages from byte `begin` to before byte `size` of a file."""

    def __init__(self, data: memoryview, size: int, definitions: UlogDefinitions) -> None:
        self._data = data
        self._size = size
        self._definitions = definitions

    @property
    def size(self) -> int:
        """Where they end."""
        return self._size

    def at(self, begin: int) -> Placed[int | None] | None:
        """The message that begins there, as the time that it tells in microseconds since boot."""
        content_at = begin + HEAD.size
        if content_at > self._size:
            return None
        size, kind = HEAD.unpack_from(self._data, begin)
        end = content_at + size
        if end > self._size:
            return None
        content = self._data[content_at:end]
        if kind == ord("D"):
            return self._data_at(begin, end, content)
        if not self._fits(chr(kind), content):
            return None
        time_at = {"L": 1, "C": 3}.get(chr(kind))
        time = None if time_at is None else TIME.unpack_from(content, time_at)[0]
        return Placed(begin, end, time)

    def candidates(self, begin: int, end: int) -> Iterator[int]:
        """Places from `begin` to before `end` where a message may begin."""
        for match in MAY_BEGIN.finditer(self._data, begin, min(end + HEAD.size, self._size)):
            if match.start() >= end:
                return
            yield match.start()

    def _data_at(self, begin: int, end: int, content: memoryview) -> Placed[int | None] | None:
        if len(content) < NUMBER.size:
            return None
        least, largest, has_time = self._definitions.sizes.get(
            NUMBER.unpack_from(content)[0], (1, 0, False)
        )
        if not least <= len(content) - NUMBER.size <= largest:
            return None
        return Placed(begin, end, TIME.unpack_from(content, NUMBER.size)[0] if has_time else None)

    def _fits(self, kind: str, content: memoryview) -> bool:
        """Whether a message other than data can be one; what it defines is known from now on."""
        size = len(content)
        if kind == "F":
            return self._definitions.define(bytes(content))
        if kind == "A" and size > 3:
            name = bytes(content[3:]).decode("latin-1")
            return self._definitions.announce(NUMBER.unpack_from(content, 1)[0], name)
        if kind in "LC":
            return size >= (9 if kind == "L" else 11) and ord("0") <= content[0] <= ord("7")
        if kind in "IPMQ":
            key_at = 0 if kind in "IP" else 1
            key = bytes(content[key_at + 1 :])[: content[key_at]] if size > key_at else b""
            return KEY.fullmatch(key) is not None
        if kind == "S":
            return bytes(content) == SYNC
        if kind == "B":
            return size >= FLAGS.size
        return kind in "OR" and size == NUMBER.size
