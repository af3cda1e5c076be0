"""Thesaurus of robotics: synonyms, and causes with their symptoms (config/robot_words.yaml).

A technician asks for a symptom ("does not charge"), a driver reports a measurement ("contact
resistance high"). Groups hold synonyms in several languages; families say which groups belong
together, kinds give examples of a general term. Nothing here is specific to one robot.

People edit ``config/robot_words.yaml``. Stemming its thousands of words would delay the start of
recall too much, so ``make docs`` stores them as terms in ``config/robot_words.json``; a test
compares the two files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory.foundation.config_files import config_file
from robot_memory.foundation.words.index_terms import plain_form, term_of, terms_of, words_of
from robot_memory.long_term.recall.question_words import language_of, without_function_words

FILE = "robot_words.json"
_LONGEST_PHRASE = 8  # terms; Japanese has one term for each pair of characters
# Ignored in phrases: "hits the button" is "hit button", "does not move" is "not move".
_LEFT_OUT = frozenset(
    "a an the it its is are was were be been to of very even really always ever any my his her our "
    "their this that does do did has have had will would can could with for and".split()
)
_NOT = frozenset(("not", "no", "never", "cannot", "nothing", "without"))
_NEGATIONS = re.compile(
    r"\b(?:fail(?:s|ed)?|refuse[sd]?|unable|unwilling) to\b|\bno longer\b|\bno more\b"
)
# Word endings in the languages of the file, the longest first.
_ENDINGS = ("ungen", "iones", "ung", "ion", "en", "er", "es", "em", "os", "as", "ar", "ir", "e",
            "n", "s", "o", "a", "i")  # fmt: skip
_SHORTEST_ROOT = 4  # letters
_SHORTEST_PART = 4  # letters of a part of a compound word


@dataclass(frozen=True)
class Sense:
    """What some terms of a question may stand for.

    Attributes:
        own: the terms, in the order of the question; none for a phrase like "by itself".
        synonyms: terms that mean about the same, each with its worth from 0 to 1.
    """

    own: tuple[str, ...]
    synonyms: Mapping[str, float]


def senses(terms: Sequence[str], *, is_foreign: bool = False) -> list[Sense]:
    """Return the senses of a question's terms; none for unknown terms.

    Args:
        terms: in the order of the question.
        is_foreign: whether the question is not in English, so that its words keep their endings.
    """
    table = _word_table()
    return [
        Sense(own, _synonyms(table, groups, own))
        for own, groups in _named(table, terms, is_foreign=is_foreign)
    ]


def sayings(question: str) -> list[Sense]:
    """Return the senses of phrases with words such as "not", "up" and "by itself".

    Alone, their words mean something else or nothing: "gives up", "cuts out", "does not move".
    """
    table, forms = _word_table(), forms_of(question)
    found = []
    start = 0
    while start < len(forms):
        for length in range(min(_LONGEST_PHRASE, len(forms) - start), 1, -1):
            some = forms[start : start + length]
            groups = table.of_saying([form for form, _ in some])
            if groups:
                own = tuple(term for _, term in some if term)
                found.append(Sense(own, _synonyms(table, groups, own)))
                start += length - 1
                break
        start += 1
    return found


def english_terms(text: str) -> list[str]:
    """Return the English words to find a foreign-language text by; none for an English text."""
    if not language_of(text):
        return []
    table = _word_table()
    named = _named(table, terms_of(without_function_words(text)), is_foreign=True)
    names = (table.names(group) for _, groups in named for group in groups)
    return list(dict.fromkeys(term for some in names for term in some))


def _named(
    table: _WordTable, terms: Sequence[str], *, is_foreign: bool
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield the groups that the terms name; longer phrases take their words first."""
    start = 0
    while start < len(terms):
        for length in range(min(_LONGEST_PHRASE, len(terms) - start), 0, -1):
            own = tuple(terms[start : start + length])
            groups = table.of_phrase(own)
            if not groups and length == 1 and is_foreign:
                groups = _by_form(table, terms[start])
            if groups:
                yield own, groups
                start += length - 1
                break
        start += 1


