"""Filters the numbers of a message: numbers that are no readings become NaN for the detectors.

The rule is :func:`.field_path.reading`. Detectors take NaN for "nothing is measured", so they
need not handle infinity, or numbers whose square overflows a float. Numbers that are replaced
are counted by topic.

See docs/explanation/perception.md, "Numbers: what is normal"; docs/explanation/time.md, "Header
stamps".
"""

from __future__ import annotations

import copy
import math
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from robot_memory.foundation.errors import UnusableNumber
from robot_memory.perception.field_path import NO_READING, field_names

#: REP 117: infinity means that a range sensor saw nothing, or that an object is too near.
SAY_INFINITY = ("sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range")

_DEEPEST = 8  # levels of nested messages
_FEW = 64  # numbers of a list that are checked one by one


class NumberFilter:
    """Checks the numbers of one topic's messages.

    It checks fields and lists of numbers; in a list of messages, :func:`.field_path.number`
    checks the values that are read. The fields are learned from a message, and learned anew if a
    later message has other fields.

    Attributes:
        replaced: how many numbers were infinite or too large; NaN is not counted, nor infinity
            of a type that gives it a meaning.
        last: the last of these numbers, as ``twist.twist.linear.x is inf``.
    """

    def __init__(self, message_type: str) -> None:
        self._says_infinity = message_type in SAY_INFINITY
        self._numbers: dict[str, Callable[[Any], Any]] = {}
        self._read_numbers: Callable[[Any], Sequence[float]] = lambda content: ()
        self._lists: dict[str, Callable[[Any], Any]] = {}
        self.replaced = 0
        self.last = ""

    def apply(self, content: Any) -> Any:
        """Return a message with NaN for numbers that are no readings: nearly always itself."""
        try:
            if (self._numbers or self._lists) and self._has_readings_only(content):
                return content
        except (AttributeError, TypeError, OverflowError):  # its fields differ from those before
            pass
        found = dict(_walk(content, (), _DEEPEST))
        self._numbers = {name: attrgetter(name) for name, is_list in found.items() if not is_list}
        if len(self._numbers) > 1:  # one call for all: twice as fast
            self._read_numbers = attrgetter(*self._numbers)
        else:
            self._read_numbers = lambda content: [one(content) for one in self._numbers.values()]
        self._lists = {name: attrgetter(name) for name, is_list in found.items() if is_list}
        changes = dict(self._changes(content))
        return _changed(content, changes) if changes else content

    def _has_readings_only(self, content: Any) -> bool:
        """Tell whether all numbers are readings; many large ones may give a wrong no."""
        if not math.hypot(*self._read_numbers(content)) < NO_READING:
            return False
        for read in self._lists.values():  # noqa: SIM110 -- twice as fast as all()
            if not _are_readings(read(content)):
                return False
        return True

    def _changes(self, content: Any) -> Iterator[tuple[str, Any]]:
        for name, read in self._numbers.items():
            value = read(content)
            if not -NO_READING < value < NO_READING and value == value:
                self._count(name, float(value))
                yield name, math.nan
        for name, read in self._lists.items():
            values = read(content)
            if _are_readings(values):
                continue
            numbers = np.asarray(values, dtype=np.float64)
            is_odd = np.abs(numbers) >= NO_READING
            for value in numbers[is_odd].tolist():
                self._count(name, value)
            if is_odd.any():
                yield name, _like(values, np.where(is_odd, np.nan, numbers))

    def _count(self, name: str, value: float) -> None:
        if not (self._says_infinity and math.isinf(value)):
            self.replaced += 1
            self.last = f"{name} is {value:g}"


def _walk(message: Any, above: tuple[str, ...], depth: int) -> Iterator[tuple[str, bool]]:
    """Yield the names of a message's numbers and lists, each with whether it is a list."""
    for name in field_names(message):
        if name == "header" or not name.isidentifier():
            continue  # no header holds a measurement
        value, path = getattr(message, name), (*above, name)
        if isinstance(value, (str, bytes, bytearray, bool, np.bool_)):
            continue
        if isinstance(value, Real):
            yield ".".join(path), False
        elif isinstance(value, (Sequence, array, np.ndarray)):
            yield ".".join(path), True
        elif depth:
            yield from _walk(value, path, depth - 1)


def _are_readings(values: Any) -> bool:
    """Tell whether a list holds readings only, or no numbers; large ones may give a wrong no."""
    if 0 < len(values) <= _FEW and type(values[0]) is float:  # a covariance, nearly always
        try:
            return math.hypot(*values) < NO_READING
        except TypeError:  # not only numbers
            return True
    numbers = np.asarray(values)
    if numbers.dtype.kind == "O" and all(isinstance(value, Real) for value in values):
        numbers = numbers.astype(np.float64)  # integers that are too large for 64 bits
    is_of_floats = numbers.ndim == 1 and numbers.dtype.kind == "f"
    return not is_of_floats or bool(np.abs(numbers).max(initial=0.0) < NO_READING)


def _like(values: Any, numbers: npt.NDArray[np.float64]) -> Any:
    if isinstance(values, np.ndarray):
        return numbers.astype(values.dtype)
    if isinstance(values, array):
        return array(values.typecode, numbers.tolist())
    return tuple(numbers.tolist()) if isinstance(values, tuple) else numbers.tolist()


def _changed(message: Any, changes: Mapping[str, Any]) -> Any:
    """Return a copy of a message with changed fields; all other fields are shared."""
    below: dict[str, dict[str, Any]] = {}
    other = copy.copy(message)
    for name, value in changes.items():
        first, _, rest = name.partition(".")
        if rest:
            below.setdefault(first, {})[rest] = value
        else:
            object.__setattr__(other, first, value)
    for name, inner in below.items():
        object.__setattr__(other, name, _changed(getattr(message, name), inner))
    return other


@dataclass
class MessageLosses:
    """What was not used of messages, counted by topic.

    Attributes:
        misdated: how many messages were not observed because their header is more than ten
            seconds from now (rules.md §4.1).
        skews: by how many seconds the header of the last such message was ahead.
        unusable: how many numbers were ignored because they are infinite or beyond 1e20.
    """

    misdated: dict[str, int] = field(default_factory=dict)
    skews: dict[str, float] = field(default_factory=dict)
    unusable: dict[str, int] = field(default_factory=dict)

    def forget(self, topic: str) -> None:
        """Drop the counts of a topic."""
        for counts in (self.misdated, self.skews, self.unusable):
            counts.pop(topic, None)

    def count_misdated(self, topic: str, ahead: float) -> None:
        """Count a message whose header is so many seconds ahead."""
        self.misdated[topic] = self.misdated.get(topic, 0) + 1
        self.skews[topic] = ahead

    def count_unusable(self, topic: str, numbers: NumberFilter) -> UnusableNumber | None:
        """Count the unusable numbers of a topic; return the error to report of the first ones."""
        if numbers.replaced <= self.unusable.get(topic, 0):
            return None
        is_first = topic not in self.unusable
        self.unusable[topic] = numbers.replaced
        if not is_first:
            return None
        return UnusableNumber(
            f"{numbers.last}, which is no reading: such numbers, infinite or beyond 1e20, are "
            "taken for none and counted; what else its messages say is used"
        )
