"""Checks JSON data against the part of JSON Schema (2020-12) that our schemas use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from robot_memory.foundation.errors import Defect
from robot_memory.foundation.time import stamps

Schema = Mapping[str, Any]

_TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
}
_TIME = "date-time"
_KNOWN = frozenset(
    "$schema $id title description type const enum properties required additionalProperties items "
    "minItems maxItems minLength maxLength minProperties pattern format minimum maximum".split()
)


def defects_of(value: Any, schema: Schema, path: str = "") -> list[Defect]:
    """Return all that is wrong with a value, each with its path; empty where it fits.

    Raises:
        ValueError: the schema asks for something that this reader does not check.
    """
    unknown = schema.keys() - _KNOWN
    if unknown:
        raise ValueError(f"a schema asks for {sorted(unknown)}, which is not checked")
    if schema.get("format", _TIME) != _TIME:
        raise ValueError(f"a schema asks for the format {schema['format']!r}, which is not checked")
    types = schema.get("type")
    allowed = [types] if isinstance(types, str) else types
    if allowed is not None and not any(_TYPES[name](value) for name in allowed):
        return [Defect(path, f"{value!r:.40} is no {' or '.join(allowed)}")]
    return [*_value_defects(value, schema, path), *_part_defects(value, schema, path)]


def _value_defects(value: Any, schema: Schema, path: str) -> Iterator[Defect]:
    if "const" in schema and value != schema["const"]:
        yield Defect(path, f"{value!r:.40} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        yield Defect(path, f"{value!r:.40} is not one of {', '.join(map(str, schema['enum']))}")
    if isinstance(value, str) and "pattern" in schema and not _matches(schema["pattern"], value):
        yield Defect(path, f"{value!r:.40} does not match {schema['pattern']}")
    if isinstance(value, str) and "format" in schema and not _is_time(value):
        yield Defect(path, f"{value!r:.40} is not a valid time")
    for size, low, high in _sizes(value):
        if low in schema and size < schema[low]:
            yield Defect(path, f"{size} is below {low} {schema[low]}")
        if high in schema and size > schema[high]:
            yield Defect(path, f"{size} is above {high} {schema[high]}")


def _matches(pattern: str, text: str) -> bool:
    """Match as ECMAScript does: its $ does not let a line end pass, its digits are ten."""
    exact = pattern.removesuffix("$") + r"\Z" if pattern.endswith("$") else pattern
    return re.search(exact, text, re.ASCII) is not None


def _is_time(text: str) -> bool:
    try:
        stamps.from_text(text)
    except ValueError:
        return False
    return True


def _sizes(value: Any) -> Iterator[tuple[float, str, str]]:
    if isinstance(value, str):
        yield len(value), "minLength", "maxLength"
    elif isinstance(value, list):
        yield len(value), "minItems", "maxItems"
    elif isinstance(value, dict):
        yield len(value), "minProperties", ""
    elif _TYPES["number"](value):
        yield value, "minimum", "maximum"


def _part_defects(value: Any, schema: Schema, path: str) -> Iterator[Defect]:
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from defects_of(item, schema["items"], f"{path}[{index}]")
    if not isinstance(value, dict):
        return
    for name in schema.get("required", ()):
        if name not in value:
            yield Defect(_join(path, name), "is missing")
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name, part in value.items():
        if name in properties:
            yield from defects_of(part, properties[name], _join(path, name))
        elif others is False:
            yield Defect(_join(path, name), "is not a known field")
        elif isinstance(others, Mapping):
            yield from defects_of(part, others, _join(path, name))


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
