"""A value of a text, taken apart: its numbers, and what stands around them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

#: A number; "1,5" is one and a half, "1,500" a thousand and a half, "1,2,3" is a list.
_NUMBER = re.compile(
    r"(?<![\w.])([-+−]?(?:(?<!\d,)(?:\d+,\d{1,2}|\d{1,3}(?:,\d{3}){1,9})(?![\d,.])|\d+(?:\.\d+)?"
    r"|\.\d+)(?:[eE][-+]?\d+)?)"
)
_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_MANY_DECIMALS = 4  # that a machine wrote, not a person; fewer stay as they are
_DIGITS = 6  # of a number that are read
#: The comma between thousands.
THOUSANDS = re.compile(r",(?=\d{3})")
_ADDRESS = re.compile(r"\d\.\d+\.\d")  # or a version: no quantity
#: What a number is worth, and how it was written: so equal numbers have an order too.
WrittenNumber = tuple[float, str]


class ValueNumbers(NamedTuple):
    """The numbers of a value.

    Attributes:
        gaps: what stands before, between and after the numbers, one more than these.
        numbers: in their order.
        is_address: it is an address or a version, whose numbers are no quantities.
    """

    gaps: tuple[str, ...]
    numbers: tuple[WrittenNumber, ...]
    is_address: bool

    def with_numbers(self, numbers: Iterable[WrittenNumber]) -> str:
        """Return a value that says the same of as many other numbers."""
        return self.filled([text for _, text in numbers])

    def filled(self, texts: Sequence[str]) -> str:
        """Return a value with other texts in place of its numbers."""
        return self.gaps[0] + "".join(map(add, texts, self.gaps[1:]))


@lru_cache(maxsize=512)  # the ends of a range are compared with each value that comes
def take_apart(value: str) -> ValueNumbers:
    """Return the numbers of a value."""
    if _PLAIN.fullmatch(value):  # as most are: told apart in an eighth of the time
        return ValueNumbers(("", ""), ((float(value), value),), is_address=False)
    pieces = _NUMBER.split(value)
    numbers = tuple((_worth(text), text) for text in pieces[1::2])
    return ValueNumbers(tuple(pieces[::2]), numbers, _ADDRESS.search(value) is not None)


def plain_number(number: WrittenNumber) -> str:
    """Return a number without digits that nobody reads: "3.8" for "3.800000"."""
    worth, text = number
    decimals = text.partition(".")[2]
    if len(decimals) < _MANY_DECIMALS or not decimals.isdecimal():
        return text
    size = abs(worth)
    digits = _DIGITS - 1 - (math.floor(math.log10(size)) if size else 0)
    sign = text[0] if text[0] in "+-−" else ""
    return sign + f"{size:.{min(max(digits, 1), len(decimals))}f}".rstrip("0").rstrip(".")


def _worth(number: str) -> float:
    return float(THOUSANDS.sub("", number.replace("−", "-")).replace(",", "."))
