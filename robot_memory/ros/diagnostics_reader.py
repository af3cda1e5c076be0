"""Reads a ``diagnostic_msgs/DiagnosticArray`` as it comes over the wire (CDR, XCDR version 1).

A detector needs the level, name, message and hardware id of each status, which seldom change, and
not the values, which change all the time and are most of a message. This reader steps over the
values and decodes a head only when it has not seen the same bytes before.

After four bytes of encapsulation, all positions count from the byte behind them::

    header   sec: int32 · nanosec: uint32 · frame_id: string
    status   uint32 count, then each: level: one byte · name, message, hardware_id: string
             · values: uint32 count, then each: key, value: string
    string   on a multiple of four: uint32 length with the closing NUL, then UTF-8
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass

_BYTE_ORDERS = {b"\x00\x00": "big", b"\x00\x01": "little"}
_ENCAPSULATION = 4
_CACHED = 4096

#: The bytes of a head: level, name, message, hardware id. What pads them may be anything.
_Head = tuple[int, bytes, bytes, bytes]


class UnreadableMessage(ValueError):
    """A message is not what its type says."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A ``builtin_interfaces/Time``."""

    sec: int
    nanosec: int


@dataclass(frozen=True, slots=True)
class Header:
    """A ``std_msgs/Header``, without its frame, which diagnostics do not use."""

    stamp: Stamp


@dataclass(frozen=True, slots=True)
class Status:
    """The head of a ``DiagnosticStatus``: all but its values."""

    level: int
    name: str
    message: str
    hardware_id: str


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """A ``DiagnosticArray`` of heads."""

    header: Header
    status: list[Status]


def is_plain(data: bytes) -> bool:
    """Tell whether a message comes in the encoding that is read here, as all of today's do."""
    return data[:2] in _BYTE_ORDERS


class DiagnosticsReader:
    """Reads arrays, and keeps the heads it has read; equal heads are the same object."""

    def __init__(self) -> None:
        self._known: dict[_Head, Status] = {}

    def read(self, data: bytes) -> Diagnostics:
        """Read a serialized message.

        Raises:
            UnreadableMessage: says what is wrong with the bytes.
        """
        order = _BYTE_ORDERS.get(data[:2])
        if order is None:
            raise UnreadableMessage(f"encapsulation {data[:4].hex()!r} is not plain CDR")
        size = len(data) - _ENCAPSULATION
        words = array("I", data[_ENCAPSULATION : _ENCAPSULATION + (size & ~3)])
        if order != sys.byteorder:
            words.byteswap()
        try:
            return self._read(data, words, size)
        except IndexError:
            raise UnreadableMessage(f"{len(data)} bytes end within the message") from None

    def _read(self, data: bytes, words: array[int], size: int) -> Diagnostics:
        seconds = words[0]
        stamp = Stamp(seconds - (1 << 32) if seconds >> 31 else seconds, words[1])
        word = 3 + ((words[2] + 3) >> 2)
        statuses: list[Status] = []
        position = 4 * word + 4
        for _ in range(words[word]):
            # Lengths are found by whole words: a string takes 4 + length bytes, and the next one
            # begins on a whole word.
            name = (position >> 2) + 1
            message = name + ((words[name] + 7) >> 2)
            hardware_id = message + ((words[message] + 7) >> 2)
            first, second, third = 4 * name + 8, 4 * message + 8, 4 * hardware_id + 8
            head = (
                data[position + _ENCAPSULATION],
                data[first : first + words[name]],
                data[second : second + words[message]],
                data[third : third + words[hardware_id]],
            )
            statuses.append(self._known.get(head) or self._learn(head))

            word = hardware_id + ((words[hardware_id] + 7) >> 2)
            strings = 2 * words[word]
            word += 1
            length = -4
            for _ in range(strings):
                length = words[word]
                word += (length + 7) >> 2
            position = 4 * (word - ((length + 7) >> 2)) + 4 + length
        if position > size:
            raise IndexError
        return Diagnostics(Header(stamp), statuses)

    def _learn(self, head: _Head) -> Status:
        level, *texts = head
        name, message, hardware_id = (
            text.split(b"\0", 1)[0].decode("utf-8", "replace") for text in texts
        )
        if len(self._known) >= _CACHED:
            self._known.clear()  # messages with readings in them: nothing is gained by keeping
        status = self._known[head] = Status(level, name, message, hardware_id)
        return status
