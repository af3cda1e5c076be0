"""JSON as it stands in the files of facts."""

from __future__ import annotations

import json

from robot_memory.escaping import visible_json


def to_json(value: object) -> str:
    """Return one line of JSON, in UTF-8 but for what cannot be seen."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    text.encode()  # raises where half a character stands in it
    return visible_json(text)
