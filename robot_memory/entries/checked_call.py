"""The one check that each call of a memory passes, whichever face or program it comes from."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from robot_memory.foundation.errors import HomeRefused, InvalidInput
from robot_memory.foundation.given_values import Bounds, call_defects


class Closable(Protocol):
    """What can be called until it is closed."""

    is_closed: bool


Self = TypeVar("Self", bound=Closable)
Given = ParamSpec("Given")
Result = TypeVar("Result")
Method = Callable[Concatenate[Self, Given], Result]


def checked(
    did: str, **bounds: Bounds
) -> Callable[[Method[Self, Given, Result]], Method[Self, Given, Result]]:
    """Let a method be called only while it is open, with values of the types that it declares.

    Its call raises :class:`HomeRefused`, or :class:`InvalidInput` with each value that is wrong.

    Args:
        did: what became of the call where it is refused: "nothing was stored".
        bounds: of its arguments, by name.
    """

    def check(method: Method[Self, Given, Result]) -> Method[Self, Given, Result]:
        signature = inspect.signature(method)

        @functools.wraps(method)
        def call(self: Self, /, *given: Given.args, **named: Given.kwargs) -> Result:
            if self.is_closed:
                raise HomeRefused(f"this memory is closed: open it again; {did}")
            values = dict(signature.bind(self, *given, **named).arguments)
            del values["self"]
            if defects := list(call_defects(signature, values, bounds)):
                raise InvalidInput(did, defects)
            return method(self, *given, **named)

        return call

    return check
