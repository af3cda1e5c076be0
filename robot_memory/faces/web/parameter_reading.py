"""Reads what a request gives, by what its endpoint declares; tells all that is wrong at once."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any, TypeVar

from robot_memory.faces.web.endpoint import Parameter
from robot_memory.faces.web.problem import Refused
from robot_memory.foundation.checked_call import Bounds
from robot_memory.foundation.text.finite_json import NameTwice, object_of
from robot_memory.foundation.text.unicode_text import storable
from robot_memory.foundation.time import stamps
from robot_memory.foundation.time.typed_time import length_of

Several = TypeVar("Several", list[Any], dict[str, Any])

#: Bytes of a request's body.
LARGEST_BODY = 1_000_000
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
        body: what :func:`read_body` returned.

    Raises:
        Refused: 400 with each thing that is wrong.
    """
    given: dict[tuple[str, str], Any] = {("path", name): text for name, text in path.items()}
    for name, text in query:
        given.setdefault(("query", name), []).append(text)
    given.update({("body", name): value for name, value in body.items()})
    known = {(parameter.place, parameter.name) for parameter in parameters}
    defects = [
        {"path": f"{place}.{name}"[:200], "problem": "is not known here"}
        for place, name in given if (place, name) not in known
    ]  # fmt: skip
    values = {}
    for parameter in parameters:
        raw = given.get((parameter.place, parameter.name))
        try:
            values[parameter.name] = _value(parameter, raw)
        except ValueError as error:
            where = f"{parameter.place}.{parameter.name}"
            defects.append({"path": where, "problem": str(error)})
    if defects:
        raise Refused(HTTPStatus.BAD_REQUEST, "the request was not understood", defects)
    return values


def read_body(content: bytes, media_type: str) -> Mapping[str, Any]:
    """Return the JSON object in a request's body; empty for no body.

    Raises:
        Refused: it is something else.
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


def _value(parameter: Parameter, raw: Any) -> Any:
    if raw is None:
        if parameter.is_required:
            raise ValueError("is missing")
        return parameter.default
    if parameter.is_list:
        return [_single(parameter, item) for item in _few(parameter, _items(parameter, raw))]
    if parameter.kind == "names":
        return _few(parameter, _names(raw))
    if parameter.place == "query":
        if len(raw) > 1:
            raise ValueError(f"is given {len(raw)} times")
        (raw,) = raw
    return _single(parameter, raw)


def _few(parameter: Parameter, items: Several) -> Several:
    if parameter.most_items is not None and len(items) > parameter.most_items:
        raise ValueError(f"{len(items)} of them is above {parameter.most_items}")
    return items


def _names(raw: Any) -> dict[str, Any]:
    names = _object(raw, True)
    for name, value in names.items():
        if not isinstance(value, (str, int, float)):
            raise ValueError(f"{name!r:.80} is {_json_kind(value)}, not a single value")
    return names


def _items(parameter: Parameter, raw: Any) -> list[Any]:
    if parameter.place == "query":
        return [part for text in raw for part in text.split(",") if part]
    if not isinstance(raw, list):
        raise ValueError("is not a list")
    return raw


def _single(parameter: Parameter, raw: Any) -> Any:
    value = _READERS[parameter.kind](raw, parameter.place == "body")
    if parameter.is_end:
        with suppress(OverflowError):  # the last day of the calendar is no end
            value += length_of(raw)
    if problem := Bounds(parameter.least, parameter.most, parameter.choices).problem(value):
        raise ValueError(problem)
    return value


def _json_kind(value: Any) -> str:
    """Return what a value is, in the words of JSON, with its article."""
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
_READERS: Mapping[str, Callable[[Any, bool], Any]] = {
    "string": _string,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "time": _time,
    "object": _object,
}
