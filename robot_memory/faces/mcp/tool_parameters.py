"""The parameters of a tool: what its operation or question takes, in Python's types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal

from pydantic import Field

from robot_memory.applications.operations.operation import (
    Declared,
    FieldType,
    OperationField,
    fields_of,
)
from robot_memory.entries.field_limits import MOST_TAGS
from robot_memory.foundation.time.period import read_period, read_time
from robot_memory.foundation.time.typed_time import FORMS

_PYTHON = {FieldType.STRING: str, FieldType.INTEGER: int, FieldType.NUMBER: float,
           FieldType.BOOLEAN: bool, FieldType.TIME: str, FieldType.STRINGS: list[str],
           FieldType.NAMES: dict[str, str | float | bool]}  # fmt: skip
_LONGEST_TIME = 64  # characters


def signature_of(fields: Iterable[OperationField]) -> Signature:
    """Return the signature of a tool that takes fields, with their limits and meanings."""
    parameters = [
        Parameter(
            one.name, Parameter.KEYWORD_ONLY, annotation=_annotation(one),
            default=Parameter.empty if one.is_required else _default(one),
        )
        for one in fields
    ]  # fmt: skip
    return Signature(parameters, return_annotation=str)


def values_of(declared: type[Declared], given: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return what an operation or a question takes of what an agent gave.

    Raises:
        InvalidInput: a time cannot be read.
    """
    fields, refusal = fields_of(declared, is_person=False), declared.REFUSAL
    values = {
        one.name: _value(one, given[one.name], now, refusal)
        for one in fields
        if not one.is_of_period
    }
    ends = [one.name for one in fields if one.is_of_period]
    if ends:
        since, until = (given.get(name, "") for name in ("since", "until"))
        period = read_period(since, until, now, refusal=refusal, prefix="")
        values |= {name: getattr(period, name) for name in ends}
    return values


def _annotation(field: OperationField) -> Any:
    """Return the type of a parameter, with its limits and its meaning."""
    meaning: str = field.summary
    kind: Any = _PYTHON[field.type]
    limits: dict[str, Any] = {}
    match field.type:
        case FieldType.STRING if field.takes.choices:
            kind = Literal[field.takes.choices]
        case FieldType.STRING:
            limits = _text_limits(field)
        case FieldType.NUMBER | FieldType.INTEGER:
            limits = {"ge": field.takes.least, "le": field.most, "strict": True}  # no booleans
        case FieldType.TIME:
            limits = {"max_length": _LONGEST_TIME}
            meaning = meaning if field.takes.is_end else f"{meaning} {FORMS}."
        case FieldType.STRINGS:
            if field.takes.choices:
                kind = list[Literal[field.takes.choices]]  # type: ignore[name-defined]
            else:
                kind = list[Annotated[str, Field(**_text_limits(field))]]
            limits = {"max_length": MOST_TAGS}
    return Annotated[kind, Field(description=meaning, **limits)]


def _text_limits(field: OperationField) -> dict[str, int]:
    return {"min_length": int(field.takes.least or 0), "max_length": int(field.most or 0)}


def _default(field: OperationField) -> Any:
    empty: Mapping[FieldType, Any] = {
        FieldType.TIME: "",
        FieldType.STRINGS: [],
        FieldType.NAMES: {},
    }
    return empty.get(field.type, field.default)


def _value(field: OperationField, given: Any, now: datetime, refusal: str) -> Any:
    """Return what an operation takes of what an agent gave."""
    match field.type:
        case FieldType.TIME:
            if not given:
                return None
            return read_time(given, field.name, now, refusal=refusal)
        case FieldType.STRINGS:
            return tuple(given)
    return given
