"""How unusual a passage is: whoever asks what broke on a day wants no error of every day."""

from __future__ import annotations

import math
from collections.abc import Sequence

from robot_memory.recall.indexed_passage import IndexedPassage
from robot_memory.recall.recall_index import RecallIndex

_LEAST = 0.2  # what a passage counts whose words are in all passages
_AT_ONCE = 500  # terms that are looked up


def unusual_first(
    index: RecallIndex, scored: Sequence[tuple[float, IndexedPassage]]
) -> list[tuple[float, IndexedPassage]]:
    """Return the same passages, each counting more the rarer its words are.

    Args:
        index: tells how many passages have a word.
        scored: how well passages fit that are of a time, which says nothing of what they are about.
    """
    passages = index.size("passages")
    terms = sorted({term for _, one in scored for term in one.terms.split()})
    found: dict[str, int] = {}
    for at in range(0, len(terms), _AT_ONCE):
        found |= index.found(terms[at : at + _AT_ONCE])
    most = math.log(1.0 + passages)

    def share(one: IndexedPassage) -> float:
        """Return the mean rarity of its words, from 0 to 1."""
        words = set(one.terms.split())
        rarities = (math.log((1.0 + passages) / (1.0 + found.get(word, 0))) for word in words)
        return sum(rarities) / (most * len(words)) if words and most else 0.0

    return [(fit * (_LEAST + (1.0 - _LEAST) * share(one)), one) for fit, one in scored]
