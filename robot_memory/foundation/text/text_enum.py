"""An enumeration whose members are shown as their texts."""

from __future__ import annotations

from enum import Enum


class TextEnum(str, Enum):
    """Members compare and print as their values, like ``enum.StrEnum`` of Python 3.11."""

    def __str__(self) -> str:
        return str(self.value)
