"""Numbers as messages hold them: of any numeric type, flags, and texts such as ``'37.2 C'``.

See docs/reference/detectors.md, "Fields"; docs/explanation/perception.md, "Numbers: what is
normal".
"""

from __future__ import annotations

import math
import re

#: From here on a number is no reading. Drivers write the greatest number of a type (3.4e38,
#: 1.8e308) or 1e30 for "none" and "no limit". Every integer of 64 bits is below, such as
#: nanoseconds since the epoch. Sums of squares of what is below are far from what a float can hold.
NO_READING = 1e20

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_UNIT = re.compile(r"\s*(?!\s)(?:[%°Ω]|[^\W\d_])?[^\W\d_]{0,4}(?:[/*·^²³][^\W_]{0,3}){0,3}\s*")
#: What the texts of flags count as.
_FLAGS = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0, "on": 1.0, "off": 0.0}


def reading(value: float) -> float:
    """Return a number that detectors can reckon with; NaN for infinity and what is too large."""
    return value if -NO_READING < value < NO_READING else math.nan


def number(value: object) -> float | None:
    """Return what a field of a message says as a number; None where it is none.

    A text counts if it is a number, with or without a unit, or a flag. NaN stands for "not a
    number", which is a thing that sensors say, and for what is no :func:`reading`.
    """
    if type(value) is float:  # most are
        return reading(value)
    if isinstance(value, str):
        amount = _of_text(value)
        return None if amount is None else reading(amount)
    if isinstance(value, (bytes, bytearray)):  # an octet
        return float(value[0]) if len(value) == 1 else None
    if isinstance(value, (int, float)):
        return float(reading(value))
    if getattr(value, "ndim", None) == 0:  # a numpy scalar
        return reading(float(value))  # type: ignore[arg-type]
    return None


def _of_text(text: str) -> float | None:
    text = text.strip()
    flag = _FLAGS.get(text.lower())
    if flag is not None:
        return flag
    match = _NUMBER.match(text)
    if match is None:
        return math.nan if text.lower() == "nan" else None
    return float(match[0]) if _UNIT.fullmatch(text, match.end()) else None