def _by_form(table: _WordTable, term: str) -> tuple[int, ...]:
    """Return the groups of a word with another ending, or of a compound of two words."""
    found = table.of_root(term)
    if found or not term.isalpha():
        return found
    for at in range(_SHORTEST_PART, len(term) - _SHORTEST_PART + 1):
        first, rest = term[:at], term[at:]
        parts = table.of_root(first), table.of_root(rest)
        if not parts[0] and first.endswith("s"):  # "Ladungskabel" has an s between its parts
            parts = table.of_root(first[:-1]), parts[1]
        if parts[0] and parts[1]:
            return tuple(dict.fromkeys(parts[0] + parts[1]))
    return ()


@lru_cache(256)  # most questions are about a few words
def _synonyms(
    table: _WordTable, groups: tuple[int, ...], own: tuple[str, ...]
) -> Mapping[str, float]:
    synonyms: dict[str, float] = {}
    for group in groups:
        for term, worth in table.synonyms(group).items():
            if term not in own:
                synonyms[term] = max(worth, synonyms.get(term, 0.0))
    return synonyms


def forms_of(text: str) -> list[tuple[str, str]]:
    """Return the words of a phrase in order, each with its term.

    Words such as "up" and "not" have no term; articles and auxiliary verbs are left out.
    """
    forms = []
    for word in words_of(_NEGATIONS.sub("not", plain_form(text))):
        if word in _NOT or word.endswith("n't"):
            forms.append(("not", ""))
        elif word not in _LEFT_OUT:
            term = term_of(word)
            forms.append((term or word, term))
    return forms


def root_of(term: str) -> str:
    """Return a word without its ending; a short word unchanged."""
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _SHORTEST_ROOT:
            return term[: -len(ending)]
    return term


class _WordTable:
    """Groups of words by number, and the phrases that name them.

    Args:
        data: the content of the file: ``phrases``, ``sayings`` and ``roots`` map a name to groups;
            ``words`` are lists of words with their worth; ``links`` map each group to such lists
            with their worth; ``names`` are the English names of each group.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._synonyms: dict[int, dict[str, float]] = {}
        self._roots: Mapping[str, str] | None = None

    def of_phrase(self, terms: Sequence[str]) -> tuple[int, ...]:
        """Return the groups named by a phrase of terms."""
        return _numbers(self._data["phrases"].get(" ".join(terms), ""))

    def of_saying(self, forms: Sequence[str]) -> tuple[int, ...]:
        """Return the groups named by a phrase with words such as "not" and "up"."""
        return _numbers(self._data["sayings"].get(" ".join(forms), ""))

    def of_root(self, term: str) -> tuple[int, ...]:
        """Return the groups named by a word with any ending."""
        if self._roots is None:
            self._roots = json.loads(self._data["roots"])
        return _numbers(self._roots.get(root_of(term), ""))

    def names(self, group: int) -> list[str]:
        """Return the English terms of a group."""
        return str(self._data["names"][group]).split()

    def synonyms(self, group: int) -> Mapping[str, float]:
        """Return the synonyms of a group, each with its worth."""
        known = self._synonyms.get(group)
        if known is None:
            known = self._synonyms[group] = {}
            for words, worth in _pairs(self._data["links"][group]):
                for term, share in _pairs(self._data["words"][int(words)]):
                    known[term] = max(worth * share, known.get(term, 0.0))
        return known


@lru_cache(maxsize=1)
def _word_table() -> _WordTable:
    return _WordTable(json.loads(config_file(FILE).read_text(encoding="utf-8")))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _pairs(text: str) -> Iterator[tuple[str, float]]:
    parts = text.split()
    for name, worth in zip(parts[::2], parts[1::2], strict=True):
        yield name, float(worth)
