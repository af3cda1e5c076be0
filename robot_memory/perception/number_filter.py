"""Filters the numbers of a message: what is no reading becomes NaN before detectors read it.

The rule is :func:`.field_path.reading`. Detectors take NaN for "nothing is measured", so none of
them has to think of infinity, or of numbers whose square no float can hold. What is not used of a
topic's messages is counted.

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

#: REP 117: a range sensor says with infinity that it saw nothing, or something too near.
SAY_INFINITY = ("sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range")

_DEEPEST = 8  # messages within one another
_FEW = 64  # numbers of a list that are looked at one by one


class NumberFilter:
    """Looks through the numbers of one topic's messages.

    It looks at fields, and at lists of numbers; where a message holds a list of messages,
    :func:`.field_path.number` judges what is read of them. Which fields there are is learned
    from a message, and learned anew where one has others.

    Attributes:
        replaced: numbers that were infinite or too large; NaN, and infinity of a type that means
            something by it, are not counted.
        last: the last of them, as ``twist.twist.linear.x is inf``.
    """

    def __init__(self, message_type: str) -> None:
        self._says_infinity = message_type in SAY_INFINITY
        self._numbers: dict[str, Callable[[Any], Any]] = {}
        self._read_numbers: Callable[[Any], Sequence[float]] = lambda content: ()
        self._lists: dict[str, Callable[[Any], Any]] = {}
        self.replaced = 0
        self.last = ""

    def apply(self, content: Any) -> Any:
        """Return a message without numbers that are no readings: itself, nearly always."""
        try:
            if (self._numbers or self._lists) and self._has_readings_only(content):
                return content
        except (AttributeError, TypeError, OverflowError):  # its fields are others than before
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
        """Tell whether all numbers are readings; it may be wrong about many that are large."""
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
    """Yield the names of a message's numbers and of its lists, and which of both it is."""
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
    """Tell whether a list holds readings only, or no numbers; it may be wrong about large ones."""
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
    """Return a copy of a message in which some fields are others; the rest is shared."""
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
    """Counts by topic.

    Attributes:
        misdated: messages that were not observed, since their header is more than ten seconds
            from now (rules.md §4.1).
        skews: by how many seconds the header of the last such message was ahead.
        unusable: how many numbers were ignored as they are infinite or beyond 1e20.
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
