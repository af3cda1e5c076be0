"""How well a passage fits a question: BM25 (Robertson and Zaragoza, 2009)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from robot_memory.recall.candidates import Candidate, Rarity

_K1, _B = 1.2, 0.75


def bm25(terms: Sequence[str], candidate: Candidate, rarity: Rarity) -> float:
    """Return the BM25 score of one passage."""
    there = candidate.terms.split()
    counts = Counter(there)
    norm = _K1 * (1 - _B + _B * len(there) / rarity.average)
    return sum(
        rarity.of(term) * (_K1 + 1) * counts[term] / (counts[term] + norm)
        for term in terms
        if counts[term]
    )
