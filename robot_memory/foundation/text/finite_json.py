"""JSON that can be written, hashed and compared again exactly as it was read.

``json`` accepts NaN, numbers beyond a float's range, duplicate names (the last one counts) and lone
surrogates. :func:`read_finite_json` refuses such numbers. :func:`read_json`, the reader of
governance, refuses all of these.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

#: Digits of a whole number: such a number can be compared with a float, and fits in a sentence.
LONGEST = 300

Pairs = list[tuple[str, Any]]


class NameTwice(ValueError):
    """A name occurs twice in one object: ``name``."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the name {name!r:.60} stands in one object twice")


def read_finite_json(
    text: str | bytes, make_object: Callable[[Pairs], dict[str, Any]] | None = None
) -> Any:
    """Read a JSON text.

    Args:
        make_object: makes an object from its pairs; None: the last of equal names counts.

    Raises:
        ValueError: it is not JSON, is nested too deep, or has an invalid or too large number.
    """
    try:
        return json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int,
            object_pairs_hook=make_object,
        )  # fmt: skip
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def read_json(text: str | bytes) -> Any:
    """Read an unambiguous JSON text.

    Raises:
        ValueError: it is not JSON, or could not be written again unchanged; says why.
    """
    data = read_finite_json(text, object_of)
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("it holds half of a character (a lone surrogate)") from None
    return data


def object_of(pairs: Pairs) -> dict[str, Any]:
    """Return a JSON object; for use as ``object_pairs_hook``.

    Raises:
        NameTwice: a name occurs twice, and readers differ in which one counts.
    """
    found = dict(pairs)
    if len(found) < len(pairs):
        raise NameTwice(
            next(name for name, times in Counter(n for n, _ in pairs).items() if times > 1)
        )
    return found


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
