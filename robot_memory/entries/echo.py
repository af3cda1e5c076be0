"""Finds notes of an agent that only repeat what the memory had told it (rules.md §2.7).

What an agent was told must not come back as evidence: the memory would talk itself into things.
Compared are words, not likeness: a note is an echo when it holds all that an entry says, or when
all that it says stands in an entry.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from robot_memory.entries.entry import MemoryEntry

_MARK = re.compile(r"\[\s*\d{1,3}\s*%\s*\]")
_WORD = re.compile(r"\w+", re.UNICODE)
_LEAST_WORDS = 3


def find_echo(note: str, entries: Iterable[MemoryEntry]) -> MemoryEntry | None:
    """Return the entry that a note repeats, None where the note says something of its own.

    Args:
        note: what the agent said; marks such as ``🔴 [92%]`` do not count.
        entries: all that the memory may have told it.
    """
    said = _words(_MARK.sub(" ", note))
    for entry in entries:
        told = _words(entry.text)
        if said == told or _holds(said, told) or _holds(told, said):
            return entry
    return None


def _words(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(_WORD.findall(folded))


def _holds(whole: str, part: str) -> bool:
    return part.count(" ") + 1 >= _LEAST_WORDS and f" {part} " in f" {whole} "
