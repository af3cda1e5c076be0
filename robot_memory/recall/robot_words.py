"""Words of the trade: other words for the same, and causes and symptoms (config/robot_words.yaml).

A technician asks for what is seen ("does not charge"), a driver tells what it measured ("contact
resistance high"). Groups hold words for the same in several languages; families say which groups
belong together, kinds what is an example of what. Nothing here is about any particular robot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from robot_memory.recall.index_terms import terms_of
from robot_memory.recall.question_words import language_of, without_function_words
from robot_memory.recall.word_table import LONGEST_PHRASE, WordTable, forms_of, word_table

_SHORTEST_PART = 4  # letters of a part of a compound word


@dataclass(frozen=True)
class Sense:
    """What some terms of a question may stand for.

    Attributes:
        own: the terms, in the order of the question; none where all its words are like "by itself".
        synonyms: terms that mean about the same, each with its worth from 0 to 1.
    """

    own: tuple[str, ...]
    synonyms: Mapping[str, float]


def senses(terms: Sequence[str], *, is_foreign: bool = False) -> list[Sense]:
    """Return what the terms of a question may stand for; nothing for terms that are not known.

    Args:
        terms: in the order of the question.
        is_foreign: whether it is not in English, so that its words have not lost their endings.
    """
    table = word_table()
    return [
        Sense(own, _synonyms(table, groups, own))
        for own, groups in _named(table, terms, is_foreign=is_foreign)
    ]


def sayings(question: str) -> list[Sense]:
    """Return what phrases with words such as "not", "up" and "by itself" stand for.

    Alone their words say something else, or nothing: "gives up", "cuts out", "does not move".
    """
    table, forms = word_table(), forms_of(question)
    found = []
    start = 0
    while start < len(forms):
        for length in range(min(LONGEST_PHRASE, len(forms) - start), 1, -1):
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
    """Return the English words that a text in another language is found by; none of English."""
    if not language_of(text):
        return []
    table = word_table()
    named = _named(table, terms_of(without_function_words(text)), is_foreign=True)
    names = (table.names(group) for _, groups in named for group in groups)
    return list(dict.fromkeys(term for some in names for term in some))


def _named(
    table: WordTable, terms: Sequence[str], *, is_foreign: bool
) -> Iterator[tuple[tuple[str, ...], tuple[int, ...]]]:
    """Yield the groups that the terms name, longer phrases first to take their words."""
    start = 0
    while start < len(terms):
        for length in range(min(LONGEST_PHRASE, len(terms) - start), 0, -1):
            own = tuple(terms[start : start + length])
            groups = table.of_phrase(own)
            if not groups and length == 1 and is_foreign:
                groups = _by_form(table, terms[start])
            if groups:
                yield own, groups
                start += length - 1
                break
        start += 1


def _by_form(table: WordTable, term: str) -> tuple[int, ...]:
    """Return what a word means whose ending is another one, or that is put together of two."""
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
    table: WordTable, groups: tuple[int, ...], own: tuple[str, ...]
) -> Mapping[str, float]:
    synonyms: dict[str, float] = {}
    for group in groups:
        for term, worth in table.synonyms(group).items():
            if term not in own:
                synonyms[term] = max(worth, synonyms.get(term, 0.0))
    return synonyms
