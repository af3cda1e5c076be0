"""Finds notes of an agent that only repeat what the memory had told it (rules.md §2.7).

What an agent was told must not come back as evidence: the memory would talk itself into things.
Compared are words, not likeness: a note is an echo when it holds all that an entry says, when
all that it says stands in an entry, or when it says the same in nearly the same words. Numbers keep
their signs and comparisons: "≤ 0.3 m/s" does not repeat "≥ 0.3 m/s".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.near_duplicates import normal_words, words_of

_MARK = re.compile(r"[🔴🟡🟢]?\s*\[\s*\d{1,3}\s*%\s*\]")
_LEAST_WORDS = 3


def find_echo(note: str, entries: Iterable[MemoryEntry]) -> MemoryEntry | None:
    """Return the entry that a note repeats, None where the note says something of its own.

    Args:
        note: what the agent said; marks such as ``🔴 [92%]`` do not count.
        entries: all that the memory may have told it.
    """
    plain = _MARK.sub(" ", note)
    said, normal = _words(plain), normal_words(plain)
    for entry in entries:
        told = _words(entry.text)
        if said == told or _holds(said, told) or _holds(told, said):
            return entry
        if normal == normal_words(entry.text):
            return entry
    return None


def _words(text: str) -> str:
    return " ".join(word.casefold() for word in words_of(text))


def _holds(whole: str, part: str) -> bool:
    return part.count(" ") + 1 >= _LEAST_WORDS and f" {part} " in f" {whole} "
