"""Finds entries by what they state, to compare those of different robots.

Two notes agree when they say the same in the same words, or when they are about the same symptom,
noticed by the same detector, at places that touch or in words that differ in values that vary only.
Never by likeness (rules.md §1.2).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from robot_memory.entries.entry_id import canonical_text
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.near_duplicates import has_words_of
from robot_memory.entries.normal_words import in_plain_characters
from robot_memory.entries.peer_text import neutral
from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.ledger.position import Position

_About = tuple[EntryType, str, str]
_NUMBERS = ("x", "y", "sigma", "radius")
_FURTHEST = 1e9
#: Where the same symptom was noticed, two robots write slightly different numbers.
_NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)*")
_RANGE = re.compile("0(?:[-\u2013]0)+")


class AgreeingEntries:
    """Finds entries by what they state."""

    def __init__(self) -> None:
        self._by_words: defaultdict[tuple[EntryType, str], list[MemoryEntry]] = defaultdict(list)
        self._by_about: defaultdict[_About, list[tuple[MemoryEntry, Any]]] = defaultdict(list)

    def add(self, entry: MemoryEntry, place: Mapping[str, Any] | None = None) -> None:
        """Add an entry, an own one or a peer's.

        Args:
            place: where it is: ``frame``, ``x``, ``y``, ``sigma`` and ``radius``, as of
                :class:`Position`; by default what came along with it.
        """
        kind = _type(entry)
        self._by_words[kind, _words(entry.text)].append(entry)
        about = _about(entry)
        if about is not None:  # the words of a peer were made harmless: so are ours, to compare
            self._by_about[about].append((entry, place or entry.extra.get("place")))

    def agreeing(self, entry: MemoryEntry) -> Iterator[MemoryEntry]:
        """Yield the entries that say what another one says; some of them perhaps twice."""
        yield from self._by_words.get((_type(entry), _words(entry.text)), ())
        about = _about(entry)
        if about is not None:
            for other, place in self._by_about.get(about, ()):
                if _touch(place, entry.extra.get("place")) or _differ_in_values(entry, other):
                    yield other


def _type(entry: MemoryEntry) -> EntryType:
    return entry.resolved_from or entry.type


@cached_if_short(8192, longest=1000)
def _words(text: str) -> str:
    """Return a text to compare; case counts but for its first letter: "5 mW" is not "5 MW"."""
    plain = neutral(in_plain_characters(canonical_text(text)))
    words = " ".join(plain.split()).rstrip(".")
    return f"{words[:1].casefold()}{words[1:]}"


def _about(entry: MemoryEntry) -> _About | None:
    """Return which detector noticed what; None where nothing of it is known."""
    if entry.key is not None:
        return _type(entry), neutral(entry.key.detector), neutral(entry.key.symptom)
    match entry.extra.get("about"):
        case [str(detector), str(symptom)]:
            return _type(entry), detector, symptom
    return None


def _differ_in_values(one: MemoryEntry, other: MemoryEntry) -> bool:
    return has_words_of(one.text, other) or has_words_of(other.text, one)


def says_the_same(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Tell whether two entries that agree have the same words, numbers and ranges left out.

    A peer may give its entry the place and the symptom of another one, and words of its own.
    """
    return without_numbers(one.text) == without_numbers(other.text)


def has_the_same_values(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Tell whether two entries that say the same have the same numbers, too."""
    return _words(one.text) == _words(other.text)


def without_numbers(text: str) -> str:
    """Return what two texts have in common that differ in numbers alone."""
    return _RANGE.sub("0", _NUMBER.sub("0", _words(text)))


def _touch(one: Any, other: Any) -> bool:
    """Tell whether two places overlap; those of frames that begin anew at each start never do."""
    if not (_is_place(one) and _is_place(other)) or one["frame"] != other["frame"]:
        return False
    here, there = Position.from_dict(one), Position.from_dict(other)
    return here.is_lasting and here.distance(there) <= one["radius"] + other["radius"]


def _is_place(value: Any) -> bool:
    """Tell whether it is one: what stands in the file may have been edited."""
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("frame"), str)
        and all(isinstance(value.get(name), (int, float)) for name in _NUMBERS)
        and all(abs(value[name]) <= _FURTHEST for name in _NUMBERS)
    )
