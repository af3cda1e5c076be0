"""Reads the fields of a JSON object from others, and collects its defects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timezone
from typing import Any

from robot_memory.foundation.errors import Defect
from robot_memory.foundation.time import stamps


class FieldReader:
    """Reads fields one by one and collects the defects, each with its path.

    A wrong field is read as an empty value of its type.

    Args:
        path: the object's path in a larger document; empty for the whole document.
    """

    def __init__(self, record: Mapping[str, Any], path: str = "") -> None:
        self.record = record
        self.defects: list[Defect] = []
        self._path = path

    def refuse(self, name: str, problem: str) -> None:
        """Note what is wrong with a field."""
        self.defects.append(Defect(f"{self._path}.{name}" if self._path else name, problem))

    def _refuse_value(self, name: str, value: object, wanted: str) -> None:
        self.refuse(name, f"{value!r:.80} is not {wanted}")

    def text(self, name: str) -> str:
        """Return a text."""
        value = self.record.get(name)
        if isinstance(value, str):
            return value
        self._refuse_value(name, value, "a text")
        return ""

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """Return a text that must be one of the choices."""
        value = self.record.get(name)
        if value not in choices:
            self.refuse(name, f"{value!r:.80} is not one of {', '.join(choices)}")
        return str(value)

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return true or false; the default if the field is missing."""
        value = self.record.get(name, default)
        if isinstance(value, bool):
            return value
        self._refuse_value(name, value, "true or false")
        return False

    def whole(
        self, name: str, low: int, high: int | None = None, default: int | None = None
    ) -> int:
        """Return a whole number within bounds; the default if the field is missing."""
        value = self.record.get(name, default)
        if type(value) is int and low <= value and (high is None or value <= high):
            return value
        bounds = f"from {low}" if high is None else f"from {low} to {high}"
        self._refuse_value(name, value, f"a whole number {bounds}")
        return low

    def number(self, name: str, low: float, high: float) -> float:
        """Return a number within bounds."""
        value: Any = self.record.get(name)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number and low <= value <= high:
            return float(value)
        self._refuse_value(name, value, f"a number between {low:g} and {high:g}")
        return 0.0

    def time(self, name: str) -> datetime:
        """Return a time, as ISO 8601."""
        value = self.record.get(name)
        try:
            return stamps.from_text(value if isinstance(value, str) else "")
        except ValueError as error:
            self.refuse(name, str(error))
            return datetime.fromtimestamp(0, timezone.utc)

    def items(self, name: str, most: int, default: list[Any] | None = None) -> list[Any]:
        """Return a list of limited length; the default if the field is missing."""
        value = self.record.get(name, default)
        if not isinstance(value, list):
            self.refuse(name, "is not a list")
            return []
        if len(value) > most:
            self.refuse(name, f"{len(value)} items are more than {most}")
            return []
        return value
