"""Finds the notes that a statement contradicts: similar words, other value or negation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from robot_memory.entries import MemoryEntry
from robot_memory.foundation.words.index_terms import terms_of

_FEWEST = 2  # words that both must share
_SHARE = 0.75  # of the shorter note's words, which both must share


@dataclass(frozen=True)
class _Statement:
    """A note's content: its words, its values, and whether it is negated."""

    terms: frozenset[str]
    values: tuple[str, ...]
    is_denied: bool

    @classmethod
    def of(cls, text: str) -> _Statement:
        # Compiling their patterns takes a third of a second; only a review should wait for it.
        from robot_memory.long_term.night_shift.session_turns import is_negated
        from robot_memory.perception.masking.masking import phrase

        said = phrase(text)
        return cls(frozenset(terms_of(said.pattern)), tuple(said.values), is_negated(text))

    def is_against(self, other: _Statement) -> bool:
        """Whether another statement has other values, or a different negation."""
        if self.is_denied is not other.is_denied:
            return True
        return bool(self.values and other.values) and self.values != other.values


class OppositeNotes:
    """Finds the note that contradicts a text."""

    def __init__(self, notes: Iterable[MemoryEntry]) -> None:
        self._notes = [(one, _Statement.of(one.text)) for one in notes]
        self._with_term: dict[str, list[int]] = defaultdict(list)
        for place, (_, said) in enumerate(self._notes):
            for term in said.terms:
                self._with_term[term].append(place)

    def against(self, text: str) -> MemoryEntry | None:
        """Return the contradicting note that shares the most words; None if there is none."""
        told = _Statement.of(text)
        return next((note for note, said in self._like(told) if told.is_against(said)), None)

    def denial_of(self, text: str) -> MemoryEntry | None:
        """Return a note that differs from a text in its negation; None if there is none.

        Different values alone are no denial: agents note one measurement after the other.
        """
        told = _Statement.of(text)
        found = (one for one, said in self._like(told) if said.is_denied is not told.is_denied)
        return next(found, None)

    def _like(self, told: _Statement) -> Iterator[tuple[MemoryEntry, _Statement]]:
        """Yield the notes that share enough words, those that share the most first."""
        shared = Counter(place for term in told.terms for place in self._with_term.get(term, ()))
        for place, count in shared.most_common():
            note, said = self._notes[place]
            if count >= max(_FEWEST, _SHARE * min(len(told.terms), len(said.terms))):
                yield note, said
