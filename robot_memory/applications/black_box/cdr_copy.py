"""Copies the fields of a serialized message (CDR, XCDR version 1), and removes secrets from texts.

A number is aligned to its size, at most eight bytes, counted from the end of the encapsulation. A
text is a uint32 length that includes the closing NUL, then UTF-8; a wide text is a uint32 length,
then a uint32 for each UTF-16 unit, as all ROS middlewares write it; a sequence is a uint32 count,
then its elements. Padding is not copied: it is uninitialized memory of the publisher.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from robot_memory.foundation.secrets.secrets_filter import filtered, mark, names_a_secret

_PADDING = tuple(map(bytes, range(8)))
#: Value names that denote a password.
_OF_PASSWORDS = (b"pass\0", b"pw\0")
_MARK = mark("secret")
_SHORT = 1024  # bytes of a text that may recur
_MOST_KNOWN = 2048  # texts
_LONGEST_NAME = 100  # characters
_LARGEST_UNIT = 0xFFFF  # of UTF-16
_TEXT_BYTES = bytes({0, *b"\t\n\r\x1b", *range(0x20, 0x7F), *range(0x80, 0x100)})


class UndecodableMessage(ValueError):
    """The bytes of a message do not fit its type's definition, or it has no definition."""


@dataclass(slots=True)
class MessageCopy:
    """A message during copying."""

    data: bytes  # the message, without its encapsulation
    at: int = 0  # bytes copied so far
    out: bytearray = field(default_factory=bytearray)  # the copy
    # whether a text of this message names a secret, so that the texts after it are secret
    is_named: bool = False

    def take(self, size: int) -> bytes:
        """Return the next ``size`` bytes.

        Raises:
            UndecodableMessage: fewer bytes are left.
        """
        begin = self.at
        self.at = end = begin + size
        if end > len(self.data):
            raise UndecodableMessage(_too_long(size))
        return self.data[begin:end]

    def put(self, data: bytes, alignment: int) -> None:
        """Add bytes at a multiple of ``alignment``."""
        out = self.out
        out += _PADDING[-len(out) & (alignment - 1)]
        out += data


def _too_long(size: int) -> str:
    return f"a field of {size} bytes is longer than the rest of the message"


class CopyStep(Protocol):
    """A field, or several consecutive fields."""

    def copy(self, message: MessageCopy) -> object:
        """Copy the field.

        Raises:
            UndecodableMessage, struct.error: the bytes do not fit such a field.
        """


class Numbers:
    """Consecutive numbers, as runs of a size and a count; they may be the value of a secret."""

    def __init__(self, runs: Sequence[tuple[int, int]], is_value: bool) -> None:
        self.runs, self._is_value = runs, is_value
        self._layouts = [_layout(runs, begin) for begin in range(8)]

    def copy(self, message: MessageCopy) -> None:
        """Copy the numbers."""
        layout = self._layouts[message.at & 7]
        parts = layout.unpack_from(message.data, message.at)
        message.at += layout.size
        layout = self._layouts[len(message.out) & 7]
        is_secret = self._is_value and message.is_named
        message.out += bytes(layout.size) if is_secret else layout.pack(*parts)


def _layout(runs: Sequence[tuple[int, int]], begin: int) -> struct.Struct:
    """Return the layout of a block that begins at ``begin``, modulo 8; packing zeroes padding."""
    parts, at = ["="], begin
    for size, count in runs:
        padding = -at % size
        parts.append(f"{padding}x{size * count}s")
        at += padding + size * count
    return struct.Struct("".join(parts))


class EmptyMessage:
    """A message without fields: one meaningless byte."""

    def copy(self, message: MessageCopy) -> None:
        """Write a zero for the byte."""
        message.take(1)
        message.put(b"\0", 1)


class _Counted:
    """Elements preceded by their count, unless their type has a fixed ``length``.

    The byte order is named as in :mod:`struct`.
    """

    def __init__(self, order: str, length: int | None) -> None:
        self._count, self._length = struct.Struct(f"{order}I"), length

    def take_count(self, message: MessageCopy) -> int:
        """Return the number of elements that follow."""
        if self._length is not None:
            return self._length
        message.at = begin = (message.at + 3) & -4
        (count,) = self._count.unpack_from(message.data, begin)
        message.at += 4
        if count > len(message.data):  # each element takes at least one byte
            raise UndecodableMessage(
                f"{count} elements are more than its {len(message.data)} bytes"
            )
        return int(count)

    def put_count(self, message: MessageCopy, count: int) -> None:
        """Write the number of elements that follow."""
        if self._length is None:
            message.put(self._count.pack(count), 4)


class NumberList(_Counted):
    """A sequence of numbers of one size, or of messages with ``per`` such numbers each."""

    def __init__(self, order: str, size: int, per: int, is_value: bool) -> None:
        super().__init__(order, None)
        self._size, self._per, self._is_value = size, per, is_value

    def copy(self, message: MessageCopy) -> None:
        """Copy the numbers; secret numbers are dropped."""
        count = self.take_count(message)
        numbers = b""
        if count:
            message.at += -message.at & (self._size - 1)
            numbers = message.take(count * self._per * self._size)
        if self._is_value and message.is_named:
            count, numbers = 0, b""
        self.put_count(message, count)
        if count:
            message.put(numbers, self._size)


