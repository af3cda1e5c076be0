"""The numbers of a message with their names, including those in nested messages and lists."""

from __future__ import annotations

import math
import zlib
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from robot_memory.perception.field_path import field_names, number
from robot_memory.perception.generic.readable_types import LABELS
from robot_memory.perception.status_messages.fault_words import is_bad_state
from robot_memory.perception.status_messages.leaf import (
    LONGEST_NAME,
    SILENT,
    is_pair,
    item_name,
    texts_beside,
)

_DEEPEST = 4  # levels of nested messages
_MOST_ITEMS = 32  # items of a list that are read individually
_MOST_NAMED = 256  # items of a list of numbers that are named by texts beside it
_SECTORS = 8  # sectors of a longer list
_MOST_TEXTS = 64  # texts of a field that are remembered
_MOST_CODES = 65521  # a prime number: two texts rarely have the same code
_TIMES = ({"sec", "nanosec"}, {"sec", "nsec"})

Name = tuple[tuple[str, ...], str]
"""The names of the elements that contain a number, and its field."""
Reader = Callable[[Any, list[float]], bool]
"""Appends the numbers of a message or a field; returns False if its shape has changed."""


class MessageNumbers:
    """Reads the numbers of one topic's messages, by a plan made from the first message.

    A list of at most 32 numbers is read item by item. For a longer list the share of finite values
    and the medians of eight sectors are read, unless texts beside it name its numbers. A text that
    is no name may be a mode, and is read as a number. Headers, times, covariances and bytes are
    left out.

    Args:
        content: the first message.
        has_paths: whether a nested field is named by its whole path, as in the types of ROS itself
            (``twist.linear.x``); otherwise its parent field is a part of the robot.
        has_texts: whether texts may be numbers with a unit, as in a table.

    Attributes:
        names: the names of the numbers, in the order in which they are read.
        texts: the places of the numbers that represent texts.
    """

    def __init__(self, content: Any, *, has_paths: bool, has_texts: bool = False) -> None:
        self.names: list[Name] = []
        self.texts: set[int] = set()
        self._has_paths, self._has_texts = has_paths, has_texts
        self._readers = self._message(content, (), "", 0)

    def read(self, content: Any) -> list[float] | None:
        """Return the numbers of a message; None if its shape differs from the first message."""
        numbers: list[float] = []
        try:
            return numbers if _read_all(self._readers, content, numbers) else None
        except (AttributeError, TypeError, ValueError):
            return None  # a field is missing, or is no number

    def _message(
        self, content: Any, labels: tuple[str, ...], prefix: str, depth: int
    ) -> list[Reader]:
        if is_pair(content):
            self.names.append((labels[:-1], content.name[:LONGEST_NAME]))
            return [_reader("value", _number)]
        readers: list[Reader] = []
        for name in field_names(content):
            value = getattr(content, name)
            if name in ("header", "stamp", "seq") or "covariance" in name:
                continue
            if self._is_number(value):
                self.names.append((labels, f"{prefix}{name}"))
                readers.append(_reader(name, _text if self._has_texts else _number))
            elif isinstance(value, str) and name not in LABELS:
                self.texts.add(len(self.names))
                self.names.append((labels, f"{prefix}{name}"))
                readers.append(_reader(name, TextCode()))
            elif _is_list(value):
                readers += self._list(content, name, value, labels, prefix, depth)
            elif depth < _DEEPEST and (inner := field_names(value)) and set(inner) not in _TIMES:
                within = labels, f"{prefix}{name}."
                if not self._has_paths:
                    within = labels if name in SILENT else (*labels, name), ""
                plan = self._message(value, *within, depth + 1)
                readers.append(_reader(name, partial(_read_all, plan)))
        return readers

    def _is_number(self, value: Any) -> bool:
        if self._has_texts and isinstance(value, str):
            return number(value) is not None
        return isinstance(value, (bool, int, float, np.number, np.bool_))

    def _list(
        self, content: Any, name: str, value: Any, labels: tuple[str, ...], prefix: str, depth: int
    ) -> list[Reader]:
        if len(value) == 0 or isinstance(value[0], (str, bytes)) or _is_bytes(value):
            return [_reader(name, lambda items, _: len(items) == 0)] if len(value) == 0 else []
        if isinstance(value[0], (bool, int, float, np.number, np.bool_)):
            return [self._numbers(content, name, value, labels, prefix)]
        if depth < _DEEPEST and len(value) <= _MOST_ITEMS and field_names(value[0]):
            return [self._items(name, value, labels, prefix, depth)]
        return []

    def _numbers(
        self, content: Any, name: str, value: Any, labels: tuple[str, ...], prefix: str
    ) -> Reader:
        beside, path = texts_beside(content, field_names(content), len(value)), f"{prefix}{name}"
        if len(value) > (_MOST_NAMED if beside else _MOST_ITEMS):
            self.names.append((labels, f"{path} share of readings"))
            self.names += [(labels, f"{path} sector {at} of {_SECTORS}")
                           for at in range(1, _SECTORS + 1)]  # fmt: skip
            return _reader(name, _sectors)
        for index in range(len(value)):
            if beside and name == "values":
                self.names.append((labels, beside[index]))
            else:
                self.names.append(((*labels, beside[index] if beside else f"index {index}"), path))
        return _reader(name, partial(_few, len(value)))

    def _items(
        self, name: str, value: Any, labels: tuple[str, ...], prefix: str, depth: int
    ) -> Reader:
        called = [item_name(item) for item in value]
        within = f"{prefix}{name}." if self._has_paths else ""
        plans = [
            self._message(item, (*labels, own or f"{name} index {index}"), within, depth + 1)
            for index, (item, own) in enumerate(zip(value, called, strict=True))
        ]

        def read(items: Any, numbers: list[float]) -> bool:
            return len(items) == len(plans) and all(
                item_name(item) == own and _read_all(plan, item, numbers)
                for item, own, plan in zip(items, called, plans, strict=True)
            )

        return _reader(name, read)


