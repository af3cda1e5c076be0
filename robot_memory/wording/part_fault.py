"""A kind of fault of a kind of part: its words, and what to do."""

from __future__ import annotations

from typing import NamedTuple

from robot_memory.wording.part_words import PartKind

#: For a fault that any part may have, where the text names one.
EVERY_PART = tuple(PartKind)


class PartFault(NamedTuple):
    """A kind of fault.

    Attributes:
        pattern: its words, with the part's where the part stands beside them.
        advice: what to do; ``{it}`` and ``{its}`` are the part that the text names.
        parts: kinds of which one must be named in the whole text as well; empty: none needs be.
    """

    pattern: str
    advice: str
    parts: tuple[PartKind, ...] = ()
