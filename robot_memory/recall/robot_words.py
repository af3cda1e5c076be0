"""Words of the trade: other words for the same, and causes and symptoms (config/robot_words.yaml).

A technician asks for what is seen ("does not charge"), a driver tells what it measured ("contact
resistance high"). Groups hold words for the same in several languages; families say which groups
belong together. Nothing here is about any particular robot.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from robot_memory import yaml_reading
from robot_memory.config_files import config_file
from robot_memory.recall.index_terms import terms_of

_FILE = "robot_words.yaml"
#: What a word for the same is worth beside the word itself, and what a word of a related group is.
SAME, RELATED = 0.8, 0.4
# What a word that could mean two things is worth as the one that the question does not suggest.
_UNLIKELY = 0.5
_SHORTEST_PART = 4  # letters of a part of a compound word
_LONGEST_PHRASE = 8  # terms; Japanese has one for each pair of characters
#: Endings of words of the languages of the file, the longest first.
_ENDINGS = ("ungen", "iones", "ung", "ion", "en", "er", "es", "em", "os", "as", "ar", "ir", "e",
            "n", "s", "o", "a", "i")  # fmt: skip
_SHORTEST_ROOT = 4


@dataclass(frozen=True)
class _Table:
    """What the file says, by terms.

    Attributes:
        of_phrase: which groups a phrase of terms names.
        of_root: which groups a word names, its ending left out.
        related: which groups belong to a group.
        synonyms: of each group its words and those of related groups, each with its worth.
    """

    of_phrase: Mapping[tuple[str, ...], frozenset[int]]
    of_root: Mapping[str, frozenset[int]]
    related: Mapping[int, frozenset[int]]
    synonyms: Sequence[Mapping[str, float]]


@dataclass(frozen=True)
class Sense:
    """What some terms of a question may stand for.

    Attributes:
        at: which terms, from one up to another.
        synonyms: terms that mean about the same, each with its worth from 0 to 1.
    """

    at: tuple[int, int]
    synonyms: Mapping[str, float]


def senses(terms: Sequence[str], *, is_foreign: bool = False) -> list[Sense]:
    """Return what the terms of a question may stand for; nothing for terms that are not known.

    A word with two meanings counts mostly as the one that fits the other words of the question.

    Args:
        terms: in the order of the question.
        is_foreign: whether it is not in English, so that its words have not lost their endings.
    """
    table = _table()
    named = list(_named(table, terms, is_foreign=is_foreign))
    whole = [frozenset().union(*(groups for _, groups in named[:n] + named[n + 1 :]))
             for n in range(len(named))]  # fmt: skip
    return [
        Sense(at, _synonyms(table, groups, others, set(terms[at[0] : at[1]])))
        for (at, groups), others in zip(named, whole, strict=True)
    ]


def _named(
    table: _Table, terms: Sequence[str], *, is_foreign: bool
) -> Iterable[tuple[tuple[int, int], frozenset[int]]]:
    """Yield the groups that the terms name, longer phrases first to take their words."""
    start = 0
    while start < len(terms):
        for length in range(min(_LONGEST_PHRASE, len(terms) - start), 0, -1):
            groups = table.of_phrase.get(tuple(terms[start : start + length]))
            if groups is None and length == 1 and is_foreign:
                groups = _by_form(table, terms[start])
            if groups:
                yield (start, start + length), groups
                start += length - 1
                break
        start += 1


def _by_form(table: _Table, term: str) -> frozenset[int]:
    """Return what a word means whose ending is another one, or that is put together of two."""
    found = table.of_root.get(_root(term))
    if found is not None or not term.isalpha():
        return found or frozenset()
    for at in range(_SHORTEST_PART, len(term) - _SHORTEST_PART + 1):
        first, rest = term[:at], term[at:]
        parts = [table.of_root.get(_root(part)) for part in (first, rest)]
        if parts[1] is None and first.endswith("s"):
            parts = [table.of_root.get(_root(first[:-1])), table.of_root.get(_root(rest))]
        if parts[0] and parts[1]:
            return parts[0] | parts[1]
    return frozenset()


def _synonyms(
    table: _Table, groups: frozenset[int], others: frozenset[int], own: set[str]
) -> dict[str, float]:
    if len(groups) > 1:
        near = others.union(*(table.related.get(group, frozenset()) for group in others))
        likely = groups & near or groups
    else:
        likely = groups
    synonyms: dict[str, float] = {}
    for group in groups:
        _add(synonyms, table.synonyms[group], 1.0 if group in likely else _UNLIKELY)
    return {term: worth for term, worth in synonyms.items() if term not in own}


def _add(synonyms: dict[str, float], words: Mapping[str, float], worth: float) -> None:
    for term, share in words.items():
        synonyms[term] = max(worth * share, synonyms.get(term, 0.0))


@lru_cache(maxsize=1)
def _table() -> _Table:
    data: Any = yaml_reading.load(config_file(_FILE).read_text(encoding="utf-8"))
    lines = [line.split() for lines in data["same"].values() for line in lines]
    of_phrase: dict[tuple[str, ...], set[int]] = defaultdict(set)
    of_root: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(lines):
        for phrase in filter(None, map(_terms, line)):
            of_phrase[phrase].add(number)
            if len(phrase) == 1:
                of_root[_root(phrase[0])].add(number)
    groups = _shared([_words_of(line) for line in lines])
    related = _families({line[0]: at for at, line in enumerate(lines)}, data["related"])
    return _Table(
        {phrase: frozenset(named) for phrase, named in of_phrase.items()},
        {root: frozenset(named) for root, named in of_root.items()},
        {group: frozenset(others) for group, others in related.items()},
        [_near(groups, number, related[number]) for number in range(len(groups))],
    )


def _shared(groups: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """Return groups in which a word of several groups counts less than one of a single group."""
    number = Counter(term for words in groups for term in words)
    return [
        {term: share / math.sqrt(number[term]) for term, share in words.items()} for words in groups
    ]


def _families(names: Mapping[str, int], families: Sequence[Sequence[str]]) -> dict[int, set[int]]:
    """Return by group which ones belong to it: the first of a family and each other one."""
    related: dict[int, set[int]] = defaultdict(set)
    for first, *more in families:
        for other in more:
            related[names[first]].add(names[other])
            related[names[other]].add(names[first])
    return related


def _near(
    groups: Sequence[Mapping[str, float]], number: int, related: Iterable[int]
) -> dict[str, float]:
    """Return the words of a group and of those that belong to it, each with its worth."""
    synonyms: dict[str, float] = {}
    _add(synonyms, groups[number], SAME)
    for other in related:
        _add(synonyms, groups[other], RELATED)
    return synonyms


def _words_of(line: Sequence[str]) -> dict[str, float]:
    """Return the words of a group that a passage is found by: each alone, as a term."""
    words: dict[str, float] = {}
    for word in line:
        terms = _terms(word)
        if len(terms) == 1 or (terms and not word.isascii()):
            _add(words, dict.fromkeys(terms, 1.0 / len(terms)), 1.0)
    return words


def _terms(word: str) -> tuple[str, ...]:
    return tuple(terms_of(word.replace("_", " ")))


def _root(term: str) -> str:
    """Return a word without its ending; a short one as it is."""
    for ending in _ENDINGS:
        if term.endswith(ending) and len(term) - len(ending) >= _SHORTEST_ROOT:
            return term[: -len(ending)]
    return term
