"""Messages of every installed ROS type, and their bytes as DDS middlewares write them."""

from __future__ import annotations

import importlib
import struct
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Any

from hypothesis import strategies as st
from rosidl_parser.definition import (
    AbstractString,
    AbstractWString,
    Array,
    BasicType,
    NamespacedType,
)

_PACKAGES = ("sensor_msgs", "nav_msgs", "geometry_msgs", "std_msgs", "diagnostic_msgs",
             "rcl_interfaces", "visualization_msgs", "robot_memory", "test_msgs")  # fmt: skip
_CODES = {"boolean": "?", "octet": "c", "float": "f", "double": "d", "int8": "b", "uint8": "B",
          "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
          "uint64": "Q"}  # fmt: skip


def installed_types() -> Iterator[Any]:
    """Yield every installed message type."""
    for package in _PACKAGES:
        try:
            module = importlib.import_module(f"{package}.msg")
        except ImportError:
            continue  # visualization_msgs and test_msgs are optional
        members = (getattr(module, name) for name in sorted(dir(module)))
        yield from (member for member in members if hasattr(member, "SLOT_TYPES"))


def class_of(kind: NamespacedType) -> Any:
    return getattr(importlib.import_module(".".join(kind.namespaces)), kind.name)


def fields(message_type: Any) -> Iterator[tuple[str, Any]]:
    return zip(message_type.get_fields_and_field_types(), message_type.SLOT_TYPES, strict=True)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for the values of a field of this kind."""
    if isinstance(kind, NamespacedType):
        return messages(class_of(kind))
    if isinstance(kind, (AbstractString, AbstractWString)):
        return st.text("abcé ", max_size=min(6, getattr(kind, "maximum_size", 6)))
    if isinstance(kind, BasicType):
        return numbers(_CODES[kind.typename])
    most = kind.size if isinstance(kind, Array) else min(3, getattr(kind, "maximum_size", 3))
    least = kind.size if isinstance(kind, Array) else 0
    element = kind.value_type
    if isinstance(element, BasicType) and least > 8:
        return numbers(_CODES[element.typename]).map(lambda value: [value] * least)
    return st.lists(values(element), min_size=least, max_size=most)


def numbers(code: str) -> st.SearchStrategy[Any]:
    if code == "?":
        return st.booleans()
    if code == "c":
        return st.binary(min_size=1, max_size=1)
    if code in "fd":
        return st.floats(width=32 if code == "f" else 64, allow_nan=False)
    bits = 8 * struct.calcsize(f"={code}")
    signed = code.islower()
    low = -(2 ** (bits - 1)) if signed else 0
    return st.integers(low, 2 ** (bits - signed) - 1)


_MESSAGES: dict[Any, st.SearchStrategy[Any]] = {}


def messages(message_type: Any) -> st.SearchStrategy[Any]:
    if message_type not in _MESSAGES:
        kinds = dict(fields(message_type))
        built = st.fixed_dictionaries({name: values(kind) for name, kind in kinds.items()})
        _MESSAGES[message_type] = built.map(lambda held: message_type(**held))
    return _MESSAGES[message_type]


class Writer:
    """Writes CDR in either byte order, as specified.

    Args:
        order: ``<`` or ``>``.
        dirt: the padding bytes between and behind the fields.
    """

    def __init__(self, order: str, dirt: bytes = b"\0") -> None:
        self._order = order
        self._data = bytearray()
        self._dirt = cycle(dirt)

    def write(self, message: Any, behind: int = 0) -> bytes:
        """Return a serialized message with ``behind`` padding bytes at its end."""
        self._message(message)
        self.pad(behind)
        return (b"\0\0\0\0" if self._order == ">" else b"\0\1\0\0") + bytes(self._data)

    def _message(self, message: Any) -> None:
        if not message.get_fields_and_field_types():
            self.pad(1)
        for name, kind in fields(type(message)):
            self._value(getattr(message, name), kind)

    def pad(self, size: int) -> None:
        """Write padding bytes."""
        self._data += bytes(islice(self._dirt, size))

    def _number(self, code: str, value: Any) -> None:
        self.pad(-len(self._data) % struct.calcsize(f"={code}"))
        self._data += struct.pack(self._order + code, value)

    def _value(self, value: Any, kind: Any) -> None:
        if isinstance(kind, NamespacedType):
            self._message(value)
        elif isinstance(kind, AbstractWString):
            units = memoryview(value.encode("utf-16-le")).cast("H")
            for number in (len(units), *units):
                self._number("I", number)
        elif isinstance(kind, AbstractString):
            self._number("I", len(value.encode()) + 1)
            self._data += value.encode() + b"\0"
        elif isinstance(kind, BasicType):
            self._number(_CODES[kind.typename], value)
        else:
            if not isinstance(kind, Array):
                self._number("I", len(value))
            for item in value:
                self._value(item, kind.value_type)
