"""Finds and removes damaged parts of a ULog file: pyulog alone would lose more, silently.

The start of a message is recognised by everything that its header promises.
https://docs.px4.io/main/en/dev_log/ulog_file_format.html
"""

from __future__ import annotations

import io
import mmap
import re
import struct
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median_low

from robot_memory.perception.replay.record_walk import Gap, Placed, walk

HEAD = struct.Struct("<HB")
"""The header of each message: its size and type."""

FLAGS = struct.Struct("<8s8s3Q")
"""Compatible flags, incompatible flags, and the offsets of appended data."""

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

LONGEST_PAUSE = 600_000_000
"""Microseconds. A running log is never silent for longer; a stamp after such a gap is invalid."""

LARGEST = 1 << 16
"""Bytes of a message, at most: its size is a 16-bit number."""


@dataclass(slots=True)
class UlogDefinitions:
    """The definitions in the messages so far.

    Attributes:
        formats: for each format its fields: type, count, name.
        sizes: for each number of data messages its smallest and largest size, and whether a time
            comes first.
    """

    formats: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    sizes: dict[int, tuple[int, int, bool]] = field(default_factory=dict)

    def define(self, text: bytes) -> bool:
        """Take in a format; return False if it is invalid."""
        match = FORMAT.fullmatch(text)
        if match is None:
            return False
        fields = FIELD.findall(match[2].decode("ascii"))
        self.formats[match[1].decode("ascii")] = [
            (kind, int(count or 1), name) for kind, count, name in fields
        ]
        return True

    def announce(self, number: int, name: str) -> bool:
        """Take in the format of the data with a number; return False if there is no such format."""
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
        """Return the bytes of a format; more than any message has if the format is incomplete."""
        if depth > 8 or name not in self.formats:
            return LARGEST + 1
        return sum(
            count * (SIZES.get(kind) or self._size(kind, depth + 1))
            for kind, count, _ in self.formats[name]
        )


class UlogReader:
    """The messages of a file up to byte `size`, exclusive."""

    def __init__(self, data: memoryview, size: int, definitions: UlogDefinitions) -> None:
        self._data = data
        self._size = size
        self._definitions = definitions

    @property
    def size(self) -> int:
        """The end of the messages."""
        return self._size

    def at(self, begin: int) -> Placed[int | None] | None:
        """Return the message that begins there, as its time in microseconds since boot."""
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
        """Yield the positions from `begin` up to `end`, exclusive, where a message may begin."""
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
        """Whether a message other than data is plausible; its definition is stored."""
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


FILE_HEADER = 16
APPENDED = 1
"""A bit in the first incompatible flags byte: the offsets of appended data are set."""

NEAR = 5
"""Times before a damaged place that show its time: one of them may be damaged too."""

CUT = "the log is cut off or damaged from here on"
NO_MESSAGE = "no message begins here; what was there is lost"


@dataclass(frozen=True)
class UlogDamage:
    """The damage of a file: where and what, and the file without these places, if there are any."""

    defects: list[tuple[str, str]]
    whole: io.BytesIO | None


def find_damage(path: Path) -> UlogDamage:
    """Check a file message by message."""
    if path.stat().st_size <= FILE_HEADER:
        return UlogDamage([], None)
    with path.open("rb") as file:
        data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    definitions = UlogDefinitions()
    defects: list[tuple[str, str]] = []
    kept: list[tuple[int, int]] = []
    begin = FILE_HEADER
    for end in [*_appended(data), len(data)]:
        times: deque[int] = deque(maxlen=NEAR)
        for found in walk(UlogReader(data, end, definitions), begin):
            if isinstance(found, Gap):
                after = f"after {_latest(times) / 1e6:.6f} s" if times else "at its start"
                where = f"bytes {found.begin} to {found.end}, {after}"
                defects.append((where, CUT if found.end == end else NO_MESSAGE))
            else:
                if found.record is not None:
                    times.append(found.record)
                kept.append((found.begin, found.end))
        begin = end
    return UlogDamage(defects, _without_damage(data, kept) if defects else None)


def _latest(times: Sequence[int]) -> int:
    """Return the last of some times, except times that damage has changed."""
    middle = median_low(times)
    return next(time for time in reversed(times) if abs(time - middle) <= LONGEST_PAUSE)


def _without_damage(data: memoryview, kept: list[tuple[int, int]]) -> io.BytesIO:
    whole = io.BytesIO()
    whole.write(data[:FILE_HEADER])
    for begin, end in kept:
        if data[begin + HEAD.size - 1] == ord("B"):
            continue  # the offsets of appended data have changed
        whole.write(data[begin:end])
    whole.seek(0)
    return whole


def _appended(data: memoryview) -> list[int]:
    """Return where data was appended after a crash; the message before may be unfinished."""
    if len(data) < FILE_HEADER + HEAD.size + FLAGS.size:
        return []
    size, kind = HEAD.unpack_from(data, FILE_HEADER)
    if kind != ord("B") or size < FLAGS.size:
        return []
    _, incompatible, *places = FLAGS.unpack_from(data, FILE_HEADER + HEAD.size)
    if not incompatible[0] & APPENDED:
        return []
    return sorted(place for place in places if FILE_HEADER < place < len(data))
