"""JSON as governance accepts it: ambiguous JSON is refused.

``json`` takes NaN, numbers beyond what a float can hold, a name given twice (the last one counts)
and halves of characters, none of which can be written, hashed or compared again as they were read.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

#: Digits of a whole number: each such number can be compared with a float, and told in a sentence.
LONGEST = 300


class NameTwice(ValueError):
    """A name stands in one object twice; ``name`` says which."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"the name {name!r:.60} stands in one object twice")


def read_json(text: str | bytes) -> Any:
    """Read a JSON text.

    Raises:
        ValueError: it is none, or nothing that can be written again as it was; says why.
    """
    try:
        data = json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int,
            object_pairs_hook=object_of,
        )  # fmt: skip
        json.dumps(data, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("it is nested too deep") from None
    except UnicodeEncodeError:
        raise ValueError("it holds half of a character (a lone surrogate)") from None
    return data


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


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
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
