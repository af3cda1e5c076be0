"""JSON as governance accepts it: ambiguous JSON is refused.

``json`` takes NaN, numbers beyond what a float can hold, a name given twice (the last one counts)
and halves of characters, none of which can be written, hashed or compared again as they were read.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
import math
from typing import Any

#: Digits of a whole number: each such number can be compared with a float, and told in a sentence.
LONGEST = 300


def read_json(text: str | bytes) -> Any:
    """Read a JSON text.

    Raises:
        ValueError: it is none, or nothing that can be written again as it was; says why.
    """
    try:
        data = json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int,
            object_pairs_hook=_object,
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


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the name {twice!r:.60} stands in one object twice")
    return found
