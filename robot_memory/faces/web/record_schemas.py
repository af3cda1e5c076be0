"""JSON schemas of records, made from the return types of their functions.

A record is a TypedDict, or the ``asdict`` form of a dataclass, which is annotated as
``Annotated[dict[str, Any], Circle]``.
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Collection, Mapping
from datetime import datetime
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union

Schema = dict[str, Any]
_TYPES: Mapping[Any, Schema] = {
    str: {"type": "string"}, int: {"type": "integer"}, float: {"type": "number"},
    bool: {"type": "boolean"}, datetime: {"type": "string", "format": "date-time"},
    type(None): {"type": "null"}, Any: {},
}  # fmt: skip


class RecordSchemas:
    """The schemas of records; each requested record has a name."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}
        self._types: dict[str, type] = {}

    def of(self, hint: Any) -> Schema:
        """Return the schema of a type; a record's schema is put into :attr:`named`.

        Raises:
            TypeError: the type does not define its content, or another type has its name.
        """
        kind, arguments = typing.get_origin(hint), typing.get_args(hint)
        if kind is Annotated:
            return self._annotated(*arguments)
        if kind in (Union, UnionType):
            return {"anyOf": list(map(self.of, arguments))}
        if kind is Literal:
            return {"type": "string", "enum": list(arguments)}
        if kind in (list, tuple):
            return {"type": "array", "items": self.of(arguments[0])}
        if kind is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        if dataclasses.is_dataclass(hint) or typing.is_typeddict(hint):
            return self._reference(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"type": "string", "enum": [one.value for one in hint]}
        if hint not in _TYPES:
            raise TypeError(f"{hint!r} does not say what is in it")
        return dict(_TYPES[hint])

    def page(self, item: Schema) -> Schema:
        """Return the schema of a part of a longer list."""
        count = self.of(int)
        items = {"type": "array", "items": item}
        fields = {"items": items, "total": count, "limit": count, "offset": count}
        return _object(fields, fields.keys())

    def _annotated(self, kind: Any, *said: Any) -> Schema:
        """Return an annotated type's schema: a text is its meaning, types replace the bare type."""
        texts = [one for one in said if isinstance(one, str)]
        meaning = {"description": texts[0]} if texts else {}
        types = [one for one in said if not isinstance(one, str)] or [kind]
        return {**(self.of(*types) if len(types) == 1 else self._joined(*types)), **meaning}

    def _reference(self, record: type) -> Schema:
        name = record.__name__.lstrip("_").removesuffix("Record")
        if self._types.setdefault(name, record) is not record:
            raise TypeError(f"{record!r} and {self._types[name]!r} have the same name")
        if name not in self.named:
            self.named[name] = {}  # it may contain itself
            meaning, _, _ = inspect.cleandoc(record.__doc__ or "").partition("\n\n")
            self.named[name] = {**self._joined(record), "description": meaning}
        return {"$ref": f"#/components/schemas/{name}"}

    def _joined(self, *records: type) -> Schema:
        """Return the schema of all fields of records; a later record replaces earlier fields."""
        fields: dict[str, Schema] = {}
        required: set[str] = set()
        for one in records:
            own = self._fields(one)
            fields |= own
            required |= getattr(one, "__required_keys__", own.keys())
        return _object(fields, required)

    def _fields(self, record: type) -> dict[str, Schema]:
        """Return the schemas of a record's fields, by name.

        A dataclass's ``extra`` is omitted, as its fields belong to other tools and stand beside
        ours, and so are fields that are not arguments.
        """
        hints = typing.get_type_hints(record, include_extras=True)
        if dataclasses.is_dataclass(record):
            known = [one.name for one in dataclasses.fields(record) if one.init]
            hints = {name: hints[name] for name in known if name != "extra"}
        return {name: self.of(hint) for name, hint in hints.items()}


def _object(fields: Mapping[str, Schema], required: Collection[str]) -> Schema:
    names = [name for name in fields if name in required]
    return {"type": "object", "properties": fields, "required": names}
