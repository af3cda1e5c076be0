"""JSON schemas of the types that answers have."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from datetime import datetime
from types import UnionType
from typing import Annotated, Any

Schema = dict[str, Any]
_TYPES: Mapping[Any, Schema] = {
    str: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"},
    bool: {"type": "boolean"}, datetime: {"type": "string", "format": "date-time"},
    type(None): {"type": "null"},
}  # fmt: skip


def object_schema(declared: type, *, but: str = "") -> Schema:
    """Return the schema of an object with the annotated fields of a class.

    Args:
        declared: a TypedDict or a dataclass; the annotation may hold the meaning of a field.
        but: the name of a field that is left out.
    """
    hints = typing.get_type_hints(declared, include_extras=True)
    fields = {name: _field(hint) for name, hint in hints.items() if name != but}
    return {"type": "object", "properties": fields}


def _field(hint: Any) -> Schema:
    if typing.get_origin(hint) is Annotated:
        kind, meaning = typing.get_args(hint)
        return {**_field(kind), "description": meaning}
    arguments = typing.get_args(hint)
    if isinstance(hint, UnionType):
        return {"anyOf": list(map(_field, arguments))}
    if typing.get_origin(hint) in (list, tuple):
        return {"type": "array", "items": _field(arguments[0])}
    if isinstance(hint, type) and (dataclasses.is_dataclass(hint) or typing.is_typeddict(hint)):
        return object_schema(hint)
    return _TYPES.get(hint, {"type": "object"})
