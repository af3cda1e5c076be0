"""Filters the numbers of a message: what is no reading becomes NaN before detectors read it.

The rule is :func:`.fields.number.reading`. Detectors take NaN for "nothing is measured", so none of
them has to think of infinity, or of numbers whose square no float can hold.
"""

from __future__ import annotations

import copy
import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from numbers import Real
from operator import attrgetter
from typing import Any

import numpy as np
import numpy.typing as npt

from robot_memory.perception.fields.number import NO_READING

#: REP 117: a range sensor says with infinity that it saw nothing, or something too near.
SAY_INFINITY = ("sensor_msgs/msg/LaserScan", "sensor_msgs/msg/Range")

_DEEPEST = 8  # messages within one another
_FEW = 64  # numbers of a list that are looked at one by one


class NumberFilter:
    """Looks through the numbers of one topic's messages.

    It looks at fields, and at lists of numbers; where a message holds a list of messages,
    :func:`.fields.number.number` judges what is read of them. Which fields there are is learned
    from a message, and learned anew where one has others.

    Args:
        message_type: the topic's ROS type.

    Attributes:
        replaced: numbers that were infinite or too large; NaN, and infinity of a type that means
            something by it, are not counted.
        last: the last of them, as ``twist.twist.linear.x is inf``.
    """

    def __init__(self, message_type: str) -> None:
        self._says_infinity = message_type in SAY_INFINITY
        self._numbers: dict[str, Callable[[Any], Any]] = {}
        self._lists: dict[str, Callable[[Any], Any]] = {}
        self._read_all: Callable[[Any], Iterable[Any]] = lambda content: ()
        self.replaced = 0
        self.last = ""

    def apply(self, content: Any) -> Any:
        """Return a message without numbers that are no readings: itself, nearly always."""
        try:
            if self._has_readings_only(content):
                return content
        except (AttributeError, TypeError, OverflowError):  # its fields are others than before
            pass
        self._learn(content)
        changes = dict(self._changes(content))
        return _changed(content, changes) if changes else content

    def _has_readings_only(self, content: Any) -> bool:
        """Tell whether all numbers are readings; it may be wrong about many that are large."""
        if not self._numbers and not self._lists:
            return False
        if not math.hypot(*self._read_all(content)) < NO_READING:
            return False
        for read in self._lists.values():  # noqa: SIM110 -- twice as fast as all()
            if not _are_readings(read(content)):
                return False
        return True

    def _learn(self, content: Any) -> None:
        found = dict(_walk(content, (), _DEEPEST))
        self._numbers = {name: attrgetter(name) for name, is_list in found.items() if not is_list}
        self._lists = {name: attrgetter(name) for name, is_list in found.items() if is_list}
        names = list(self._numbers)
        if len(names) > 1:
            self._read_all = attrgetter(*names)
        else:
            self._read_all = lambda content: [read(content) for read in self._numbers.values()]

    def _changes(self, content: Any) -> Iterator[tuple[str, Any]]:
        """Yield by name what is to be changed, and to what."""
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
            is_none = ~(np.abs(numbers) < NO_READING)
            odd = numbers[is_none & ~np.isnan(numbers)]
            if odd.size:
                for value in odd.tolist():
                    self._count(name, value)
                yield name, _like(values, np.where(is_none, np.nan, numbers))

    def _count(self, name: str, value: float) -> None:
        if not (self._says_infinity and math.isinf(value)):
            self.replaced += 1
            self.last = f"{name} is {value:g}"


def _walk(message: Any, above: tuple[str, ...], depth: int) -> Iterator[tuple[str, bool]]:
    """Yield the names of a message's numbers and of its lists, and which of both it is."""
    field_types = getattr(message, "get_fields_and_field_types", None)
    names = field_types() if field_types is not None else getattr(message, "__dict__", ())
    for name in names:
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
    """Tell whether none of a list's numbers is NaN or no reading; what holds no numbers is fine."""
    if not len(values):
        return True
    is_short = len(values) <= _FEW
    if is_short and type(values[0]) is float and _are_below(values):  # a covariance, nearly always
        return True
    if not _may_hold_others(values):
        return True
    if is_short:
        return _are_below(values) or all(-NO_READING < value < NO_READING for value in values)
    return bool(np.abs(np.asarray(values, dtype=np.float64)).max() < NO_READING)


def _may_hold_others(values: Any) -> bool:
    """Tell whether a list may hold what is no reading: floats, or numbers of any kind."""
    if isinstance(values, array):
        return values.typecode in "fd"
    if isinstance(values, np.ndarray):
        return values.ndim == 1 and values.dtype.kind == "f"
    return all(type(value) is float or isinstance(value, Real) for value in values)


def _are_below(values: Any) -> bool:
    """Tell whether few numbers are readings; it may be wrong about several that are large."""
    try:
        return math.hypot(*values) < NO_READING
    except (OverflowError, TypeError):  # an integer that no float can hold; not only numbers
        return False


def _like(values: Any, numbers: npt.NDArray[np.float64]) -> Any:
    """Return numbers as the kind of list that ``values`` is."""
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
