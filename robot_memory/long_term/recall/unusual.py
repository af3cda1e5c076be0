"""How unusual a passage is: whoever asks what broke on a day wants no error of every day.

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from heapq import nlargest

from robot_memory.foundation.short_cache import cached_if_short
from robot_memory.foundation.words.index_terms import terms_of
from robot_memory.long_term.recall.hit_merger import ScoredPassage
from robot_memory.long_term.recall.passage import IndexedPassage
from robot_memory.long_term.recall.recall_index import RecallIndex

_LEAST = 0.2  # what a passage counts whose words are in all passages
_LEAST_OF_BEST = 0.1  # the same, where the question also says what it is about
_BEST = 10  # hits that are compared then: looking up words takes time
_AT_ONCE = 500  # terms that are looked up
_SMALL = 1_000  # passages; in a smaller memory no word is common yet

Scored = tuple[float, IndexedPassage]


def unusual_first(index: RecallIndex, scored: Sequence[Scored]) -> list[Scored]:
    """Return the same passages, each counting more the rarer its words are.

    Args:
        index: tells how many passages have a word.
        scored: how well passages fit that are of a time, which says nothing of what they are about.
    """
    rarity = _rarity_of(index, {one.id: dict.fromkeys(one.terms.split()) for _, one in scored})
    return [(fit * (_LEAST + (1.0 - _LEAST) * rarity[one.id]), one) for fit, one in scored]


def unusual_of_best_first(
    index: RecallIndex, mixed: Sequence[ScoredPassage]
) -> list[ScoredPassage]:
    """Return the same hits; of the best entries, rows and pages the unusual ones count more.

    What a part says every day has a word of many a question. Those that are not compared count
    as the most usual of the best. Turns of talks stay: their words are those of people.

    Args:
        index: tells how many passages have a word.
        mixed: what fits, each once.
    """
    records = [one for one in mixed if one.found.turn < 0]
    best = nlargest(_BEST, records, key=lambda one: one.score)
    # What is said counts, and not where: one sentence on two pages is as unusual on both.
    rarity = _rarity_of(index, {one.found.id: _said(one.found.text) for one in best})
    factors = {key: _LEAST_OF_BEST + (1.0 - _LEAST_OF_BEST) * one for key, one in rarity.items()}
    least = min(factors.values(), default=1.0)
    return [
        one if one.found.turn >= 0
        else replace(one, score=one.score * factors.get(one.found.id, least))
        for one in mixed
    ]  # fmt: skip


def _rarity_of(index: RecallIndex, passages: Mapping[int, Collection[str]]) -> dict[int, float]:
    """Return the mean rarity of the terms of each of some passages, from 0 to 1."""
    count = max(_SMALL, index.size("passages"))
    terms = list({term for some in passages.values() for term in some})
    found: dict[str, int] = {}
    for at in range(0, len(terms), _AT_ONCE):
        found |= index.found(terms[at : at + _AT_ONCE])
    most = math.log(1.0 + count)
    rarity = {term: most - math.log(1.0 + found.get(term, 0)) for term in terms}
    return {
        key: sum(map(rarity.__getitem__, some)) / (most * len(some)) if some else 0.0
        for key, some in passages.items()
    }


@cached_if_short(4096, longest=300)
def _said(text: str) -> tuple[str, ...]:
    """Return the terms of a text, each once, in their order, which makes sums the same."""
    return tuple(dict.fromkeys(terms_of(text)))
