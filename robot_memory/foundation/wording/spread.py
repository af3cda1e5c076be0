"""The values at one place of a text: one, a range, or too many to name (rules.md §1.10).

Adding values is commutative, associative and idempotent, except for :attr:`Spread.last`. So the
text depends on the values, never on their order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

_NO_NUMBER = re.compile(
    r"[-+−]?(?:nan|inf(?:inity)?)(?:[,;/]? [-+−]?(?:nan|inf(?:inity)?))*(?: \D{1,8})?",
    re.IGNORECASE,
)
#: Replaces values that are too many to name.
VARIOUS = "(various)"
_IN_A_NAME = "*"
_STEPS = 20.0  # in a range at most, so that the range seldom grows
_TINY = 1e-9
_MOST_NUMBERS = 4
_LARGEST = 1e8  # larger numbers are stamps or serial numbers
_NARROWEST = 1e-12  # a narrower range would need more digits than anybody reads
_LONGEST = 60  # characters
#: The limits of integer types that are small enough for a range.
_LIMITS_OF_TYPES = (-128.0, 127.0, 255.0, -32768.0, 32767.0, 65535.0)
_PIECES = (1.0, 2.0, 5.0, 10.0)
# A reading with its unit.
_READING = re.compile(r"([-+−]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?)\s?(\D{1,40})")
_SCALES = {
    "s": {"h": 3600.0, "min": 60.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9},
    "m": {"km": 1e3, "cm": 1e-2, "mm": 1e-3},
    "V": {"kV": 1e3, "mV": 1e-3},
    "A": {"kA": 1e3, "mA": 1e-3},
    "W": {"kW": 1e3, "mW": 1e-3},
    "Hz": {"kHz": 1e3, "MHz": 1e6, "GHz": 1e9},
    "B": {"kB": 1e3, "KB": 1e3, "KiB": 1024.0, "MB": 1e6, "MiB": 1024.0**2, "GB": 1e9,
          "GiB": 1024.0**3},
    "Pa": {"hPa": 1e2, "kPa": 1e3, "MPa": 1e6, "mbar": 1e2, "bar": 1e5},
}  # fmt: skip
_BASE = {form: (base, scale) for base, forms in _SCALES.items() for form, scale in forms.items()}
_SPELLINGS = {
    "sec": "s", "second": "s", "msec": "ms", "millisecond": "ms", "usec": "us", "minute": "min",
    "hour": "h", "hr": "h", "volt": "V", "amp": "A", "meter": "m", "metre": "m", "byte": "B",
}  # fmt: skip
#: A number; "1,5" is one and a half, "1,500" is fifteen hundred, "1,2,3" is a list.
_NUMBER = re.compile(
    r"(?<![\w.])([-+−]?(?:(?<!\d,)(?:\d+,\d{1,2}|\d{1,3}(?:,\d{3}){1,9})(?![\d,.])|\d+(?:\.\d+)?"
    r"|\.\d+)(?:[eE][-+]?\d+)?)"
)
_PLAIN = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_MANY_DECIMALS = 4  # digits that a machine wrote; shorter fractions are kept as they are
_DIGITS = 6  # significant digits that are shown
#: The comma between thousands.
_THOUSANDS = re.compile(r",(?=\d{3})")
_ADDRESS = re.compile(r"\d\.\d+\.\d")  # or a version; not a quantity
#: A number's value and its text, which also orders equal numbers.
_WrittenNumber = tuple[float, str]


class Spread(NamedTuple):
    """The values so far.

    Attributes:
        low, high: the least and the greatest value, as written; of values without order, the first
            and the last in the alphabet. Empty if there are more than two of these.
        last: the newest.
    """

    low: str
    high: str
    last: str

    @classmethod
    def of(cls, value: str) -> Spread:
        """Return the spread of a single value."""
        return cls(value, value, value)

    @property
    def varies(self) -> bool:
        """Whether there are different values."""
        return self.low != self.high or not self.low

    def reads_as(self, other: Spread) -> bool:
        """Whether both give the same text."""
        return self.low == other.low and self.high == other.high

    def with_(self, newer: Spread) -> Spread:
        """Return the spread of both the old and the newer values."""
        if not (self.low and newer.low):
            return Spread("", "", newer.last)
        if newer.low == newer.high == self.low == self.high:
            return newer
        if _is_no_number(self) or _is_no_number(newer):  # a sensor without a measurement
            measured = [one for one in (self, newer) if not _is_no_number(one)]
            kept = min(measured or (self, newer), key=lambda one: one.low)
            return Spread(kept.low, kept.high, newer.last)
        low, high = self.low, self.high
        for value in (newer.low,) if newer.low == newer.high else (newer.low, newer.high):
            joined = _joined(low, high, value)
            if joined is None:
                return Spread("", "", newer.last)
            low, high = joined
        return Spread(low, high, newer.last)

    def shown(self, *, in_a_name: bool = False) -> str:
        """Return the value, or the range in coarse steps, for a text.

        Args:
            in_a_name: the place is within a word, which has room only for a mark.
        """
        if not self.varies:
            return rounded(self.low)
        if in_a_name:
            return _IN_A_NAME
        if self.low and _have_order(self.low, self.high):
            return _range(self.low, self.high)
        if self.low and len(self.low) + len(self.high) <= _LONGEST:
            return f"{rounded(self.low)} or {rounded(self.high)}"
        return VARIOUS


def _is_no_number(spread: Spread) -> bool:
    """Whether all values are NaN or infinity; the first character excludes most values quickly."""
    low = spread.low
    return low == spread.high and low[:1] in "-+−nNiI" and _NO_NUMBER.fullmatch(low) is not None


def _joined(low: str, high: str, value: str) -> tuple[str, str] | None:
    """Return the ends of a spread with another value; None if there are too many to name."""
    least, most, new = _take_apart(low), _take_apart(high), _take_apart(value)
    is_alike = least.gaps == most.gaps == new.gaps and len(new.numbers) == 1
    if is_alike and not (least.is_address or most.is_address or new.is_address):
        # One number each: a shortcut for the code below, three times faster.
        first = value if new.numbers <= least.numbers else low
        return first, high if new.numbers < most.numbers else value
    below = _in_order(value, low)
    above = below if low == high else _in_order(high, value)
    if below is not None and above is not None and _have_order(low, high):
        return below[0], above[1]
    known = sorted({low, high, value})
    return (known[0], known[-1]) if len(known) <= 2 else None


def _have_order(one: str, other: str) -> bool:
    """Whether two values can be ordered."""
    if one == other:
        return True
    first, second = _take_apart(one), _take_apart(other)
    if first.is_address or second.is_address:
        return False
    if first.gaps != second.gaps:
        return _by_quantity(one, other) is not None
    return 0 < len(first.numbers) <= _MOST_NUMBERS


def _in_order(one: str, other: str) -> tuple[str, str] | None:
    """Return two values with the smaller number of each pair in the first; None if unordered.

    "1.5, 2" and "0.5, 3" become "0.5, 2" and "1.5, 3".
    """
    if not _have_order(one, other):
        return None
    first, second = _take_apart(one), _take_apart(other)
    if first.gaps != second.gaps:
        return _by_quantity(one, other)
    if len(first.numbers) == 1:
        return (one, other) if first.numbers <= second.numbers else (other, one)
    least = map(min, first.numbers, second.numbers)
    most = map(max, first.numbers, second.numbers)
    return first.with_numbers(least), first.with_numbers(most)


def _by_quantity(one: str, other: str) -> tuple[str, str] | None:
    """Return two readings in different units of the same quantity, the smaller first."""
    first, second = _in_base_unit(one), _in_base_unit(other)
    if first is None or second is None or first[1] != second[1]:
        return None
    return (one, other) if (first[0], one) <= (second[0], other) else (other, one)


def _in_base_unit(reading: str) -> tuple[float, str] | None:
    """Return a reading in its quantity's base unit, and that unit; None if it is no reading.

    So "999 ms" is less than "1.2 s". A counted thing is its own unit, in the singular: "12
    messages".
    """
    match = _READING.fullmatch(reading)
    if match is None:
        return None
    value, unit = float(match[1].replace("−", "-")), match[2].strip()
    unit = _singular(unit)
    base, scale = _BASE.get(_SPELLINGS.get(unit, unit), (_SPELLINGS.get(unit, unit), 1.0))
    return value * scale, base


@lru_cache(2048)  # a growing text asks for its last range again
def _range(low: str, high: str) -> str:
    """Return a range with its unit given once: "68–71 °C"."""
    least, most = _take_apart(low), _take_apart(high)
    if most.gaps != least.gaps and not _is_same_noun(low, high):
        return f"{low} to {high}"
    spans = list(map(_span, least.numbers, most.numbers))
    return VARIOUS if VARIOUS in spans else most.filled(spans)


def _is_same_noun(one: str, other: str) -> bool:
    """Whether two readings count the same thing, in the singular and the plural."""
    first, second = _READING.fullmatch(one), _READING.fullmatch(other)
    return bool(first and second and _singular(first[2].strip()) == _singular(second[2].strip()))


def _singular(unit: str) -> str:
    if len(unit) < 4:
        return unit
    return unit.removesuffix("(s)").removesuffix("s")


def _span(low: _WrittenNumber, high: _WrittenNumber) -> str:
    """Return the range of one number, its ends rounded outward in coarse steps."""
    if low == high:
        return _plain_number(low)
    least, most = low[0], high[0]
    largest, width = max(abs(least), abs(most)), most - least
    if not largest < _LARGEST:
        return VARIOUS
    if width <= _TINY * largest:
        return _plain_number(high)  # the same number in two spellings
    if width < _NARROWEST:
        return VARIOUS
    both = _THOUSANDS.sub("", f"{low[1]} {high[1]}")
    is_whole = not any(mark in both for mark in ".,eE")
    step = max(_step(width), 1.0 if is_whole else 0.0)
    bottom, top = math.floor(least / step + _TINY) * step, math.ceil(most / step - _TINY) * step
    fine = step
    if bottom <= 0.0 < _NARROWEST <= least:  # a least value near 0 gets two digits
        fine = 10.0 ** (math.floor(math.log10(least) + _TINY) - 1)
        bottom = math.floor(least / fine + _TINY) * fine
    if is_whole:
        bottom, top = _within_type(bottom, least), _within_type(top, most)
    mark = "," if "," in both else "."
    begin, end = (_decimal(*one).replace(".", mark) for one in ((bottom, fine), (top, step)))
    return f"{begin}{' to ' if bottom < 0.0 else '–'}{end}"


def _within_type(rounded: float, end: float) -> float:
    """Return a rounded end of a range, limited to the integer type of its value."""
    limits = (one for one in _LIMITS_OF_TYPES if end <= one < rounded or rounded < one <= end)
    return next(limits, rounded)


def _decimal(number: float, step: float) -> str:
    digits = max(0, -math.floor(math.log10(step) + _TINY))
    written = f"{number:.{digits}f}"
    return written.rstrip("0").rstrip(".") if digits else written


@lru_cache(512)
def rounded(value: str) -> str:
    """Return a value without excess digits in its numbers."""
    if "." not in value:
        return value
    apart = _take_apart(value)
    return value if apart.is_address else apart.filled(list(map(_plain_number, apart.numbers)))


def _step(width: float) -> float:
    """Return 1, 2 or 5 times a power of ten, at least a twentieth of the width."""
    wanted = width / _STEPS
    power: float = 10.0 ** math.floor(math.log10(wanted))
    for piece in _PIECES:
        if piece * power >= wanted * (1.0 - _TINY):
            return piece * power
    return _PIECES[-1] * power


class _ValueNumbers(NamedTuple):
    """The numbers of a value, in order, and the texts before, between and after them.

    Numbers in an address or a version are no quantities.
    """

    gaps: tuple[str, ...]
    numbers: tuple[_WrittenNumber, ...]
    is_address: bool

    def with_numbers(self, numbers: Iterable[_WrittenNumber]) -> str:
        return self.filled([text for _, text in numbers])

    def filled(self, texts: Sequence[str]) -> str:
        return self.gaps[0] + "".join(map(add, texts, self.gaps[1:]))


@lru_cache(maxsize=512)  # the ends of a range are compared with each new value
def _take_apart(value: str) -> _ValueNumbers:
    if _PLAIN.fullmatch(value):  # the most frequent case, eight times faster
        return _ValueNumbers(("", ""), ((float(value), value),), is_address=False)
    pieces = _NUMBER.split(value)
    numbers = tuple((_worth(text), text) for text in pieces[1::2])
    return _ValueNumbers(tuple(pieces[::2]), numbers, _ADDRESS.search(value) is not None)


def _plain_number(number: _WrittenNumber) -> str:
    """Return a number without excess digits: "3.8" for "3.800000"."""
    worth, text = number
    decimals = text.partition(".")[2]
    if len(decimals) < _MANY_DECIMALS or not decimals.isdecimal():
        return text
    size = abs(worth)
    digits = _DIGITS - 1 - (math.floor(math.log10(size)) if size else 0)
    sign = text[0] if text[0] in "+-−" else ""
    return sign + f"{size:.{min(max(digits, 1), len(decimals))}f}".rstrip("0").rstrip(".")


def _worth(number: str) -> float:
    return float(_THOUSANDS.sub("", number.replace("−", "-")).replace(",", "."))
