"""Where a ULog file is damaged: pyulog reads on, but doesn't say."""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from pathlib import Path

HEAD = struct.Struct("<HB")
"""Before each message: its size and type."""

FILE_HEADER = 16
FLAGS = struct.Struct("<8s8s3Q")
APPENDED = 1
"""First of the incompatible flags: the places where data was appended are filled in."""

SYNC = b"\x2f\x73\x13\x20\x25\x0c\xbb\x12"
TYPES = frozenset(b"FDIMPQARSOLCB")
LARGEST = 10_000
"""Larger messages of an unknown type are damage, by pyulog's measure too."""


def find_damage(path: Path) -> Iterator[tuple[int, str]]:
    """Each damaged place: the byte, and what is wrong there."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        at = FILE_HEADER
        for end in [*_appended(data), len(data)]:
            yield from _walk(data, at, end)
            at = end


def _walk(data: mmap.mmap, at: int, end: int) -> Iterator[tuple[int, str]]:
    """The damage from `at` to `end`."""
    while at < end:
        if at + HEAD.size > end:
            yield at, "the log is cut off here"
            return
        size, kind = HEAD.unpack_from(data, at)
        if kind not in TYPES and (size == 0 or size > LARGEST or kind == 0):
            found = data.find(SYNC, at, end)
            following = found + len(SYNC) if found >= 0 else end
            yield at, f"no message begins here; {following - at} bytes are skipped"
            at = following
        elif at + HEAD.size + size > end:
            yield at, "the log is cut off within this message"
            return
        else:
            at += HEAD.size + size


def _appended(data: mmap.mmap) -> list[int]:
    """Where data was appended after a crash: the message before may be unfinished."""
    if len(data) < FILE_HEADER + HEAD.size + FLAGS.size:
        return []
    size, kind = HEAD.unpack_from(data, FILE_HEADER)
    if kind != ord("B") or size < FLAGS.size:
        return []
    _, incompatible, *places = FLAGS.unpack_from(data, FILE_HEADER + HEAD.size)
    if not incompatible[0] & APPENDED:
        return []
    return [place for place in places if FILE_HEADER < place < len(data)]