class Octets(_Counted):
    """Numbers of one byte each, which may be the letters of a text."""

    def __init__(self, order: str, length: int | None, is_secret: bool) -> None:
        super().__init__(order, length)
        self._is_secret = is_secret

    def copy(self, message: MessageCopy) -> None:
        """Copy the bytes; if they are a text, remove its secrets."""
        octets = message.take(self.take_count(message))
        if octets.strip(b"\0"):
            if self._is_secret or message.is_named:
                octets = self._fitting(_MARK.encode(), len(octets))
            elif not octets.translate(None, _TEXT_BYTES):
                octets = self._without_secrets(octets)
        self.put_count(message, len(octets))
        message.put(octets, 1)

    def _without_secrets(self, octets: bytes) -> bytes:
        found = filtered(octets.decode("utf-8", "surrogateescape"))
        if not found.removed:
            return octets
        return self._fitting(found.text.encode("utf-8", "surrogateescape"), len(octets))

    def _fitting(self, text: bytes, size: int) -> bytes:
        return text if self._length is None else text[:size].ljust(size, b"\0")


class Text:
    """A text.

    Args:
        order: the byte order, as in :mod:`struct`.
        bound: the most letters that the type allows; None: any number.
        names: whether it may name a secret in the texts after it.
        is_label: whether it is the name of a value, so that "pass" denotes a password.
        is_secret: whether its field's name denotes a secret.
    """

    def __init__(
        self, order: str, bound: int | None, *, names: bool, is_label: bool, is_secret: bool
    ) -> None:
        self._order, self._bound, self._names, self._is_secret = order, bound, names, is_secret
        self._is_label = is_label
        self._count = struct.Struct(f"{order}I")

    def copy(self, message: MessageCopy) -> bool:
        """Copy it without secrets, and return whether it names a secret."""
        data, out, begin = message.data, message.out, (message.at + 7) & -4
        (length,) = self._count.unpack_from(data, begin - 4)
        message.at = end = begin + length
        if end > len(data):
            raise UndecodableMessage(_too_long(length))
        text = data[begin:end]
        clean, names = _known(text) if length <= _SHORT else _cleaned(text)
        if (self._is_secret or message.is_named) and len(clean) > 1:
            clean = _MARK.encode() + b"\0"
        if self._bound is not None and len(clean) > self._bound + 1:
            clean = clean[: self._bound].decode("utf-8", "ignore").encode() + b"\0"
        out += _PADDING[-len(out) & 3]
        out += self._count.pack(len(clean))
        out += clean
        names = self._names and (names or (self._is_label and clean.lower() in _OF_PASSWORDS))
        message.is_named |= names
        return names


def _cleaned(text: bytes) -> tuple[bytes, bool]:
    """Return a text without secrets, with its NUL, and whether it names a secret.

    The text ends at its first NUL; bytes that are not UTF-8 become �, as in rclpy.
    """
    words = text.split(b"\0", 1)[0].decode("utf-8", "replace")
    names = len(words) <= _LONGEST_NAME and names_a_secret(words)
    return filtered(words).text.encode() + b"\0", names


_known = lru_cache(_MOST_KNOWN)(_cleaned)


class WideText(Text):
    """A text of wide characters."""

    def copy(self, message: MessageCopy) -> bool:
        """Copy it without secrets, and return whether it names a secret."""
        message.at += -message.at & 3
        (count,) = self._count.unpack(message.take(4))
        data = message.take(4 * count)
        units = struct.unpack(f"{self._order}{count}I", data)
        if max(units, default=0) > _LARGEST_UNIT:
            raise UndecodableMessage(f"a wide text has a unit above {_LARGEST_UNIT}")
        words = struct.pack(f"<{count}H", *units).decode("utf-16-le", "surrogatepass")
        clean = filtered(words).text
        if words and (self._is_secret or message.is_named):
            clean = _MARK
        if clean != words:
            wide = clean.encode("utf-16-le", "surrogatepass")
            units = struct.unpack(f"<{len(wide) // 2}H", wide)[: self._bound]
            data = struct.pack(f"{self._order}{len(units)}I", *units)
        message.put(self._count.pack(len(units)), 4)
        message.put(data, 4)
        names = self._names and len(words) <= _LONGEST_NAME and names_a_secret(words)
        names |= self._is_label and words.lower().encode() + b"\0" in _OF_PASSWORDS
        message.is_named |= names
        return names


class ListedTexts(_Counted):
    """An array or a sequence of texts, which may alternate between names and values."""

    def __init__(self, order: str, length: int | None, text: Text) -> None:
        super().__init__(order, length)
        self._text = text

    def copy(self, message: MessageCopy) -> None:
        """Copy the texts without secrets."""
        count = self.take_count(message)
        self.put_count(message, count)
        is_secret, is_named, names = message.is_named, False, False
        for _ in range(count):
            message.is_named = is_secret or is_named
            is_named = self._text.copy(message)
            names |= is_named
        message.is_named = is_secret or names


class ListedMessages(_Counted):
    """An array or a sequence of messages; each names its own secrets."""

    def __init__(self, order: str, length: int | None, steps: Sequence[CopyStep]) -> None:
        super().__init__(order, length)
        self._steps = steps

    def copy(self, message: MessageCopy) -> None:
        """Copy the messages without secrets."""
        count = self.take_count(message)
        self.put_count(message, count)
        is_named = message.is_named
        for _ in range(count):
            message.is_named = False
            for step in self._steps:
                step.copy(message)
        message.is_named = is_named
