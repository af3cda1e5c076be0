"""Short cuts for the paths that are read most: a number, a vector, its length, a list of numbers.

Each finds what the path's steps would find, at a fraction of their cost, and returns None for a
message that is not as plain as that: then the steps are taken.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

#: A number, and the names of the elements that it lies in.
Reading = tuple[tuple[str, ...], float]
Quick = Callable[[Any], list[Reading] | None]


def number_at(names: Sequence[str]) -> Quick:
    """Return what reads a field, ``linear_acceleration.x``."""
    get = attrgetter(".".join(names))

    def read(content: Any) -> list[Reading] | None:
        value = get(content)
        return [((), value)] if type(value) is float else None

    return _unless_absent(read)


def length_at(names: Sequence[str]) -> Quick:
    """Return what reads the length of a vector, ``|linear_acceleration|``."""
    get = attrgetter(".".join(names))

    def read(content: Any) -> list[Reading] | None:
        vector = get(content)
        return [((), math.hypot(vector.x, vector.y, getattr(vector, "z", 0.0)))]

    return _unless_absent(read)


def numbers_at(names: Sequence[str], most: int) -> Quick:
    """Return what reads a vector, ``linear_acceleration.*``, or a list, ``effort[*]``.

    Args:
        names: the fields that lead there.
        most: numbers of a longer list are left to who reads a part of it.
    """
    get = attrgetter(".".join(names))
    name_of_each = attrgetter(".".join([*names[:-1], "name"]))
    known: tuple[list[str], list[tuple[str, ...]]] = [], []

    def read(content: Any) -> list[Reading] | None:
        nonlocal known
        value = get(content)
        if type(value) is not list and type(value) is not array:
            return _fields(value)
        beside = name_of_each(content)
        if type(beside) is not list or not 0 < len(value) == len(beside) <= most:
            return None
        if not _are_floats(value) or not isinstance(beside[0], str):
            return None
        if beside != known[0]:
            known = list(beside), [(name or str(index),) for index, name in enumerate(beside)]
        return list(zip(known[1], value, strict=True))

    return _unless_absent(read)


def _unless_absent(read: Quick) -> Quick:
    def read_what_is_there(content: Any) -> list[Reading] | None:
        try:
            return read(content)
        except AttributeError:
            return None

    return read_what_is_there


def _fields(message: Any) -> list[Reading] | None:
    if hasattr(message, "get_fields_and_field_types"):
        return None  # it may keep them elsewhere
    fields: dict[str, Any] = vars(message) if hasattr(message, "__dict__") else {}
    if not fields or not _are_floats(fields.values()):
        return None
    return [((name,), value) for name, value in fields.items()]


def _are_floats(values: Any) -> bool:
    if type(values) is array:
        return values.typecode in "df"
    return all(type(value) is float for value in values)
