"""JSON as governance accepts it: ambiguous JSON is refused.

``json`` takes NaN, numbers beyond what a float can hold, a name given twice (the last one counts)
and halves of characters, none of which can be written, hashed or compared again as they were read.

See docs/reference/governance.md, "Files".
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from robot_memory.finite_json import read_finite_json


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
    data = read_finite_json(text, object_of)
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("it holds half of a character (a lone surrogate)") from None
    return data


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