def _reader(name: str, read: Reader) -> Reader:
    """Return a reader for a field, or for a table column, which may have any name."""
    return lambda content, numbers: read(getattr(content, name), numbers)


def _read_all(readers: Sequence[Reader], content: Any, numbers: list[float]) -> bool:
    return all(read(content, numbers) for read in readers)


def _number(value: Any, numbers: list[float]) -> bool:
    numbers.append(float(value))
    return True


def _text(value: Any, numbers: list[float]) -> bool:
    amount = number(value)
    numbers.append(math.nan if amount is None else amount)
    return True


class TextCode:
    """Reads a text as a number that represents it, and is the same at each start.

    A text that reports a fault is no mode: the number before it stays.
    """

    def __init__(self) -> None:
        self._texts: dict[str, float] = {}
        self._last = math.nan

    def __call__(self, text: str, numbers: list[float]) -> bool:
        """Append the number of a text."""
        code = self._texts.get(text)
        if code is None:
            is_mode = len(text) <= LONGEST_NAME and not is_bad_state(text)
            digest = zlib.crc32(text.encode(errors="replace"))
            code = float(digest % _MOST_CODES) if is_mode else math.nan
            if len(self._texts) < _MOST_TEXTS:
                self._texts[text] = code
        if code == code:
            self._last = code
        numbers.append(self._last)
        return True


def _few(length: int, values: Any, numbers: list[float]) -> bool:
    if len(values) != length:
        return False
    numbers.extend(map(float, values))
    return True


def _sectors(content: Any, numbers: list[float]) -> bool:
    values = np.asarray(content, dtype=float)
    finite = np.isfinite(values)
    numbers.append(float(finite.mean()) if len(values) else 0.0)
    for part in np.array_split(values, _SECTORS):
        known = part[np.isfinite(part)]
        numbers.append(float(np.median(known)) if known.size else math.nan)
    return True


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple, array, np.ndarray))


def _is_bytes(value: Any) -> bool:
    if isinstance(value, array):
        return value.typecode in "bB"
    return isinstance(value, np.ndarray) and value.dtype.kind == "u" and value.dtype.itemsize == 1
