"""Finds entries with the same statement, to compare those of different robots.

Two notes agree if they have the same words. They also agree if the same detector noticed the same
symptom, at places that touch or in words that differ only in varying values. Mere similarity never
counts (rules.md §1.2).
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
#: For the same symptom, two robots write slightly different numbers.
_NUMBER = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)*")
_RANGE = re.compile("0(?:[-\u2013]0)+")


class AgreeingEntries:
    """Finds entries by their statement."""

    def __init__(self) -> None:
        self._by_words: defaultdict[tuple[EntryType, str], list[MemoryEntry]] = defaultdict(list)
        self._by_about: defaultdict[_About, list[tuple[MemoryEntry, Any]]] = defaultdict(list)

    def add(self, entry: MemoryEntry, place: Mapping[str, Any] | None = None) -> None:
        """Add an entry of this robot or of a peer.

        Args:
            place: the entry's place: ``frame``, ``x``, ``y``, ``sigma`` and ``radius``, as in
                :class:`Position`; by default the place in the entry's own fields.
        """
        kind = _type(entry)
        self._by_words[kind, _words(entry.text)].append(entry)
        about = _about(entry)
        if about is not None:  # peers' words were made harmless, so compare ours likewise
            self._by_about[about].append((entry, place or entry.extra.get("place")))

    def agreeing(self, entry: MemoryEntry) -> Iterator[MemoryEntry]:
        """Yield the entries with the same statement; an entry may be yielded twice."""
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
    """Return a text to compare; case counts except for the first letter: "5 mW" is not "5 MW"."""
    plain = neutral(in_plain_characters(canonical_text(text)))
    words = " ".join(plain.split()).rstrip(".")
    return f"{words[:1].casefold()}{words[1:]}"


def _about(entry: MemoryEntry) -> _About | None:
    """Return the type, detector and symptom of an entry; None if they are unknown."""
    if entry.key is not None:
        return _type(entry), neutral(entry.key.detector), neutral(entry.key.symptom)
    match entry.extra.get("about"):
        case [str(detector), str(symptom)]:
            return _type(entry), detector, symptom
    return None


def _differ_in_values(one: MemoryEntry, other: MemoryEntry) -> bool:
    return has_words_of(one.text, other) or has_words_of(other.text, one)


def says_the_same(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Whether two agreeing entries have the same words, ignoring numbers and ranges.

    A peer may give its entry the place and the symptom of another entry, with different words.
    """
    return without_numbers(one.text) == without_numbers(other.text)


def has_the_same_values(one: MemoryEntry, other: MemoryEntry) -> bool:
    """Whether two entries with the same statement also have the same numbers."""
    return _words(one.text) == _words(other.text)


def without_numbers(text: str) -> str:
    """Return the form of a text without its numbers, equal for texts that differ only in these."""
    return _RANGE.sub("0", _NUMBER.sub("0", _words(text)))


def _touch(one: Any, other: Any) -> bool:
    """Whether two places overlap; places in frames that are new at each start never do."""
    if not (_is_place(one) and _is_place(other)) or one["frame"] != other["frame"]:
        return False
    here, there = Position.from_dict(one), Position.from_dict(other)
    return here.is_lasting and here.distance(there) <= one["radius"] + other["radius"]


def _is_place(value: Any) -> bool:
    """Whether a value is a usable place: the file may have been edited."""
    return (
        isinstance(value, Mapping)
        and isinstance(value.get("frame"), str)
        and all(isinstance(value.get(name), (int, float)) for name in _NUMBERS)
        and all(abs(value[name]) <= _FURTHEST for name in _NUMBERS)
    )
