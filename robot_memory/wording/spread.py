"""The values that one place of a text has had: one, a range, or too many to name (rules.md §1.10).

Adding values is commutative, associative and idempotent but for :attr:`Spread.last`, so that a text
made of a spread depends on which values came, never on their order.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import chain

from robot_memory.wording.unit_scale import in_base_unit, is_same_noun

#: A number; "1,5" is one and a half, "1,500" a thousand and a half, "1,2,3" is a list.
_NUMBER = re.compile(
    r"(?<![\w.])[-+−]?(?:(?<!\d,)(?:\d+,\d{1,2}|\d{1,3}(?:,\d{3})+)(?![\d,.])|\d+(?:\.\d+)?|\.\d+)"
    r"(?:[eE][-+]?\d+)?"
)
_THOUSANDS = re.compile(r",(?=\d{3})")
_NO_NUMBER = re.compile(
    r"[-+−]?(?:nan|inf(?:inity)?)(?:[,;/]? [-+−]?(?:nan|inf(?:inity)?))*(?: \D{1,8})?",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\d\.\d+\.\d")  # or a version: no quantity
#: Stands where too many values came to name them.
VARIOUS = "(various)"
_IN_A_NAME = "*"
_STEPS = 20.0  # in a range at most, so that it seldom has to grow
_TINY = 1e-9
_MOST_NUMBERS = 4
_LARGEST = 1e8  # a number beyond it is a stamp or a number of something
_NARROWEST = 1e-12  # a range that is narrower would need more digits than anybody reads
_LONGEST = 60
_PIECES = (1.0, 2.0, 5.0, 10.0)


@dataclass(frozen=True)
class Spread:
    """The values that came.

    Attributes:
        low, high: the least and the greatest, as they were written; of values without order, the
            first and the last of the alphabet. Empty where there were more than two of these.
        last: the newest.
    """

    low: str
    high: str
    last: str

    @classmethod
    def of(cls, value: str) -> Spread:
        """Return the spread of one value."""
        return cls(value, value, value)

    @property
    def varies(self) -> bool:
        """Whether different values came."""
        return self.low != self.high or not self.low

    def with_(self, newer: Spread) -> Spread:
        """Return the spread of these values and newer ones."""
        if not (self.low and newer.low):
            return Spread("", "", newer.last)
        if _is_no_number(self) or _is_no_number(newer):  # a sensor that measured nothing
            measured = [one for one in (self, newer) if not _is_no_number(one)]
            kept = min(measured or (self, newer), key=lambda one: one.low)
            return Spread(kept.low, kept.high, newer.last)
        ends = self.low, self.high, newer.low, newer.high
        low, high = ends[0], ends[1]
        for value in ends[2:]:
            joined = _joined(low, high, value)
            if joined is None:
                return Spread("", "", newer.last)
            low, high = joined
        return Spread(low, high, newer.last)

    def shown(self, *, in_a_name: bool = False) -> str:
        """Return what a text says of it: the value, or a range in coarse steps.

        Args:
            in_a_name: it stands within a word, where only a mark has room.
        """
        if not self.varies:
            return self.low
        if in_a_name:
            return _IN_A_NAME
        numeric = bool(self.low) and _compare(self.low, self.high) is not None
        if numeric:
            return _range(self.low, self.high)
        if self.low and len(self.low) + len(self.high) <= _LONGEST:
            return f"{self.low} or {self.high}"
        return VARIOUS


def _is_no_number(spread: Spread) -> bool:
    return spread.low == spread.high and _NO_NUMBER.fullmatch(spread.low) is not None


def _joined(low: str, high: str, value: str) -> tuple[str, str] | None:
    """Return the ends of a spread and another value; None where there are too many to name."""
    below, above = _compare(value, low), _compare(high, value)
    if below is not None and above is not None and _compare(low, high) is not None:
        return below[0], above[1]
    known = sorted({low, high, value})
    return (known[0], known[-1]) if len(known) <= 2 else None


def _compare(one: str, other: str) -> tuple[str, str] | None:
    """Return two values with the smaller number of each pair in the first; None: no order.

    "1.5, 2" and "0.5, 3" are "0.5, 2" and "1.5, 3".
    """
    if one == other:
        return one, other
    if _ADDRESS.search(one) or _ADDRESS.search(other):
        return None
    if _NUMBER.split(one) != _NUMBER.split(other):
        return _by_quantity(one, other)
    pairs = list(zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True))
    if not pairs or len(pairs) > _MOST_NUMBERS:
        return None
    least = [min(pair, key=_value) for pair in pairs]
    most = [max(reversed(pair), key=_value) for pair in pairs]
    return _filled(one, least), _filled(one, most)


def _by_quantity(one: str, other: str) -> tuple[str, str] | None:
    """Return two readings in different units of one quantity, the smaller one first."""
    first, second = in_base_unit(one), in_base_unit(other)
    if first is None or second is None or first[1] != second[1]:
        return None
    return (one, other) if (first[0], one) <= (second[0], other) else (other, one)


def _filled(value: str, numbers: list[str]) -> str:
    rest = iter(numbers)
    return _NUMBER.sub(lambda _: next(rest), value)


def _value(number: str) -> tuple[float, str]:
    """Return what a number is worth; equal numbers are ordered by how they are written."""
    plain = _THOUSANDS.sub("", number.replace("−", "-"))
    return float(plain.replace(",", ".")), number


def _range(low: str, high: str) -> str:
    """Return a range, the unit said once: "68–71 °C"."""
    gaps = _NUMBER.split(high)
    if gaps != _NUMBER.split(low) and not is_same_noun(low, high):
        return f"{low} to {high}"
    pairs = zip(_NUMBER.findall(low), _NUMBER.findall(high), strict=True)
    spans = [_span(one, other) for one, other in pairs]
    if VARIOUS in spans:
        return VARIOUS
    return "".join(chain.from_iterable(zip(gaps, [*spans, ""], strict=True)))


def _span(low: str, high: str) -> str:
    """Return the range of one number, its ends rounded outward in coarse steps."""
    if low == high:
        return low
    least, most = _value(low)[0], _value(high)[0]
    if not max(abs(least), abs(most)) < _LARGEST:
        return VARIOUS
    width = most - least
    if width <= _TINY * max(abs(least), abs(most)):
        return high  # the same number, written in two ways
    if width < _NARROWEST:
        return VARIOUS
    both = _THOUSANDS.sub("", f"{low} {high}")
    is_whole = not {".", ","}.intersection(both) and "e" not in f"{low}{high}".lower()
    step = max(_step(width), 1.0 if is_whole else 0.0)
    bottom, top = math.floor(least / step + _TINY) * step, math.ceil(most / step - _TINY) * step
    digits = max(0, -math.floor(math.log10(step) + _TINY))
    mark = "," if "," in both else "."
    begin = low if bottom <= 0.0 < least else _decimal(bottom, digits).replace(".", mark)
    end = _decimal(top, digits).replace(".", mark)
    return f"{begin}{' to ' if bottom < 0.0 else '–'}{end}"


def _decimal(number: float, digits: int) -> str:
    written = f"{number:.{digits}f}"
    return written.rstrip("0").rstrip(".") if digits else written


def _step(width: float) -> float:
    """Return 1, 2 or 5 times a power of ten: a twentieth of a width, or more."""
    wanted = width / _STEPS
    power: float = 10.0 ** math.floor(math.log10(wanted))
    return next(piece * power for piece in _PIECES if piece * power >= wanted * (1.0 - _TINY))
