"""The plain fields of a message, with the messages inside it and lists of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeGuard

from robot_memory.perception.definitions.message_definition import MessageDefinition

_DEEPEST = 4  # messages within one another
_MOST_ITEMS = 32  # of a list
_NAMES = ("name", "joint_name", "device_name", "device_id", "location", "id")
#: Messages within others whose name says nothing of the part that they are about.
_SILENT = ("state", "status", "data", "info", "flags", "fault_flag", "fault_flags", "faults")
_LONGEST_NAME = 80


@dataclass(frozen=True)
class Leaf:
    """A field of a message.

    Attributes:
        parts: the fields and the items of lists that it lies in, as ``("drivers", "front")``.
        name: of the field.
        value: a flag, an integer, or a list of integers.
        owner: the definition of the message that it is a field of, where that is known.
        owner_type: a name for that message that is the same each time.
    """

    parts: tuple[str, ...]
    name: str
    value: bool | int | list[int]
    owner: MessageDefinition | None
    owner_type: str


def leaves(
    content: Any,
    definition: MessageDefinition | None,
    type_name: str,
    parts: tuple[str, ...] = (),
) -> Iterator[Leaf]:
    """Yield the flags and integers of a message.

    Names and values that stand beside each other in two lists, as in a DynamicJointState, are
    fields too.

    Args:
        content: the message, of ROS, of rosbags or of a table.
        definition: of its type, where that is known.
        type_name: of it.
        parts: where it lies.
    """
    if type_name.count(".") > _DEEPEST:
        return
    for name in _field_names(content):
        if name == "header":
            continue
        value = getattr(content, name, None)
        inner = definition.of(name) if definition is not None else None
        plain = _plain(value)
        if plain is not None:
            yield Leaf(parts, name, plain, definition, type_name)
        elif _is_list(value):
            for index, item in enumerate(value[:_MOST_ITEMS]):
                if isinstance(item, (str, bytes)) or not _field_names(item):
                    break
                where = (*parts, _item_name(item) or f"{name} {index}")
                yield from leaves(item, inner, f"{type_name}.{name}", where)
        elif not isinstance(value, (str, bytes)) and _field_names(value):
            where = parts if name in _SILENT else (*parts, name)
            yield from leaves(value, inner, f"{type_name}.{name}", where)


def _plain(value: Any) -> bool | int | list[int] | None:
    """Return a flag, an integer, or a list of a few integers; None of all else."""
    if isinstance(value, (bool, int)):
        return value
    if getattr(value, "ndim", None) == 0:  # a numpy scalar
        return _plain(value.item())
    if isinstance(value, bytes):
        return value[0] if len(value) == 1 else None
    if not _is_list(value) or not 0 < len(value) <= _MOST_ITEMS:
        return None
    items = value.tolist() if hasattr(value, "tolist") else value
    return list(items) if all(isinstance(item, int) for item in items) else None


def _is_list(value: Any) -> TypeGuard[Any]:
    is_sequence = isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray))
    return is_sequence or getattr(value, "ndim", 0) == 1


def _field_names(message: Any) -> Sequence[str]:
    fields = getattr(message, "get_fields_and_field_types", None)
    if fields is not None:
        return list(fields())
    return [name for name in getattr(message, "__dict__", ()) if not name.startswith("_")]


def _item_name(item: Any) -> str:
    """Return what an item of a list calls itself; empty where it has no name."""
    told = [getattr(item, name, None) for name in _NAMES]
    told.append(getattr(getattr(item, "header", None), "frame_id", None))
    named = (text[:_LONGEST_NAME] for text in told if isinstance(text, str) and text.strip())
    return next(named, "")
