"""Reads only those fields of a serialized message that the rules use.

The message layout comes from its class. Decoding a whole ``Imu`` takes five times as long as
reading its acceleration.

See docs/explanation/perception.md, "What is decoded".
"""

from __future__ import annotations

import importlib
import struct
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import make_dataclass
from functools import lru_cache
from keyword import iskeyword
from typing import Any

from rosidl_parser.definition import (
    AbstractSequence,
    AbstractString,
    Array,
    BasicType,
    NamespacedType,
)

from robot_memory.faces.ros.cdr import (
    BYTE_ORDERS,
    ENCAPSULATION,
    CdrStep,
    NumberBlock,
    NumberSequence,
    OtherEncoding,
    RepeatedElements,
    TextStep,
    UnreadableMessage,
)

_CODES = {
    "boolean": "?", "octet": "c", "float": "f", "double": "d",
    "int8": "b", "uint8": "B", "int16": "h", "uint16": "H",
    "int32": "i", "uint32": "I", "int64": "q", "uint64": "Q",
}  # fmt: skip

_Build = Callable[[list[Any]], Any]
#: The wanted fields of a message, and the wanted parts of each; None: all of it.
_Wanted = Mapping[str, Any] | None


class Unplannable(ValueError):
    """A type contains something that this reader cannot decode."""


class PartialMessage:
    """A message or nested message with only some of its fields."""


class MessageReader:
    """Reads messages of one type.

    Args:
        fields: the wanted fields: dotted names without indexes, ``header.stamp``, ``effort``.

    Raises:
        Unplannable: only the type's own decoder can read it.
    """

    def __init__(self, message_type: Any, fields: Collection[str]) -> None:
        wanted = _tree(fields)
        self._plans = {  # by a message's first bytes; a key by byte order would cost another call
            begin: _Plan(order).message(message_type, wanted)
            for begin, order in BYTE_ORDERS.items()
        }

    def read(self, data: bytes) -> PartialMessage:
        """Read a serialized message.

        Raises:
            OtherEncoding: the message is not plain CDR.
            UnreadableMessage: the bytes do not fit the type for another reason.
        """
        plan = self._plans.get(data[:2])
        if plan is None:
            raise OtherEncoding(data)
        steps, build = plan
        found: list[Any] = []
        at = 0
        try:
            for step in steps:
                at = step.read(data, at, found)
        except (struct.error, ValueError) as error:
            raise UnreadableMessage(f"{len(data)} bytes end within the message") from error
        if at + ENCAPSULATION > len(data):
            raise UnreadableMessage(f"{len(data)} bytes end within the message")
        part: PartialMessage = build(found)
        return part


def _tree(fields: Collection[str]) -> dict[str, Any]:
    """Return dotted names as a tree; a field that is wanted whole includes its parts."""
    tree: dict[str, Any] = {}
    for name in sorted(fields):
        branch: Any = tree
        *above, last = name.split(".")
        for word in above:
            branch = branch.setdefault(word, {}) if branch is not None else None
        if branch is not None:
            branch[last] = None
    return tree


class _Plan:
    """Collects the steps through a message and counts the values they find."""

    def __init__(self, order: str) -> None:
        self._order = order
        self._steps: list[CdrStep] = []
        self._members: list[tuple[str, bool]] = []
        self._found = 0
        self._classes: dict[str, Any] = {}

    def message(self, message_type: Any, wanted: _Wanted) -> tuple[list[CdrStep], _Build]:
        """Return the steps up to the last wanted field, and the function that builds it all."""
        build = self._builder(self._composite(message_type, wanted))
        steps = self._finished()
        while steps and not steps[-1].wanted:
            steps.pop()
        return steps, build

    def _finished(self) -> list[CdrStep]:
        self._end_block()
        return self._steps

    def _end_block(self) -> None:
        if self._members:
            self._steps.append(NumberBlock(self._order, self._members))
            self._members = []

    def _builder(self, source: str) -> _Build:
        """Return a function that builds the result from values; compiled from :meth:`_composite`.

        For a message of five parts this takes half the time of one function call for each part. The
        expression contains only indexes and our own class names, nothing from the message type.
        """
        build: _Build = eval(f"lambda values: {source}", dict(self._classes))
        return build

    def _composite(self, message_type: Any, wanted: _Wanted) -> str:
        """Return the expression that builds a message from the values."""
        places: dict[str, str] = {}
        for name, kind in _fields(message_type):
            is_wanted = wanted is None or name in wanted
            below = wanted[name] if wanted is not None and is_wanted else None
            place = self._field(kind, is_wanted, below)
            if is_wanted:
                places[name] = place
        name = f"Part{len(self._classes)}"
        self._classes[name] = _message_class(tuple(places))
        return f"{name}({', '.join(places.values())})"

    def _field(self, kind: Any, is_wanted: bool, below: _Wanted) -> str:
        """Return the expression that takes a field from the values or builds it from them."""
        if isinstance(kind, NamespacedType):
            return self._composite(_class(kind), below if is_wanted else {})
        if isinstance(kind, BasicType):
            self._members.append((_code(kind), is_wanted))
            return self._value(is_wanted)
        if isinstance(kind, Array) and isinstance(kind.value_type, BasicType):
            self._members += [(_code(kind.value_type), is_wanted)] * kind.size
            first = self._found
            self._found += kind.size if is_wanted else 0
            return f"values[{first}:{self._found}]"
        self._end_block()
        self._steps.append(self._step(kind, is_wanted, below))
        return self._value(is_wanted)

    def _value(self, is_wanted: bool) -> str:
        self._found += is_wanted
        return f"values[{self._found - 1}]"

    def _step(self, kind: Any, is_wanted: bool, below: _Wanted) -> CdrStep:
        if isinstance(kind, AbstractString):
            return TextStep(self._order, is_wanted)
        if not isinstance(kind, (Array, AbstractSequence)):
            raise Unplannable(f"{kind} is read by its own decoder only")
        element = kind.value_type
        if isinstance(element, BasicType):
            return NumberSequence(self._order, _code(element), is_wanted)
        plan = _Plan(self._order)
        build = plan._builder(plan._field(element, is_wanted, below))
        count = kind.size if isinstance(kind, Array) else None
        return RepeatedElements(self._order, plan._finished(), build if is_wanted else None, count)


def _fields(message_type: Any) -> Iterator[tuple[str, Any]]:
    names = message_type.get_fields_and_field_types()
    if not names:
        raise Unplannable(f"{message_type.__name__} is empty: what fills it is not in its type")
    return zip(names, message_type.SLOT_TYPES, strict=True)


def _class(kind: NamespacedType) -> Any:
    return getattr(importlib.import_module(".".join(kind.namespaces)), kind.name)


def _code(kind: BasicType) -> str:
    code = _CODES.get(kind.typename)
    if code is None:
        raise Unplannable(f"{kind.typename} is read by its own decoder only")
    return code


@lru_cache(1024)
def _message_class(names: tuple[str, ...]) -> Any:
    """Return a class with these fields: its instances are created much faster than dictionaries."""
    if any(map(iskeyword, names)):
        raise Unplannable(f"{names} are not all names in Python")
    return make_dataclass("PartialMessage", names, bases=(PartialMessage,), eq=False, repr=False)
