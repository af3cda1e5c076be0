"""What is known about one setting: name, default, unit, range and source.

See docs/reference/parameters.md.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass

from robot_memory.identity import is_rrn
from robot_memory.identity.rrn import RRN_FORM

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
            return f"{value!r} is not a {_TYPE_NAMES[wanted]}"
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return self._outside(float(value))
        if self.name == "rrn" and value and not is_rrn(str(value)):
            return f"{value!r} is not {RRN_FORM}"
        return self._not_chosen(value)

    def _problem_with_items(self, value: object) -> str | None:
        if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in value):
            return f"{value!r} is not a list of texts"
        if not value:
            return "is an empty list"
        return next(filter(None, map(self._not_chosen, value)), None)

    def _not_chosen(self, value: object) -> str | None:
        if self.choices and value not in self.choices:
            return f"{value!r} is not one of {', '.join(self.choices)}"
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
