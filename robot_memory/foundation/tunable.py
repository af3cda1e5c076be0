"""What is known about one setting: name, default, unit, range and source.

See docs/reference/parameters.md.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Collection
from dataclasses import dataclass

from robot_memory.foundation.identity import is_rrn
from robot_memory.foundation.identity.rrn import RRN_FORM
from robot_memory.foundation.text.unicode_text import is_storable

LONGEST_TEXT = 4096  # characters: a path of Linux has no more
_MOST_TEXTS = 100  # of a list
_SHOWN = 80  # characters of a value that is refused
_TYPE_NAMES = {bool: "true or false", int: "whole number", float: "number", str: "text"}


@dataclass(frozen=True)
class Tunable:
    """What is known about one setting.

    Attributes:
        name: of the parameter: ``federation.enabled``.
        field: of :class:`Settings`: ``federation_enabled``.
        fixed: whether it is read at start only.
        choices: the texts that it, or each of its items, may be; empty: any.
    """

    name: str
    field: str
    default: bool | int | float | str | tuple[str, ...]
    meaning: str
    source: str
    unit: str = ""
    low: float | None = None
    high: float | None = None
    fixed: bool = False
    choices: Collection[str] = ()

    def problem_with(self, value: object) -> str | None:
        """Say what is wrong with ``value``, or None where it can be used."""
        wanted = type(self.default)
        if wanted is tuple:
            return self._problem_with_items(value)
        if wanted is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is not wanted:
            return f"{_shown(value)} is not a {_TYPE_NAMES[wanted]}"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._outside(float(value))
        if self.name == "rrn" and value and not is_rrn(str(value)):
            return f"{_shown(value)} is not {RRN_FORM}"
        return self._problem_with_text(value)

    def _problem_with_items(self, value: object) -> str | None:
        if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
            written = f": write \"['{value}']\"" if value in self.choices else ""
            return f"{_shown(value)} is not a list of texts{written}"
        if not value:
            return "is an empty list"
        if len(value) > _MOST_TEXTS:
            return f"{len(value)} texts are above {_MOST_TEXTS}"
        return next(filter(None, map(self._problem_with_text, value)), None)

    def _problem_with_text(self, value: object) -> str | None:
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"{len(value)} characters is above {LONGEST_TEXT}"
        if isinstance(value, str) and not is_storable(value):
            return f"{_shown(value)} has a NUL or half a character"
        if self.choices and value not in self.choices:
            return f"{_shown(value)} is not one of {', '.join(self.choices)}"
        return None

    def _outside(self, value: float) -> str | None:
        unit = f" {self.unit}" if self.unit else ""
        if not math.isfinite(value):
            return f"{value} is not a finite number"
        if self.low is not None and value < self.low:
            return f"{value:g}{unit} is below {self.low:g}{unit}"
        if self.high is not None and value > self.high:
            return f"{value:g}{unit} is above {self.high:g}{unit}"
        return None


def _shown(value: object) -> str:
    """Return a value as it is repeated to who gave it: not all of a text that is too long."""
    return reprlib.repr(value) if isinstance(value, (list, tuple)) else f"{value!r:.{_SHOWN}}"
