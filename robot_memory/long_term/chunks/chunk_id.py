"""What a chunk is called: ``chunk-YYYY-MM-DD-`` and eight hex digits (001 §Field Descriptions).

Specification: rules.md §8.6.

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable
from datetime import datetime, timezone

# Read as in the document's own examples, some of which have six digits or letters past f
# (rules.md §8.6). Nothing else can be a part of a path.
_FORM = re.compile(r"chunk-(\d{4}-\d{2})-\d{2}-[0-9a-z]{6,8}", re.ASCII)
_DIGITS = 8  # hexadecimal digits


def is_chunk_id(text: object) -> bool:
    """Tell whether a text can be the id of a chunk; whatever is not is never made a path."""
    return isinstance(text, str) and _FORM.fullmatch(text) is not None


def month_of(chunk_id: str) -> str:
    """Return the month, ``YYYY-MM``, that a chunk is filed under."""
    match = _FORM.fullmatch(chunk_id)
    if match is None:
        raise ValueError(f"{chunk_id!r} is not the id of a chunk")
    return match.group(1)


def mint_id(created: datetime, seed: str, is_taken: Callable[[str], bool]) -> str:
    """Return an id that is not taken.

    Args:
        created: the day that it names, UTC.
        seed: the same seed gives the same id.
        is_taken: tells whether an id is another chunk's.
    """
    day = created.astimezone(timezone.utc).strftime("%Y-%m-%d")
    for number in itertools.count():
        text = f"{seed}\n{number}" if number else seed
        digest = hashlib.sha256(text.encode()).hexdigest()
        chunk_id = f"chunk-{day}-{digest[:_DIGITS]}"
        if not is_taken(chunk_id):
            return chunk_id
    raise AssertionError("unreachable")
