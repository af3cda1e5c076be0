"""Reads parts of a serialized message (CDR, XCDR version 1).

All positions count from the byte after the four bytes of encapsulation. A number is aligned to its
size, at most eight bytes. A text is a uint32 length that includes the closing NUL, then UTF-8. A
sequence is a uint32 count, then its elements.

Each step reads one stretch of a message from a given position: it appends the wanted values and
returns the end position. It raises struct.error or ValueError if the message ends too early.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

ENCAPSULATION = 4
#: The byte orders of plain CDR by a message's first two bytes: ``<`` or ``>``, as in :mod:`struct`.
BYTE_ORDERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
#: This machine's byte order.
NATIVE = "<" if sys.byteorder == "little" else ">"


class UnreadableMessage(ValueError):
    """The bytes of a message do not fit its type."""


class OtherEncoding(UnreadableMessage):
    """A message has an encoding that this reader does not support; none in use today has."""

    def __init__(self, data: bytes) -> None:
        super().__init__(f"encapsulation {data[:4].hex()!r} is not plain CDR")


def byte_order(data: bytes) -> str:
    """Return a message's byte order: ``<`` or ``>``.

    Raises:
        OtherEncoding: the message is not plain CDR.
    """
    order = BYTE_ORDERS.get(data[:2])
    if order is None:
        raise OtherEncoding(data)
    return order


class NumberBlock:
    """Consecutive numbers of fixed sizes.

    Args:
        order: ``<`` or ``>``.
        members: each number's :mod:`struct` format, and whether it is wanted.
    """

    def __init__(self, order: str, members: Sequence[tuple[str, bool]]) -> None:
        self.wanted = any(wanted for _, wanted in members)
        self._layouts = [_layout(order, members, begin) for begin in range(8)]

    def read(self, data: bytes, at: int, found: list[Any]) -> int:
        """Read the numbers."""
        unpack, size = self._layouts[at & 7]
        if unpack is not None:
            found.extend(unpack(data, at + ENCAPSULATION))
        return at + size


def _layout(
    order: str, members: Sequence[tuple[str, bool]], begin: int
) -> tuple[Callable[[bytes, int], tuple[Any, ...]] | None, int]:
    """Return the unpack function and the size of a block that begins at ``begin``, modulo eight."""
    parts, skipped, at = [order], 0, begin
    for code, wanted in members:
        size = struct.calcsize(f"={code}")
        padding = -at % size
        skipped += padding
        at += padding + size
        if wanted:
            parts += [f"{skipped}x" if skipped else "", code]
            skipped = 0
        else:
            skipped += size
    is_read = len(parts) > 1
    return struct.Struct("".join(parts)).unpack_from if is_read else None, at - begin


class TextStep:
    """A text; one that equals the last message's text, as a frame does, is not decoded again."""

    def __init__(self, order: str, wanted: bool) -> None:
        self.wanted = wanted
        self._last = b"", ""
        self._count = struct.Struct(f"{order}I").unpack_from

    def read(self, data: bytes, at: int, found: list[Any]) -> int:
        """Read the text."""
        begin = (at + 3) & -4
        (length,) = self._count(data, begin + ENCAPSULATION)
        begin += 4
        if self.wanted:
            text = data[begin + ENCAPSULATION : begin + ENCAPSULATION + length]
            if text != self._last[0]:
                self._last = text, to_text(text)
            found.append(self._last[1])
        return begin + int(length)


def to_text(data: bytes) -> str:
    """Return a text up to its NUL; bytes that are not UTF-8 read as �, as rclpy reads them."""
    return data.split(b"\0", 1)[0].decode("utf-8", "replace")


class NumberSequence:
    """A sequence of numbers of one format; ``?`` stands for flags, ``c`` for octets."""

    def __init__(self, order: str, code: str, wanted: bool) -> None:
        self.wanted = wanted
        self._count = struct.Struct(f"{order}I").unpack_from
        self._code = code
        self._size = struct.calcsize(f"={code}")
        self._is_foreign = order != NATIVE

    def read(self, data: bytes, at: int, found: list[Any]) -> int:
        """Read the numbers."""
        begin = (at + 3) & -4
        (count,) = self._count(data, begin + ENCAPSULATION)
        begin += 4
        if count:
            begin += -begin % self._size
        end = begin + int(count) * self._size
        if self.wanted:
            found.append(self._values(data[begin + ENCAPSULATION : end + ENCAPSULATION]))
        return end

    def _values(self, data: bytes) -> Sequence[Any]:
        if self._code == "?":
            return [bool(byte) for byte in data]
        if self._code == "c":
            return [bytes((byte,)) for byte in data]
        values = array(self._code, data)
        if self._is_foreign:
            values.byteswap()
        return values


class RepeatedElements:
    """Elements of any size: texts or nested messages.

    Elements with the same bytes as in the last message, such as names, are not decoded again.

    Args:
        steps: the steps through one element.
        build: makes an element from the values read; None: no elements are wanted.
        count: the number of elements; None: the message contains it.
    """

    def __init__(
        self,
        order: str,
        steps: Sequence[CdrStep],
        build: Callable[[list[Any]], Any] | None,
        count: int | None,
    ) -> None:
        self.wanted = build is not None
        self._count = struct.Struct(f"{order}I").unpack_from
        self._steps = steps
        self._build = build
        self._fixed = count
        self._last: tuple[int, bytes, list[Any]] = (-1, b"", [])

    def read(self, data: bytes, at: int, found: list[Any]) -> int:
        """Read the elements."""
        if self._fixed is None:
            at = (at + 3) & -4  # padding is uninitialized memory and may differ
        before, same, elements = self._last
        if self.wanted and at == before and data.startswith(same, at + ENCAPSULATION):
            found.append(elements)
            return at + len(same)
        elements = []
        end = self._read(data, at, elements)
        if self.wanted:
            found.append(elements)
            self._last = (at, data[at + ENCAPSULATION : end + ENCAPSULATION], elements)
        return end

    def _read(self, data: bytes, at: int, elements: list[Any]) -> int:
        count = self._fixed
        if count is None:
            (count,) = self._count(data, at + ENCAPSULATION)
            at += 4
        if count > len(data):  # each element takes at least one byte
            raise ValueError(f"{count} elements are more than there are bytes")
        for _ in range(count):
            values: list[Any] = []
            for step in self._steps:
                at = step.read(data, at, values)
            if self._build is not None:
                elements.append(self._build(values))
        if at + ENCAPSULATION > len(data):
            raise ValueError("the elements go on behind the end")
        return at


CdrStep = NumberBlock | TextStep | NumberSequence | RepeatedElements
