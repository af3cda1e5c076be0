"""Reads a ``diagnostic_msgs/DiagnosticArray`` as it comes over the wire.

A detector needs the level, name, message and hardware id of each status, which seldom change. The
values change all the time and are most of a message, but they are slow readings such as
temperatures, for which twice a second is enough. So this reader decodes a head only if it has not
seen the same bytes before, and skips values that were read a moment ago.

:mod:`robot_memory.faces.ros.cdr` describes CDR. The layout of an array is::

    header   sec: int32 · nanosec: uint32 · frame_id: text
    status   uint32 count, then each: level: one byte · name, message, hardware_id: text
             · values: uint32 count, then each: key, value: text

See docs/explanation/perception.md, "What is decoded".
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from dataclasses import dataclass

from robot_memory.faces.ros.cdr import (
    ENCAPSULATION,
    NATIVE,
    UnreadableMessage,
    byte_order,
    to_text,
)

_CACHED = 4096  # number of heads, and of devices
_CACHED_BYTES = 4_000_000  # of heads
_LONGEST_CACHED = 4096  # bytes of a head
_LONGEST_VALUE = 512  # bytes of a key or a value; longer ones are cut
_VALUES_EVERY = 0.5  # s; drivers report once a second, not quite evenly

#: The bytes of a head: level, name, message, hardware id. Padding is left out: it may be anything.
_Head = tuple[int, bytes, bytes, bytes]


@dataclass(frozen=True, slots=True)
class Stamp:
    """A ``builtin_interfaces/Time``."""

    sec: int
    nanosec: int


@dataclass(frozen=True, slots=True)
class StampedHeader:
    """A ``std_msgs/Header`` without its frame, which diagnostics do not use."""

    stamp: Stamp


@dataclass(frozen=True, slots=True)
class KeyValue:
    """One value of a status, as text."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class DiagnosticStatus:
    """A ``DiagnosticStatus``; without values if they were read a moment ago."""

    level: int
    name: str
    message: str
    hardware_id: str
    values: tuple[KeyValue, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnostics:
    """A ``DiagnosticArray``; ``has_values``: whether the values of any status were read."""

    header: StampedHeader
    status: list[DiagnosticStatus]
    has_values: bool = False


@dataclass(slots=True)
class _Known:
    """A head that was read, and when its values are due.

    Attributes:
        device: the reporting device, as several devices may share a status name.
    """

    status: DiagnosticStatus
    device: bytes
    due: float


class DiagnosticsReader:
    """Reads arrays and caches the heads; equal heads yield the same object.

    Args:
        clock: monotonic seconds; None: values are not read.
    """

    def __init__(self, clock: Callable[[], float] | None = None) -> None:
        self._clock = clock or (lambda: -math.inf)
        self._known: dict[_Head, _Known] = {}
        self._known_bytes = 0
        self._due: dict[bytes, float] = {}

    def read(self, data: bytes) -> Diagnostics:
        """Read a serialized message.

        Raises:
            UnreadableMessage: the bytes do not fit the type; the message says why.
        """
        order = byte_order(data)
        size = len(data) - ENCAPSULATION
        words = array("I", data[ENCAPSULATION : ENCAPSULATION + (size & ~3)])
        if order != NATIVE:
            words.byteswap()
        try:
            return self._read(data, words, size)
        except IndexError:
            raise UnreadableMessage(f"{len(data)} bytes end within the message") from None

    def _read(self, data: bytes, words: array[int], size: int) -> Diagnostics:
        now, has_values = self._clock(), False
        seconds = words[0]
        stamp = Stamp(seconds - (1 << 32) if seconds >> 31 else seconds, words[1])
        word = 3 + ((words[2] + 3) >> 2)
        statuses: list[DiagnosticStatus] = []
        position = 4 * word + 4
        for _ in range(words[word]):
            # Work in whole words: a string takes 4 + length bytes, and the next one begins on a
            # word boundary.
            name = (position >> 2) + 1
            message = name + ((words[name] + 7) >> 2)
            hardware_id = message + ((words[message] + 7) >> 2)
            first, second, third = 4 * name + 8, 4 * message + 8, 4 * hardware_id + 8
            head = (
                data[position + ENCAPSULATION],
                data[first : first + words[name]],
                data[second : second + words[message]],
                data[third : third + words[hardware_id]],
            )
            known = self._known.get(head) or self._learn(head)
            word = hardware_id + ((words[hardware_id] + 7) >> 2)
            if now >= known.due and self._is_due(known, now):
                statuses.append(_with_values(known.status, data, words, word))
                has_values = True
            else:
                statuses.append(known.status)
            strings = 2 * words[word]
            word += 1
            length = -4
            for _ in range(strings):
                length = words[word]
                word += (length + 7) >> 2
            position = 4 * (word - ((length + 7) >> 2)) + 4 + length
        if position > size:
            raise IndexError
        return Diagnostics(StampedHeader(stamp), statuses, has_values)

    def _learn(self, head: _Head) -> _Known:
        level, name, message, hardware_id = head
        status = DiagnosticStatus(level, to_text(name), to_text(message), to_text(hardware_id))
        device = b"\0".join((name[:_LONGEST_VALUE], hardware_id[:_LONGEST_VALUE]))
        known = _Known(status, device, due=0.0)
        size = len(name) + len(message) + len(hardware_id)
        if size > _LONGEST_CACHED:
            return known
        if len(self._known) >= _CACHED or self._known_bytes + size > _CACHED_BYTES:
            self._known.clear()  # messages contain readings, so caching does not help
            self._known_bytes = 0
        self._known[head] = known
        self._known_bytes += size
        return known

    def _is_due(self, known: _Known, now: float) -> bool:
        """Whether values may be read now; each message of a component may differ."""
        has_new_fault = not known.due and known.status.level > 0  # values may name the faulty part
        known.due = self._due.get(known.device, 0.0)
        if now < known.due and not has_new_fault:
            return False
        if len(self._due) >= _CACHED:
            self._due.clear()
        known.due = self._due[known.device] = now + _VALUES_EVERY
        return True


def _with_values(
    status: DiagnosticStatus, data: bytes, words: array[int], word: int
) -> DiagnosticStatus:
    """Return a status with its values; their count is at index ``word``."""
    texts = []
    count = 2 * words[word]
    for _ in range(count):
        word += 1
        begin = 4 * word + 4 + ENCAPSULATION
        texts.append(to_text(data[begin : begin + min(words[word], _LONGEST_VALUE)]))
        word += (words[word] + 3) >> 2
    values = tuple(map(KeyValue, texts[::2], texts[1::2]))
    return DiagnosticStatus(status.level, status.name, status.message, status.hardware_id, values)
