"""An enumeration whose members are texts and are shown as such."""

from __future__ import annotations

from enum import Enum


class TextEnum(str, Enum):
    """Members compare with, and print as, their values; ``enum.StrEnum`` of Python 3.11."""

    def __str__(self) -> str:
        return str(self.value)
