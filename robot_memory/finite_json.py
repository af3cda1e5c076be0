"""JSON with numbers that can be written again: ``json`` takes NaN and 1e400, too.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

#: Digits of a whole number: each such number can be compared with a float, and told in a sentence.
LONGEST = 300

Pairs = list[tuple[str, Any]]


def read_finite_json(
    text: str | bytes, object_of: Callable[[Pairs], dict[str, Any]] | None = None
) -> Any:
    """Read a JSON text.

    Args:
        object_of: makes an object of its pairs; None: the last of those with one name counts.

    Raises:
        ValueError: it is none, it is nested too deep, or a number is none or too large; says why.
    """
    try:
        return json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int,
            object_pairs_hook=object_of,
        )  # fmt: skip
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def _refuse(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits:.40} is beyond what a number can be")
    return value


def _int(digits: str) -> int:
    if len(digits.lstrip("-")) > LONGEST:
        raise ValueError(f"{digits:.40} has more than {LONGEST} digits")
    return int(digits)
