"""The thesaurus of the trade as it is looked up: ``config/robot_words.json``.

``config/robot_words.yaml`` is what people write. Stemming its thousands of words would take longer
than a start of recall may, so ``make docs`` writes them down as terms; a test compares the two.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from robot_memory.config_files import config_file
from robot_memory.recall.index_terms import plain_form, term_of, words_of

FILE = "robot_words.json"
LONGEST_PHRASE = 8  # terms; Japanese has one for each pair of characters
# Say nothing in a phrase: "hits the button" is "hit button", "does not move" is "not move".
_LEFT_OUT = frozenset(
    "a an the it its is are was were be been to of very even really always ever any my his her our "
    "their this that does do did has have had will would can could with for and".split()
)
_NOT = frozenset(("not", "no", "never", "cannot", "nothing", "without"))
_NEGATIONS = re.compile(
    r"\b(?:fail(?:s|ed)?|refuse[sd]?|unable|unwilling) to\b|\bno longer\b|\bno more\b"
)
# Endings of words of the languages of the file, the longest first.
_ENDINGS = ("ungen", "iones", "ung", "ion", "en", "er", "es", "em", "os", "as", "ar", "ir", "e",
            "n", "s", "o", "a", "i")  # fmt: skip
_SHORTEST_ROOT = 4  # letters


class WordTable:
    """Groups of words, by number, and what names them.

    Args:
        data: what the file holds: ``phrases``, ``sayings`` and ``roots`` by what names groups,
            lists of ``words`` with what each is worth, ``links`` of each group to such lists with
            what they are worth, and the English ``names`` of each group.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data
        self._synonyms: dict[int, dict[str, float]] = {}
        self._roots: Mapping[str, str] | None = None

    def of_phrase(self, terms: Sequence[str]) -> tuple[int, ...]:
        """Return the groups that a phrase of terms names."""
        return _numbers(self._data["phrases"].get(" ".join(terms), ""))

    def of_saying(self, forms: Sequence[str]) -> tuple[int, ...]:
        """Return the groups that a phrase with words such as "not" and "up" names."""
        return _numbers(self._data["sayings"].get(" ".join(forms), ""))

    def of_root(self, term: str) -> tuple[int, ...]:
        """Return the groups that a word names, whatever its ending."""
        if self._roots is None:
            self._roots = json.loads(self._data["roots"])
        return _numbers(self._roots.get(root_of(term), ""))

    def names(self, group: int) -> list[str]:
        """Return the English terms that a group goes by."""
        return str(self._data["names"][group]).split()

    def synonyms(self, group: int) -> Mapping[str, float]:
        """Return the words that mean about what a group means, each with its worth."""
        known = self._synonyms.get(group)
        if known is None:
            known = self._synonyms[group] = {}
            for words, worth in _pairs(self._data["links"][group]):
                for term, share in _pairs(self._data["words"][int(words)]):
                    known[term] = max(worth * share, known.get(term, 0.0))
        return known


@lru_cache(maxsize=1)
def word_table() -> WordTable:
    """Read the file, once."""
    return WordTable(json.loads(config_file(FILE).read_text(encoding="utf-8")))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


def _pairs(text: str) -> Iterator[tuple[str, float]]:
    parts = text.split()
    for name, worth in zip(parts[::2], parts[1::2], strict=True):
        yield name, float(worth)


def forms_of(text: str) -> list[tuple[str, str]]:
    """Return the words of a phrase in their order, each with its term.

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
    """Return a word without its ending; a short one as it is."""
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _SHORTEST_ROOT:
            return term[: -len(ending)]
    return term
