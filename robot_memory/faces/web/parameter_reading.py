"""Reads a request's values as its endpoint declares them; reports all defects at once."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from robot_memory.applications.operations.operation import FieldType, OperationField
from robot_memory.faces.web.endpoint import Parameter
from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.checked_call import Bounds
from robot_memory.foundation.text.finite_json import NameTwice, object_of
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.period import length_of

Several = TypeVar("Several", list[Any], dict[str, Any])

#: The most bytes of a request's body.
LARGEST_BODY = 1_000_000
_MOST_TOLD = 3  # defects of a request in its answer's first sentence
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


def read_values(
    parameters: Sequence[Parameter],
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    body: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the value of each parameter.

    Args:
        query: pairs of the query, in order.
        body: the result of :func:`read_body`.

    Raises:
        Refused: 400 with each defect.
    """
    given: dict[tuple[str, str], Any] = {("path", name): text for name, text in path.items()}
    for name, text in query:
        given.setdefault(("query", name), []).append(text)
    given.update({("body", name): value for name, value in body.items()})
    known = {(parameter.place, parameter.field.name) for parameter in parameters}
    defects = [
        {"path": f"{place}.{name}"[:200], "problem": "is not known here"}
        for place, name in given if (place, name) not in known
    ]  # fmt: skip
    values = {}
    for parameter in parameters:
        place, name = parameter.place, parameter.field.name
        try:
            values[name] = _value(parameter.field, place, given.get((place, name)))
        except ValueError as error:
            defects.append({"path": f"{place}.{name}", "problem": str(error)})
    if defects:
        raise Refused(HTTPStatus.BAD_REQUEST, _all_of(defects), defects)
    return values


def read_query(query: bytes) -> list[tuple[str, str]]:
    """Return the names and values of a query, in order.

    Raises:
        Refused: a value is not UTF-8.
    """
    try:
        return parse_qsl(query.decode("latin-1"), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        detail = "the query is not UTF-8; nothing was done: encode its values as UTF-8"
        raise Refused(HTTPStatus.BAD_REQUEST, detail) from None


def _all_of(defects: Sequence[Mapping[str, str]]) -> str:
    told = "; ".join(f"{one['path']} {one['problem']}" for one in defects[:_MOST_TOLD])
    more = len(defects) - _MOST_TOLD
    return f"{told}{f'; and {more} more' if more > 0 else ''}: nothing was done"


def read_body(content: bytes, media_type: str) -> Mapping[str, Any]:
    """Return the JSON object in a request's body; empty for no body.

    Raises:
        Refused: the body is not such an object.
    """
    if not content:
        return {}
    if media_type.partition(";")[0].strip().lower() != "application/json":
        detail = f"the body is {media_type or 'of no type'!r:.80}; send application/json"
        raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    try:
        body = json.loads(content, parse_constant=_refuse_constant, object_pairs_hook=object_of)
    except NameTwice as error:
        defect = {"path": f"body.{storable(error.name)}"[:200], "problem": "stands there twice"}
        raise Refused(HTTPStatus.BAD_REQUEST, f"the body is ambiguous: {error}", [defect]) from None
    except (ValueError, RecursionError) as error:
        raise Refused(HTTPStatus.BAD_REQUEST, f"the body is not JSON: {error}") from None
    if not isinstance(body, dict):
        detail = f"the body is {_json_kind(body)}; send an object"
        raise Refused(HTTPStatus.BAD_REQUEST, detail)
    return body


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _value(field: OperationField, place: str, raw: Any) -> Any:
    if raw is None:
        if field.is_required:
            raise ValueError("is missing")
        return field.default
    if field.type is FieldType.STRINGS:
        return [_single(field, place, item) for item in _few(field, _items(field, place, raw))]
    if field.type is FieldType.NAMES:
        return _few(field, _names(raw))
    if place == "query":
        if len(raw) > 1:
            raise ValueError(f"is given {len(raw)} times")
        (raw,) = raw
    return _single(field, place, raw)


def _few(field: OperationField, items: Several) -> Several:
    if field.most_items is not None and len(items) > field.most_items:
        raise ValueError(f"{len(items)} of them is above {field.most_items}")
    return items


def _names(raw: Any) -> dict[str, Any]:
    names = _object(raw, True)
    for name, value in names.items():
        if not isinstance(value, (str, int, float)):
            raise ValueError(f"{name!r:.80} is {_json_kind(value)}, not a single value")
    return names


def _items(field: OperationField, place: str, raw: Any) -> list[Any]:
    if place == "query" and field.takes.choices:  # no choice contains a comma
        return [part for text in raw for part in text.split(",")]
    if not isinstance(raw, list):
        raise ValueError("is not a list")
    return raw


def _single(field: OperationField, place: str, raw: Any) -> Any:
    value, takes = _READERS[field.type](raw, place == "body"), field.takes
    if takes.is_end:
        with suppress(OverflowError):  # the calendar's last day has no later end
            value += length_of(raw)
    if problem := Bounds(takes.least, field.most, takes.choices).problem(value):
        raise ValueError(problem)
    return value


def _json_kind(value: Any) -> str:
    """Return a value's JSON type in words, with its article."""
    return _JSON_KINDS.get(type(value), "null")


def _string(raw: Any, is_typed: bool) -> str:
    if not isinstance(raw, str):
        raise ValueError(f"is {_json_kind(raw)}, not a string")
    if storable(raw) != raw or "\0" in raw:
        raise ValueError("is not valid Unicode text")
    return raw


def _integer(raw: Any, is_typed: bool) -> int:
    if is_typed:
        if type(raw) is not int:
            raise ValueError(f"{raw!r:.80} is not an integer")
        return raw
    if len(raw) > 20 or not raw.removeprefix("-").isascii() or not raw.removeprefix("-").isdigit():
        raise ValueError(f"{raw!r:.80} is not an integer")
    return int(raw)


def _number(raw: Any, is_typed: bool) -> float:
    if is_typed and type(raw) not in (int, float):
        raise ValueError(f"{raw!r:.80} is not a number")
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        raise ValueError(f"{raw!r:.80} is not a number") from None
    if not math.isfinite(value):
        raise ValueError(f"{raw!r:.80} is not a finite number")
    return value


def _boolean(raw: Any, is_typed: bool) -> bool:
    if is_typed and type(raw) is not bool:
        raise ValueError(f"{raw!r:.80} is neither true nor false")
    if is_typed:
        return bool(raw)
    if raw not in _BOOLEANS:
        raise ValueError(f"{raw!r:.80} is neither true nor false")
    return _BOOLEANS[raw]


def _time(raw: Any, is_typed: bool) -> Any:
    return stamps.from_text(_string(raw, is_typed))


def _object(raw: Any, is_typed: bool) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ValueError(f"is {_json_kind(raw)}, not an object")
    return raw


_JSON_KINDS: Mapping[type, str] = {
    str: "a string", bool: "a boolean", int: "a number", float: "a number", list: "a list",
    dict: "an object",
}  # fmt: skip
_READERS: Mapping[FieldType, Callable[[Any, bool], Any]] = {
    FieldType.STRING: _string,
    FieldType.STRINGS: _string,
    FieldType.INTEGER: _integer,
    FieldType.NUMBER: _number,
    FieldType.BOOLEAN: _boolean,
    FieldType.TIME: _time,
    FieldType.OBJECT: _object,
}
