"""JSON that can be written, hashed and compared again as it was read.

``json`` takes NaN, numbers beyond what a float can hold, a name given twice (the last one counts)
and halves of characters. :func:`read_finite_json` refuses such numbers. :func:`read_json` reads
JSON as governance accepts it: it refuses all of these.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

#: Digits of a whole number: each such number can be compared with a float, and told in a sentence.
LONGEST = 300

Pairs = list[tuple[str, Any]]


class NameTwice(ValueError):
    """A name stands in one object twice; ``name`` says which."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the name {name!r:.60} stands in one object twice")


def read_finite_json(
    text: str | bytes, make_object: Callable[[Pairs], dict[str, Any]] | None = None
) -> Any:
    """Read a JSON text.

    Args:
        make_object: makes an object of its pairs; None: the last of those with one name counts.

    Raises:
        ValueError: it is none, it is nested too deep, or a number is none or too large; says why.
    """
    try:
        return json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int,
            object_pairs_hook=make_object,
        )  # fmt: skip
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def read_json(text: str | bytes) -> Any:
    """Read a JSON text that is not ambiguous.

    Raises:
        ValueError: it is none, or nothing that can be written again as it was; says why.
    """
    data = read_finite_json(text, object_of)
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("it holds half of a character (a lone surrogate)") from None
    return data


def object_of(pairs: Pairs) -> dict[str, Any]:
    """Return a JSON object, as ``object_pairs_hook`` makes it.

    Raises:
        NameTwice: a name stands in it twice, so that readers differ in which one counts.
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
