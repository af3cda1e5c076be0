"""JSON as it stands in the files of facts."""

from __future__ import annotations

import json

# Some readers take these for the end of a line.
_LINE_ENDS = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}


def to_json(value: object) -> str:
    """Return one line of JSON, in UTF-8 rather than escapes."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return text if text.isascii() else text.translate(_LINE_ENDS)
