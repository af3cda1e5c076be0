"""Scoring passages and mixing the levels (002 §Read Operation). No clock, no disk."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from robot_memory.levels.level_passage import LevelPassage
from robot_memory.levels.level_tree import MemoryLevel
from robot_memory.levels.shelf import Book, searched
from robot_memory.levels.terms import terms_of

#: rules.md §8.
LEVEL_WEIGHTS = {MemoryLevel.PROCEDURAL: 1.0, MemoryLevel.SEMANTIC: 0.8, MemoryLevel.EPISODIC: 0.5}
#: 002 §CMS Level Mapping; a day.
DECAY = {MemoryLevel.PROCEDURAL: 0.999, MemoryLevel.SEMANTIC: 0.99, MemoryLevel.EPISODIC: 0.9}

_K1, _B = 1.2, 0.75  # BM25
_CANDIDATES = 200  # hits that are ranked
_ORDER = tuple(MemoryLevel)


@dataclass(frozen=True)
class LevelHit:
    """A passage that answers a query.

    Attributes:
        passage: what was found, and where.
        relevance: how well it matches, 1.0 for the best match of all levels.
        weight: of its level, at its age.
        matched: the terms of the query that it holds.
    """

    passage: LevelPassage
    relevance: float
    weight: float
    matched: tuple[str, ...]

    @property
    def score(self) -> float:
        """What it is ranked by."""
        return self.relevance * self.weight


@dataclass(frozen=True)
class LevelContext:
    """What the levels know about a query.

    Attributes:
        query: what was asked.
        hits: best first.
        overridden: what a higher level says otherwise, or better: same key, other level.
    """

    query: str
    hits: tuple[LevelHit, ...]
    overridden: tuple[LevelHit, ...] = ()


def weight_of(level: MemoryLevel, time: datetime | None, now: datetime) -> float:
    """Return the weight of a passage.

    Newer knowledge weighs more: its weight fades by 1 % a day, but not below that of what was
    only said in a session. The other levels do not fade; sessions leave after a time instead.
    """
    weight = LEVEL_WEIGHTS[level]
    if level is not MemoryLevel.SEMANTIC or time is None:
        return weight
    days = max(0.0, (now - time).total_seconds() / 86400.0)
    faded: float = weight * DECAY[level] ** days
    return max(LEVEL_WEIGHTS[MemoryLevel.EPISODIC], faded)


def search(books: Sequence[Book], query: str, now: datetime) -> list[LevelHit]:
    """Return the passages that share a term with the query, best first.

    Of very many, as for a common word, those that weigh most by level and match are looked at.
    """
    terms = tuple(dict.fromkeys(terms_of(query)))
    scores = _scores(books, terms)
    weights = [_level_weight(book) for book in books]
    best = max(scores.values(), default=1.0)
    chosen = heapq.nlargest(_CANDIDATES, scores, key=lambda at: scores[at] * weights[at[0]])
    hits = (_hit(books[b].passages[i], scores[b, i] / best, terms, now) for b, i in chosen)
    return sorted(hits, key=_rank)


def _scores(books: Sequence[Book], terms: Sequence[str]) -> dict[tuple[int, int], float]:
    """Return the BM25 score of each passage with a term, by the numbers of book and passage."""
    count = sum(len(book.passages) for book in books)
    average = sum(sum(book.lengths) for book in books) / count if count else 1.0
    scores: dict[tuple[int, int], float] = {}
    for term in terms:
        there = [(b, book) for b, book in enumerate(books) if term in book.places]
        found = sum(len(book.places[term]) for _, book in there)
        rarity = math.log(1 + (count - found + 0.5) / (found + 0.5)) * (_K1 + 1)
        for b, book in there:
            lengths = book.lengths
            for i, n in book.places[term]:
                norm = n + _K1 * (1 - _B + _B * lengths[i] / average)
                scores[b, i] = scores.get((b, i), 0.0) + rarity * n / norm
    return scores


def _level_weight(book: Book) -> float:
    """Return the weight of the level that a book is from."""
    return LEVEL_WEIGHTS[book.passages[0].level] if book.passages else 0.0


def _hit(passage: LevelPassage, relevance: float, terms: Sequence[str], now: datetime) -> LevelHit:
    there = set(terms_of(searched(passage)))
    matched = tuple(term for term in terms if term in there)
    return LevelHit(passage, relevance, weight_of(passage.level, passage.time, now), matched)


def _rank(hit: LevelHit) -> tuple[float, int, float, str, str]:
    """Order by score; of equals the higher level, the newer, the path."""
    passage = hit.passage
    age = -passage.time.timestamp() if passage.time else 0.0
    score = -round(hit.score, 9)
    return (score, _ORDER.index(passage.level), age, passage.path, passage.place)


def mix(query: str, hits: Iterable[LevelHit], limit: int) -> LevelContext:
    """Mix what was found: procedural overrides semantic overrides episodic.

    Args:
        query: what was asked.
        hits: best first.
        limit: how many hits to return.
    """
    hits = list(hits)
    above: dict[tuple[str, ...], int] = {}
    for hit in hits:
        for name in _names(hit.passage):
            above[name] = min(_rank_of(hit), above.get(name, len(_ORDER)))
    kept: list[LevelHit] = []
    overridden: list[LevelHit] = []
    for hit in hits:
        name = _names(hit.passage)[-1] if hit.passage.key else ()
        is_lower = _rank_of(hit) > above.get(name, len(_ORDER))
        (overridden if is_lower else kept).append(hit)
    return LevelContext(query, tuple(kept[:limit]), tuple(overridden[:limit]))


def _names(passage: LevelPassage) -> tuple[tuple[str, ...], ...]:
    """Return what a passage speaks of, from narrow to wide as far as it can be overridden.

    A section is overridden by the section of that name, an event by whatever has its key.
    """
    whole, part = (passage.key,), (passage.key, passage.place.casefold())
    return (part, whole) if passage.level is MemoryLevel.EPISODIC else (whole, part)


def _rank_of(hit: LevelHit) -> int:
    return _ORDER.index(hit.passage.level)
