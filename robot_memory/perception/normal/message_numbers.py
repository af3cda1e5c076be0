"""The numbers of a message, with their names: in nested messages and lists too."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

import numpy as np

_DEEPEST = 4  # messages within one another
_MOST_ITEMS = 32  # of a list that are read one by one
_SECTORS = 8  # into which a longer list is divided
_NAMES = ("name", "joint_name", "device_name", "device_id", "location", "id")
_TIMES = ({"sec", "nanosec"}, {"sec", "nsec"})

Name = tuple[tuple[str, ...], str]
"""The names of the elements that a number lies in, and its field."""
Reader = Callable[[Any, list[float]], bool]
"""Appends numbers of a message; False where the message has another shape than the first."""


class MessageNumbers:
    """Reads the numbers of the messages of one topic, by a plan made of the first one.

    A list of at most 32 numbers is read one by one; of a longer one the share of finite values
    and the medians of eight sectors. Headers, times, covariances and bytes are left out.

    Args:
        content: the first message.

    Attributes:
        names: of the numbers, in the order in which they are read.
    """

    def __init__(self, content: Any) -> None:
        self.names: list[Name] = []
        self._readers = self._message(content, (), "", 0)

    def read(self, content: Any) -> list[float] | None:
        """Return the numbers of a message; None where it has another shape than the first."""
        numbers: list[float] = []
        return numbers if all(read(content, numbers) for read in self._readers) else None

    def _message(
        self, content: Any, labels: tuple[str, ...], prefix: str, depth: int
    ) -> list[Reader]:
        readers: list[Reader] = []
        names = field_names(content)
        for name in names:
            value, path = getattr(content, name), f"{prefix}.{name}".lstrip(".")
            if name in ("header", "stamp", "seq") or "covariance" in name:
                continue
            if isinstance(value, (bool, int, float, np.number, np.bool_)):
                self.names.append((labels, path))
                readers.append(_scalar(name))
            elif _is_list(value):
                readers += self._list(content, name, value, labels, path, depth)
            elif depth < _DEEPEST and (inner := field_names(value)) and set(inner) not in _TIMES:
                readers.append(_nested(name, self._message(value, labels, path, depth + 1)))
        return readers

    def _list(
        self, content: Any, name: str, value: Any, labels: tuple[str, ...], path: str, depth: int
    ) -> list[Reader]:
        if len(value) == 0 or isinstance(value[0], (str, bytes)) or _is_bytes(value):
            return [_length(name, len(value))] if len(value) == 0 else []
        if isinstance(value[0], (bool, int, float, np.number, np.bool_)):
            return [self._numbers(content, name, value, labels, path)]
        if depth < _DEEPEST and len(value) <= _MOST_ITEMS and field_names(value[0]):
            return [self._items(name, value, labels, path, depth)]
        return []

    def _numbers(
        self, content: Any, name: str, value: Any, labels: tuple[str, ...], path: str
    ) -> Reader:
        if len(value) > _MOST_ITEMS:
            self.names.append((labels, f"{path} share of readings"))
            self.names += [(labels, f"{path} sector {at} of {_SECTORS}")
                           for at in range(1, _SECTORS + 1)]  # fmt: skip
            return _sectors(name)
        beside = _texts_beside(content, len(value))
        for index in range(len(value)):
            own = (*labels, beside[index]) if beside else labels
            self.names.append((own, path if beside else f"{path}[{index}]"))
        return _few(name, len(value))

    def _items(
        self, name: str, value: Any, labels: tuple[str, ...], path: str, depth: int
    ) -> Reader:
        called = [_own_name(item) for item in value]
        plans = [
            self._message(item, (*labels, own or f"{name} {index}"), path, depth + 1)
            for index, (item, own) in enumerate(zip(value, called, strict=True))
        ]
        get = attrgetter(name)

        def read(content: Any, numbers: list[float]) -> bool:
            items = get(content)
            return len(items) == len(plans) and all(
                _own_name(item) == own and all(reader(item, numbers) for reader in plan)
                for item, own, plan in zip(items, called, plans, strict=True)
            )

        return read


def field_names(message: Any) -> Sequence[str]:
    """Return the names of a message's fields."""
    fields = getattr(message, "get_fields_and_field_types", None)
    if fields is not None:
        return list(fields())
    slots = getattr(message, "__slots__", None)
    if slots:
        return [name.lstrip("_") for name in slots if name != "_check_fields"]
    return [name for name in getattr(message, "__dict__", ()) if not name.startswith("_")]


def _scalar(name: str) -> Reader:
    get = attrgetter(name)

    def read(content: Any, numbers: list[float]) -> bool:
        numbers.append(float(get(content)))
        return True

    return read


def _nested(name: str, readers: Sequence[Reader]) -> Reader:
    get = attrgetter(name)
    return lambda content, numbers: all(read(get(content), numbers) for read in readers)


def _length(name: str, length: int) -> Reader:
    get = attrgetter(name)
    return lambda content, numbers: len(get(content)) == length


def _few(name: str, length: int) -> Reader:
    get = attrgetter(name)

    def read(content: Any, numbers: list[float]) -> bool:
        values = get(content)
        if len(values) != length:
            return False
        numbers.extend(map(float, values))
        return True

    return read


def _sectors(name: str) -> Reader:
    get = attrgetter(name)

    def read(content: Any, numbers: list[float]) -> bool:
        values = np.asarray(get(content), dtype=float)
        finite = np.isfinite(values)
        numbers.append(float(finite.mean()) if len(values) else 0.0)
        for part, known in zip(
            np.array_split(values, _SECTORS), np.array_split(finite, _SECTORS), strict=True
        ):
            numbers.append(float(np.median(part[known])) if known.any() else float("nan"))
        return True

    return read


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple, array, np.ndarray))


def _is_bytes(value: Any) -> bool:
    if isinstance(value, array):
        return value.typecode in "bB"
    return isinstance(value, np.ndarray) and value.dtype.kind == "u" and value.dtype.itemsize == 1


def _texts_beside(content: Any, length: int) -> list[str]:
    """Return the texts of a list that is as long as another one of the same message."""
    for name in field_names(content):
        value = getattr(content, name)
        is_as_long = isinstance(value, (list, tuple)) and len(value) == length
        if is_as_long and all(isinstance(text, str) and text for text in value):
            return [text[:80] for text in value]
    return []


def _own_name(item: Any) -> str:
    """Return what an item of a list calls itself; empty where it has no name."""
    told = [getattr(item, name, None) for name in _NAMES]
    told.append(getattr(getattr(item, "header", None), "frame_id", None))
    named = (text[:80] for text in told if isinstance(text, str) and text.strip())
    return next(named, "")
