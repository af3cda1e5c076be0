"""Reads parts of a serialized message (CDR, XCDR version 1).

After four bytes of encapsulation, all positions count from the byte behind them. A number stands
on a multiple of its size, at most eight; a text is a uint32 length with the closing NUL, then
UTF-8; a sequence is a uint32 count, then its elements.

Each step reads one stretch of a message, which begins at a position: it appends what is wanted of
it, and returns where it ends. It raises struct.error or ValueError where the message ends before.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from typing import Any

ENCAPSULATION = 4
#: Of plain CDR, by the first two bytes of a message: ``<`` or ``>``, as :mod:`struct` names them.
BYTE_ORDERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
#: The order of this machine.
NATIVE = "<" if sys.byteorder == "little" else ">"


class UnreadableMessage(ValueError):
    """The bytes of a message do not fit its type."""


class OtherEncoding(UnreadableMessage):
    """A message comes in an encoding that is not read here; none of today's does."""

    def __init__(self, data: bytes) -> None:
        super().__init__(f"encapsulation {data[:4].hex()!r} is not plain CDR")


def byte_order(data: bytes) -> str:
    """Return the order of a message's bytes: ``<`` or ``>``.

    Raises:
        OtherEncoding: it is not plain CDR.
    """
    order = BYTE_ORDERS.get(data[:2])
    if order is None:
        raise OtherEncoding(data)
    return order


class NumberBlock:
    """Numbers in a row, of fixed sizes.

    Args:
        order: ``<`` or ``>``.
        members: the format of each, as :mod:`struct` names it, and whether it is wanted.
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
    """Return what unpacks a block that begins there, modulo eight, and its size."""
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
    """A text. One that is the same as in the message before, as a frame is, is not read again."""

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
    """Elements of any size: texts, or messages within the message.

    Those that are the same bytes as in the message before, as names are, are not read again.

    Args:
        steps: through one element.
        build: makes one of what was read of it; None: nothing of them is wanted.
        count: how many; None: the message says it.
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
            at = (at + 3) & -4  # what pads is whatever stood in memory, not the same bytes
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
        if count > len(data):  # each takes a byte at least
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
