"""What general words stand for: who asks for sensors means lidars and cameras as well.

A question often names a kind of thing where the answer names the thing, or uses another word for
the same. The words are a small list (``config/english.yaml``) that holds nothing about any
particular memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from robot_memory.recall.index_terms import term_of
from robot_memory.recall.word_lists import word_lists

#: What an associated word is worth beside the word itself.
MEMBER, SAME = 0.5, 0.6


@lru_cache(maxsize=1)
def _table() -> dict[str, dict[str, float]]:
    """Return by term the terms that it stands for, with what they are worth."""
    table: dict[str, dict[str, float]] = {}
    lists = word_lists()
    for names, members in lists.kinds:
        for name in names:
            _add(table, name, members, MEMBER)
    for group in (*(names for names, _ in lists.kinds), *lists.synonyms):
        for word in group:
            _add(table, word, group, SAME)
    return table


def _add(
    table: dict[str, dict[str, float]], word: str, others: Sequence[str], worth: float
) -> None:
    term = term_of(word)
    known = table.setdefault(term, {})
    for other in map(term_of, others):
        if other and other != term:
            known[other] = max(worth, known.get(other, 0.0))


def associated(term: str) -> Mapping[str, float]:
    """Return what a term of a question may stand for, each with its worth; often nothing."""
    return _table().get(term, {})
