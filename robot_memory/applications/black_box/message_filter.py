"""Removes secrets from serialized messages (rules.md §8.8), guided by their type's definition.

A message is decoded field by field and encoded again. Its texts pass the filter; its numbers stay.
A text is secret as a whole if its field's name, or an earlier text in the same message, says so, as
the key ``wifi_password`` does for its value.

rclpy would leave uninitialized memory in the padding. The package rosbags, which not every robot
has, cannot read wide texts.

See docs/how-to/use-the-black-box.md, "Secrets".
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from robot_memory.applications.black_box.cdr_copy import (
    CopyStep,
    EmptyMessage,
    ListedMessages,
    ListedTexts,
    MessageCopy,
    NumberList,
    Numbers,
    Octets,
    Text,
    UndecodableMessage,
    WideText,
)
from robot_memory.foundation.secrets.secrets_filter import names_a_secret
from robot_memory.perception.message_definition import (
    FieldDefinition,
    MessageDefinition,
)

_ENCAPSULATION = 4  # bytes; the last two are options, which are zero in plain CDR
_ORDERS = {b"\x00\x00": ">", b"\x00\x01": "<"}
_SIZES = {
    "bool": 1, "byte": 1, "char": 1, "int8": 1, "uint8": 1, "int16": 2, "uint16": 2, "int32": 4,
    "uint32": 4, "float32": 4, "int64": 8, "uint64": 8, "float64": 8,
}  # fmt: skip
_TEXTS = {"string": Text, "wstring": WideText}
_LETTERS = ("byte", "char", "int8", "uint8")
#: Field names of sentences: they may mention a password, but do not name the text that follows.
_SENTENCES = ("msg", "message")
#: Field names of labels: they name the value that follows.
_LABELS = ("key", "name")
#: Its numbers are values too: ``psk: 12345678`` in a parameter file is an integer.
_VALUE = "rcl_interfaces/ParameterValue"


class MessageFilter:
    """Removes secrets from the messages of a type."""

    def __init__(self, definition: MessageDefinition) -> None:
        self._definition = definition
        self._plans: dict[bytes, Sequence[CopyStep]] = {}

    def without_secrets(self, data: bytes) -> bytes:
        """Return a serialized message with marks instead of secrets, and with zero padding.

        Raises:
            UndecodableMessage: it is not plain CDR, or does not fit its type's definition.
        """
        steps = self._plans.get(data[:2]) or self._plan(data)
        copy = MessageCopy(data[_ENCAPSULATION:])
        try:
            for step in steps:
                step.copy(copy)
        except struct.error:
            raise UndecodableMessage(f"its {len(data)} bytes end within a field") from None
        return b"".join((data[:2], b"\0\0", copy.out))

    def _plan(self, data: bytes) -> Sequence[CopyStep]:
        order = _ORDERS.get(data[:2])
        if order is None:
            raise UndecodableMessage(
                f"it begins with {data[:4].hex() or 'nothing'}, which is no plain CDR"
            )
        steps = self._plans[data[:2]] = _Plan(order).message(self._definition)
        return steps


class _Plan:
    """Collects the steps through a message; ``order`` is its byte order, as in :mod:`struct`."""

    def __init__(self, order: str) -> None:
        self._order = order
        self._steps: list[CopyStep] = []
        self._runs: list[tuple[int, int]] = []
        self._is_value = False

    def message(
        self, definition: MessageDefinition, *, is_secret: bool = False
    ) -> Sequence[CopyStep]:
        """Return the steps through a message; ``is_secret``: whether its field's name is secret."""
        self._add_fields(definition, is_secret)
        self._end_block()
        return self._steps

    def _add_fields(self, definition: MessageDefinition, is_secret: bool) -> None:
        if definition.name == _VALUE:
            self._end_block()
            self._is_value = True
        for name, field in definition.fields.items():
            self._add(field, definition.of(name), is_secret or names_a_secret(name))
        if not definition.fields:
            self._add_step(EmptyMessage())
        if definition.name == _VALUE:
            self._end_block()
            self._is_value = False

    def _add(
        self, field: FieldDefinition, inner: MessageDefinition | None, is_secret: bool
    ) -> None:
        size, is_sequence = _SIZES.get(field.type, 0), field.is_list and field.length is None
        if field.type in _TEXTS:
            names = field.name not in _SENTENCES
            text = _TEXTS[field.type](
                self._order, field.bound, names=names, is_label=field.name in _LABELS,
                is_secret=is_secret,
            )  # fmt: skip
            listed = ListedTexts(self._order, field.length, text)
            self._add_step(listed if field.is_list else text)
        elif field.is_list and field.type in _LETTERS:
            self._add_step(Octets(self._order, field.length, is_secret))
        elif is_sequence and size:
            self._add_step(NumberList(self._order, size, 1, self._is_value))
        elif size:
            self._add_numbers(size, 1 if field.length is None else field.length)
        elif inner is None:
            raise UndecodableMessage(f"the definition of {field.type} is not known")
        elif field.is_list:
            self._add_step(self._listed(field, inner, is_secret))
        else:
            self._add_fields(inner, is_secret)

    def _listed(self, field: FieldDefinition, inner: MessageDefinition, hides: bool) -> CopyStep:
        plan = _Plan(self._order)
        steps = plan.message(inner, is_secret=hides)
        if field.length is None and len(steps) == 1 and isinstance(steps[0], Numbers):
            (first, *others) = steps[0].runs
            if not others:  # points: many numbers of one size
                return NumberList(self._order, *first, self._is_value)
        return ListedMessages(self._order, field.length, steps)

    def _add_numbers(self, size: int, count: int) -> None:
        if self._runs and self._runs[-1][0] == size:
            count += self._runs.pop()[1]
        self._runs.append((size, count))

    def _add_step(self, step: CopyStep) -> None:
        self._end_block()
        self._steps.append(step)

    def _end_block(self) -> None:
        if self._runs:
            self._steps.append(Numbers(tuple(self._runs), self._is_value))
            self._runs = []
