"""Where the texts of a serialized message stand (CDR), so that its numbers are not taken for texts.

Most messages that come often begin with their texts: a header, perhaps names, then only numbers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator

from robot_memory.perception.definitions.message_definition import MessageDefinition

_BEHIND = 4  # bytes of encapsulation, from behind which positions count
_ORDERS = {b"\x00\x00": ">I", b"\x00\x01": "<I"}
_SIZES = {
    "bool": 1, "byte": 1, "char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4,
    "uint32": 4, "float32": 4, "int64": 8, "uint64": 8, "float64": 8,
}  # fmt: skip
_MAY_BE_LETTERS = ("byte", "char", "int8", "uint8")
_DEEPEST = 16  # messages within one another

_Count = Callable[[bytes, int], tuple[int]]
#: Returns the position behind a field that begins at a position, at the earliest.
_Step = Callable[[bytes, int, _Count], int]


class _NotPlain(ValueError):
    """A type has something before its last text whose size is not known here."""


class TextRegion:
    """The bytes of a type's messages from the first text to the end of the last one.

    Args:
        definition: of the type; None: it is not known, so that all of a message may be texts.
    """

    def __init__(self, definition: MessageDefinition | None) -> None:
        self._steps: list[_Step] | None = None
        try:
            if definition is not None:
                self._steps = list(_steps(definition))
        except _NotPlain:
            return

    def find(self, data: bytes) -> tuple[int, int, bool]:
        """Return where the region of a message begins and ends, and whether that was read from it.

        Where it could not be, as of a damaged message, the region is all of the message.
        """
        order = _ORDERS.get(data[:2])
        if self._steps is None or order is None:
            return 0, len(data), False
        count: _Count = struct.Struct(order).unpack_from
        first, at = -1, 0
        try:
            for step in self._steps:
                if first < 0 and step in (_text, _texts):
                    first = at
                at = step(data, at, count)
        except struct.error:
            return 0, len(data), False
        return (first + _BEHIND, at + _BEHIND, True) if first >= 0 else (0, 0, True)


def _steps(definition: MessageDefinition) -> Iterator[_Step]:
    """Yield the steps through a message up to its last text."""
    waiting: list[_Step] = []
    for step in _fields(definition, 0):
        waiting.append(step)
        if step in (_text, _texts):
            if _unknown in waiting:
                raise _NotPlain
            yield from waiting
            waiting.clear()


def _fields(definition: MessageDefinition, depth: int) -> Iterator[_Step]:
    for name, field in definition.fields.items():
        if field.type == "string":
            if field.has_fixed_length:
                raise _NotPlain  # no count before its texts
            yield _texts if field.is_list else _text
        elif field.type in _SIZES:
            if field.is_list and field.type in _MAY_BE_LETTERS:
                raise _NotPlain
            yield _unknown if field.is_list else _NUMBERS[_SIZES[field.type]]
        else:
            yield from _inner(definition.of(name), is_list=field.is_list, depth=depth + 1)


def _inner(inner: MessageDefinition | None, *, is_list: bool, depth: int) -> Iterator[_Step]:
    if inner is None or depth > _DEEPEST:  # a wstring, or a type that was left out
        raise _NotPlain
    steps = list(_fields(inner, depth))
    if not steps:
        raise _NotPlain  # middlewares write one byte for a message without fields
    if is_list and (_text in steps or _texts in steps):
        raise _NotPlain
    yield from [_unknown] if is_list else steps


def _number(size: int) -> _Step:
    return lambda data, at, count: at + -at % size + size


def _text(data: bytes, at: int, count: _Count) -> int:
    at += -at % 4
    return at + 4 + count(data, at + _BEHIND)[0]


def _texts(data: bytes, at: int, count: _Count) -> int:
    at += -at % 4
    (texts,) = count(data, at + _BEHIND)
    at += 4
    for _ in range(texts):
        at = _text(data, at, count)
    return at


def _unknown(data: bytes, at: int, count: _Count) -> int:
    raise struct.error("how long this is, is not known")


_NUMBERS = {size: _number(size) for size in (1, 2, 4, 8)}
