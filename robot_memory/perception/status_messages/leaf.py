"""Walks the plain fields of a message, including nested messages and lists."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeGuard

from robot_memory.perception.field_path import field_names
from robot_memory.perception.message_definition import MessageDefinition

_DEEPEST = 4  # levels of nested messages
_MOST_ITEMS = 32  # items of a list
_MOST_NAMED = 256  # numbers with a name
_NAMES = ("name", "joint_name", "device_name", "device_id", "location", "id")
_LABEL = re.compile(r"(^|_)(names?|ids?|location)$")
#: Nested messages whose name says nothing about their part.
SILENT = ("state", "status", "data", "info", "flags", "fault_flag", "fault_flags", "faults")
LONGEST_NAME = 80  # characters of a name from a text


Value: TypeAlias = bool | int | float | list[int | float]


@dataclass(frozen=True)
class Leaf:
    """A field of a message.

    Attributes:
        parts: the fields and list items that contain it, as ``("drivers", "front")``.
        value: a flag, a number, or a list of numbers.
        owner: the definition of its message, if it is known.
        owner_type: a stable name for its message.
        is_named: whether a text in the message names it; all such values are written as fractions.
    """

    parts: tuple[str, ...]
    name: str
    value: Value
    owner: MessageDefinition | None
    owner_type: str
    is_named: bool = False


@dataclass(frozen=True)
class TextLeaf:
    """A text field of a message; its text is None if it is empty, as an empty cell of a table."""

    path: tuple[str, ...]
    text: str | None

    @property
    def name(self) -> str:
        """The name of the field."""
        return self.path[-1]


def texts(content: Any, parts: tuple[str, ...] = ()) -> Iterator[TextLeaf]:
    """Yield the texts of a message or a table, except names, including nested ones and lists."""
    if len(parts) > _DEEPEST:
        return
    for name in field_names(content):
        value = getattr(content, name, None)
        if isinstance(value, float) and value != value:
            yield TextLeaf((*parts, name), None)
        elif (text := _text(value)) is not None:
            if not _LABEL.search(name):
                yield TextLeaf((*parts, name), text)
        elif name != "header":
            items = value[:_MOST_ITEMS] if _is_list(value) else [value]
            for index, item in enumerate(items):
                if not field_names(item):
                    break
                own = item_name(item) or (f"{name} index {index}" if _is_list(value) else name)
                yield from texts(item, (*parts, own))


def _text(value: Any) -> str | None:
    if isinstance(value, str):
        return value
    if _is_list(value) and len(value) > 0 and isinstance(value[0], str):
        return ", ".join(map(str, value[:_MOST_ITEMS]))
    return None


def leaves(
    content: Any,
    definition: MessageDefinition | None,
    type_name: str,
    parts: tuple[str, ...] = (),
) -> Iterator[Leaf]:
    """Yield the numbers and flags of a ROS message, a recorded message or a table row.

    Names and values in two parallel lists, as in a DynamicJointState, or in the items of a list, as
    in statistics, are fields too.
    """
    if type_name.count(".") > _DEEPEST:
        return
    names = field_names(content)
    yield from _named_values(content, names, type_name, parts)
    for name in names:
        if name in ("header", "values"):
            continue
        value = getattr(content, name, None)
        inner = definition.of(name) if definition is not None else None
        plain = _plain(value)
        if plain is not None:
            yield Leaf(parts, name, plain, definition, type_name)
        elif _is_list(value):
            beside = texts_beside(content, names, len(value))
            for index, item in enumerate(value[:_MOST_ITEMS]):
                if isinstance(item, (str, bytes)) or not field_names(item):
                    break
                if is_pair(item):
                    told = item.name[:LONGEST_NAME]
                    yield Leaf(parts, told, item.value, None, type_name, is_named=True)
                    continue
                own = item_name(item) or (beside[index] if beside else f"{name} index {index}")
                yield from leaves(item, inner, f"{type_name}.{name}", (*parts, own))
        elif not isinstance(value, (str, bytes)) and field_names(value):
            where = parts if name in SILENT else (*parts, name)
            yield from leaves(value, inner, f"{type_name}.{name}", where)


def holds_named_values(definition: MessageDefinition) -> bool:
    """Tell whether a message's values are named by texts in it, not by its definition."""
    fields = definition.fields
    values = fields.get("values")
    if values is not None and values.is_list and values.type.startswith("float"):
        return any(it.is_list and it.type == "string" for it in fields.values())
    is_pair = {"name", "value"} <= set(fields)
    return is_pair and fields["name"].type == "string" and fields["value"].type.startswith("float")


def _named_values(
    content: Any, names: Sequence[str], type_name: str, parts: tuple[str, ...]
) -> Iterator[Leaf]:
    values = getattr(content, "values", None)
    if not _is_list(values) or not 0 < len(values) <= _MOST_NAMED:
        return
    beside = texts_beside(content, names, len(values))
    for name, value in zip(beside, values, strict=False):
        plain = _plain(value)
        if plain is not None and not isinstance(plain, list):
            yield Leaf(parts, name, plain, None, type_name, is_named=True)


def texts_beside(content: Any, names: Sequence[str], length: int) -> list[str]:
    """Return the texts of a list with the same length as another list in the message."""
    for name in names:
        value = getattr(content, name, None)
        if not isinstance(value, list) or not len(value) == length > 0:
            continue
        if all(isinstance(text, str) and text for text in value):
            return [text[:LONGEST_NAME] for text in value]
    return []


def is_pair(item: Any) -> bool:
    """Tell whether a message is a pair of a name and its value."""
    value = getattr(item, "value", None)
    return isinstance(getattr(item, "name", None), str) and isinstance(value, (int, float))


def _plain(value: Any) -> Value | None:
    """Return a flag, a number, or a list of a few numbers; None for anything else."""
    if isinstance(value, (bool, int, float)):
        return value
    if getattr(value, "ndim", None) == 0:  # a numpy scalar
        return _plain(value.item())
    if isinstance(value, bytes):
        return value[0] if len(value) == 1 else None
    if not _is_list(value) or not 0 < len(value) <= _MOST_ITEMS:
        return None
    items = value.tolist() if hasattr(value, "tolist") else list(value)
    return items if all(isinstance(item, (int, float)) for item in items) else None


def _is_list(value: Any) -> TypeGuard[Any]:
    is_sequence = isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))
    return is_sequence or isinstance(value, array) or getattr(value, "ndim", 0) == 1


def item_name(item: Any) -> str:
    """Return the name in a list item; empty if it has none."""
    told = [getattr(item, name, None) for name in _NAMES]
    told.append(getattr(getattr(item, "header", None), "frame_id", None))
    named = (text[:LONGEST_NAME] for text in told if isinstance(text, str) and text.strip())
    return next(named, "")
