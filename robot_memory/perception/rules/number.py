"""Numbers as messages hold them: of any numeric type, flags, and texts such as ``'37.2 C'``."""

from __future__ import annotations

import math
import re

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_UNIT = re.compile(r"\s*(?:[%°Ω]|[^\W\d_])?[^\W\d_]{0,4}(?:[/*·^²³][^\W_]{0,3}){0,3}\s*")
_FLAGS = {"true": 1.0, "false": 0.0, "yes": 1.0, "no": 0.0, "on": 1.0, "off": 0.0}


def number(value: object) -> float | None:
    """Return what a field of a message says as a number; None where it is none.

    A text counts if it is a number, with or without a unit, or a flag; numbers that are not finite
    are returned as they are, since "not a number" is a thing that sensors say.
    """
    if type(value) is float:  # most are
        return value
    if isinstance(value, str):
        return _of_text(value)
    if isinstance(value, (bytes, bytearray)):  # an octet
        return float(value[0]) if len(value) == 1 else None
    if isinstance(value, (int, float)):
        return float(value)
    if getattr(value, "ndim", None) == 0:  # a numpy scalar
        return float(value)  # type: ignore[arg-type]
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
