"""Field paths: which numbers of a message a rule reads, and how their values are interpreted.

percentage                                     a field
linear_acceleration.x                          a field of a field
effort[2], points[-1]                          an element, the last element
effort[*]                                      every element, named by the message's `name[2]`
status[?name=='IMU'].values.Temperature        the elements whose field equals a text
status[*].values[*]                            every value of every status
status[*].values['Motor current (A)']          a key that is not a plain word
*                                              every field of the message

A number may have any numeric type, or be a flag, or a text such as ``'37.2 C'``.

See docs/reference/detectors.md, "Fields"; docs/explanation/perception.md, "Numbers: what is
normal".
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, islice, takewhile
from typing import Any, NamedTuple

_STEP = re.compile(
    r"""(?P<every>\[\*\]|\.?\*)
      | (?P<dot>\.)?(?P<name>[^\W\d]\w*)
      | \[(?P<index>-?\d{1,9})\]
      | \[\?\s*(?P<where>\w+)\s*==\s*(?P<quote>['"])(?P<text>.*?)(?P=quote)\s*\]
      | \[(?P<mark>['"])(?P<key>.*?)(?P=mark)\]""",
    re.VERBOSE,
)
_MOST_NUMBERS = 256  # numbers that a path reads from a message
_MOST_STEPS = 64  # fields, elements and keys of a path
_LONGEST_SHOWN = 120  # characters of an invalid path in an error message

#: The names of the elements that contain a number, and the number.
Reading = tuple[tuple[str, ...], float]


class InvalidPath(ValueError):
    """A text is not a field path; the message says from which character on."""


class _Found(NamedTuple):
    """A part of a message, the names of the elements that contain it, and its parent."""

    names: tuple[str, ...]
    value: Any
    holder: Any


@dataclass(frozen=True)
class FieldPath:
    """A path into a message.

    Attributes:
        text: the path as it was written.
        leaf: the name of the field that it ends in; empty if it ends in every field.
        fields: the message fields that must be decoded for it, such as ``pose.position``; None
            for all.
    """

    text: str
    leaf: str
    fields: frozenset[str] | None
    _steps: tuple[Callable[[_Found], Iterator[_Found]], ...] = field(compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> FieldPath:
        """Parse a path.

        Raises:
            InvalidPath: describes the mistake and its position.
        """
        if len(text) > 2 and text[0] == text[-1] == "|" and text[1] != "|":
            vector = cls.parse(text[1:-1])
            return replace(vector, text=text, _steps=(*vector._steps, _length))
        matches: list[re.Match[str]] = []
        position = 0
        while position < len(text):
            match = _STEP.match(text, position)
            if match is None or not _may_stand(match):
                rest = text[position:]
                raise InvalidPath(
                    f"{text!r:.{_LONGEST_SHOWN}} is not a field path: {rest!r:.{_LONGEST_SHOWN}} "
                    f"at character {position + 1} is none "
                    "of field, .field, [2], [*], [?field=='text'], ['key']"
                )
            matches.append(match)
            position = match.end()
        if len(matches) > _MOST_STEPS:
            shown = f"{text!r:.{_LONGEST_SHOWN}}"
            raise InvalidPath(f"{shown} is not a field path: it has more than {_MOST_STEPS} steps")
        if not matches:
            raise InvalidPath("'' is not a field path: it names no field")
        last = matches[-1]
        ends = [match["name"] or match["key"] or "" for match in matches if not match["where"]]
        leaf = next((name for name in reversed(ends) if name), "")
        everything = bool(last["every"]) and last["every"] != "[*]"
        steps = tuple(map(_step, matches))
        return cls(text, "" if everything else leaf, _fields_of(matches), steps)

    def read(self, content: Any) -> Iterator[Reading]:
        """Return the numbers of a message, each with the names of the elements that contain it.

        Missing fields and values that are no numbers are left out. Numbers that are no reading
        become NaN. At most 256 are read.
        """
        found: Iterable[_Found] = [_Found((), content, None)]
        for step in self._steps:
            found = chain.from_iterable(map(step, found))
        numbers = ((names, number(value)) for names, value, _ in found)
        known = ((names, amount) for names, amount in numbers if amount is not None)
        return islice(known, _MOST_NUMBERS)


def _fields_of(matches: Sequence[re.Match[str]]) -> frozenset[str] | None:
    """Return which fields a path reads, with the field that names the elements of an array."""
    plain = list(takewhile(lambda match: match["name"], matches))
    if not plain:
        return None
    path = ".".join(match["name"] for match in plain)
    if len(plain) == len(matches):
        return frozenset({path})
    return frozenset({path, f"{path.rpartition('.')[0]}.name".lstrip(".")})


def _may_stand(match: re.Match[str]) -> bool:
    """Tell whether a step is allowed at its place: a path begins with a field, or is ``*``."""
    if match.start() == 0:
        return bool(match["name"] and not match["dot"]) or match["every"] == "*"
    return bool(match["dot"]) or not match["name"]


def _step(match: re.Match[str]) -> Callable[[_Found], Iterator[_Found]]:
    name = match["name"] or match["key"]
    if name:
        return partial(_field, name)
    if match["index"]:
        return partial(_element, int(match["index"]))
    if match["where"]:
        return partial(_where, match["where"], match["text"])
    return _every


def _field(name: str, found: _Found) -> Iterator[_Found]:
    """Yield a field, or the value of that key in a list of key-value pairs."""
    value = found.value
    if _is_list(value):
        for item in value:
            if getattr(item, "key", None) == name and hasattr(item, "value"):
                yield _Found(found.names, item.value, value)
    elif isinstance(value, Mapping):
        if name in value:
            yield _Found(found.names, value[name], value)
    elif hasattr(value, name):
        yield _Found(found.names, getattr(value, name), value)


def _element(index: int, found: _Found) -> Iterator[_Found]:
    if _is_list(found.value) and -len(found.value) <= index < len(found.value):
        yield _Found((*found.names, _name(found, index)), found.value[index], found.value)


def _where(name: str, text: str, found: _Found) -> Iterator[_Found]:
    for index, item in enumerate(found.value if _is_list(found.value) else ()):
        if str(getattr(item, name, "")) == text:
            yield _Found((*found.names, _name(found, index)), item, found.value)


def _every(found: _Found) -> Iterator[_Found]:
    value = found.value
    if _is_list(value):
        for index, item in enumerate(value):
            inner = item.value if hasattr(item, "key") and hasattr(item, "value") else item
            yield _Found((*found.names, _name(found, index)), inner, value)
        return
    for name in field_names(value):
        yield _Found((*found.names, name), getattr(value, name), value)


def _length(found: _Found) -> Iterator[_Found]:
    """Yield the length of a vector of x, y and, if present, z."""
    value = found.value
    if hasattr(value, "x") and hasattr(value, "y"):
        length = math.hypot(value.x, value.y, getattr(value, "z", 0.0))
        yield _Found(found.names, length, found.holder)


def field_names(message: Any) -> Sequence[str]:
    """Return the names of a message's fields."""
    fields = getattr(message, "get_fields_and_field_types", None)
    if fields is not None:
        return list(fields())
    return [name for name in getattr(message, "__dict__", ()) if not name.startswith("_")]


def _name(found: _Found, index: int) -> str:
    """Return an element's name: its own name or key, or its name beside the list (JointState)."""
    item = found.value[index]
    own = getattr(item, "name", None) or getattr(item, "key", None)
    if own is None:
        names = _names_beside(found)
        own = names[index] if len(names) else None
    return own if isinstance(own, str) and own else f"index {index}"


def _names_beside(found: _Found) -> Sequence[str]:
    """Return the names that stand beside a list, one for each element; empty if there are none."""
    names: Any = getattr(found.holder, "name", None)
    are_names = _is_list(names) and len(names) == len(found.value) and len(names) > 0
    return names if are_names and isinstance(names[0], str) else ()


def _is_list(value: object) -> bool:
    is_sequence = isinstance(value, Sequence) and not isinstance(value, (str, bytes))
    return is_sequence or getattr(value, "ndim", 0) == 1


#: From this magnitude on a number is no reading. Drivers write the greatest number of a type
#: (3.4e38, 1.8e308) or 1e30 for "none" and "no limit". Every 64-bit integer is smaller, such as
#: nanoseconds since the epoch. Sums of squares of smaller numbers stay far from a float's limit.
NO_READING = 1e20

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_UNIT = re.compile(r"\s*(?!\s)(?:[%°Ω]|[^\W\d_])?[^\W\d_]{0,4}(?:[/*·^²³][^\W_]{0,3}){0,3}\s*")
#: Words that are flags, and their numbers.
_FLAGS = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0, "on": 1.0, "off": 0.0}


def reading(value: float) -> float:
    """Return a number that detectors can use; NaN for infinity and for too large numbers."""
    return value if -NO_READING < value < NO_READING else math.nan


def number(value: object) -> float | None:
    """Return a message field's value as a number; None if it is no number.

    A text counts if it is a number, with or without a unit, or a flag. NaN is returned for NaN,
    which sensors do send, and for a number that is no :func:`reading`.
    """
    if type(value) is float:  # most values are floats
        return reading(value)
    if isinstance(value, str):
        amount = _of_text(value)
        return None if amount is None else reading(amount)
    if isinstance(value, (bytes, bytearray)):  # an octet
        return float(value[0]) if len(value) == 1 else None
    if isinstance(value, (int, float)):
        return float(reading(value))
    if getattr(value, "ndim", None) == 0:  # a numpy scalar
        return reading(float(value))  # type: ignore[arg-type]
    return None


def _of_text(text: str) -> float | None:
    text = text.strip()
    flag = _FLAGS.get(text.lower())
    if flag is not None:
        return flag
    match = _NUMBER.match(text)
    if match is None:
        return math.nan if text.lower() == "nan" else None
    return float(match[0]) if _UNIT.fullmatch(text, match.end()) else None


_SHARE = 0.005  # of the interval, by which a message may come sooner
_LEAST = 0.001  # s by which it may come sooner in any case


def level_of(status: Any) -> int:
    """Return a DiagnosticStatus's level: rclpy gives a byte, a recording a number."""
    level = status.level
    if isinstance(level, (bytes, bytearray)):
        return level[0] if level else 0
    return int(level)


def shortest_gap(every: float) -> float:
    """Return the seconds after a reading from which the next message is read.

    The result is a little less than ``every``, the interval that a rule asks for. Stamps are
    rounded, so on a topic with exactly this interval every second message would come too soon.
    """
    return max(0.0, every - max(_SHARE * every, _LEAST))
