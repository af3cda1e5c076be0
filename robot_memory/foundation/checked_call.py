"""The check that each call of a memory passes, from every interface and program.

The arguments are checked against their declared types and bounds. A type is the text of an
annotation, such as ``Collection[str]`` or ``datetime | None``. Numpy numbers count as Python
numbers.
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import datetime
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

import numpy as np

from robot_memory.foundation.errors import Defect, HomeRefused, InvalidInput

_LONG = 1e15  # larger numbers are shown with an exponent


@dataclass(frozen=True)
class Bounds:
    """The allowed values of an argument.

    Attributes:
        least, most: of a number, or of the size of a text or an object.
        choices: the only allowed texts, alone or in a list; empty: any.
    """

    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()

    def problem(self, value: Any) -> str:
        """Return what is wrong with a value of the right type, or "" if it is allowed."""
        texts = (value,) if isinstance(value, str) else value
        if self.choices:
            wrong = next((text for text in texts if text not in self.choices), None)
            return "" if wrong is None else f"{wrong!r:.80} is not one of {', '.join(self.choices)}"
        size = len(value) if isinstance(value, (str, dict)) else value
        if not isinstance(size, (int, float)):
            return ""
        shown = f"{_shown(size)} characters" if isinstance(value, str) else _shown(size)
        if self.least is not None and size < self.least:
            return f"{shown} is below {_shown(self.least)}"
        if self.most is not None and size > self.most:
            return f"{shown} is above {_shown(self.most)}"
        return ""


ANY = Bounds()


class Closable(Protocol):
    """An object that can be called until it is closed."""

    is_closed: bool


Self = TypeVar("Self", bound=Closable)
Given = ParamSpec("Given")
Result = TypeVar("Result")
Method = Callable[Concatenate[Self, Given], Result]


def checked(
    did: str, **bounds: Bounds
) -> Callable[[Method[Self, Given, Result]], Method[Self, Given, Result]]:
    """Check each call of a method: the memory must be open, the values of the declared types.

    A call raises :class:`HomeRefused` if the memory is closed, or :class:`InvalidInput` with all
    wrong values.

    Args:
        did: the consequence of a refused call, for the error: "nothing was stored".
        bounds: the bounds of the arguments, by name.
    """

    def check(method: Method[Self, Given, Result]) -> Method[Self, Given, Result]:
        signature = inspect.signature(method)

        @functools.wraps(method)
        def call(self: Self, /, *given: Given.args, **named: Given.kwargs) -> Result:
            if self.is_closed:
                raise HomeRefused(f"this memory is closed: open it again; {did}")
            bound = signature.bind(self, *given, **named)
            values = {name: _plain(value) for name, value in bound.arguments.items()}
            bound.arguments |= values
            del values["self"]
            if defects := list(call_defects(signature, values, bounds)):
                raise InvalidInput(did, defects)
            return method(*bound.args, **bound.kwargs)

        return call

    return check


def _plain(value: Any) -> Any:
    """Convert numpy numbers in a value to Python numbers."""
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.integer):
        return int(value)
    if isinstance(value, np.floating):
        return float(str(value))  # by its text: float32(0.6) becomes 0.6, not 0.6000000238
    if isinstance(value, dict):
        plain = {name: _plain(of) for name, of in value.items()}
        return plain if any(plain[name] is not of for name, of in value.items()) else value
    if is_dataclass(value) and not isinstance(value, type):
        fresh = {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.init}
        changed = {name: of for name, of in fresh.items() if of is not getattr(value, name)}
        return replace(value, **changed) if changed else value
    return value


def call_defects(
    signature: inspect.Signature, values: Mapping[str, Any], bounds: Mapping[str, Bounds]
) -> Iterator[Defect]:
    """Yield what is wrong with the arguments of a call, by the signature's annotations.

    The fields of a dataclass argument, such as a query, are checked too.
    """
    for name, value in values.items():
        kind = str(signature.parameters[name].annotation)
        problem = type_problem(kind, value) or bounds.get(name, ANY).problem(value)
        if problem:
            yield Defect(name, problem)
        elif is_dataclass(value):
            for one in fields(value):
                if problem := type_problem(str(one.type), getattr(value, one.name)):
                    yield Defect(f"{name}.{one.name}", problem)


def type_problem(kind: str, value: Any) -> str:
    """Return what is wrong with the type of a value, or "" if it is right."""
    parts = kind.split(" | ")
    if any(_is(part, value) for part in parts):
        return ""
    wanted = " or ".join(_TYPES[part][0] if part in _TYPES else part for part in parts)
    return f"{value!r:.80} is not {wanted}"


def _is(part: str, value: Any) -> bool:
    if part in _TYPES:
        return _TYPES[part][1](value)
    return any(one.__name__ == part for one in type(value).__mro__)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _are_texts(value: Any) -> bool:
    is_one = isinstance(value, (str, Mapping))
    return isinstance(value, Collection) and not is_one and all(isinstance(x, str) for x in value)


def _are_names(value: Any) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str) and (isinstance(of, (str, bool)) or _is_number(of))
        for name, of in value.items()
    )


def _shown(number: float) -> str:
    """Return a number without exponent up to 1e15: "100000000", not "1e+08"."""
    is_whole = isinstance(number, int) or (number.is_integer() and abs(number) < _LONG)
    return f"{int(number)!s:.80}" if is_whole else f"{number:g}"


#: The annotations: each in words, with its check. Any other annotation is the name of a class.
_TYPES: Mapping[str, tuple[str, Callable[[Any], bool]]] = {
    "str": ("a string", lambda value: isinstance(value, str)),
    "int": ("a whole number", _is_whole),
    "float": ("a finite number", _is_number),
    "bool": ("True or False", lambda value: isinstance(value, bool)),
    "datetime": ("a time", lambda value: isinstance(value, datetime)),
    "None": ("None", lambda value: value is None),
    "Collection[str]": ("a list of strings", _are_texts),
    "Mapping[str, str]": ("names with single values", _are_names),
}
