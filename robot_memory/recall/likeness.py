"""What is like a question although it may share no word with it (003, §5.2)."""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.recall.candidate_search import matches, read_candidates
from robot_memory.recall.fact_vectors import FactVectors
from robot_memory.recall.hit import HitSource
from robot_memory.recall.indexed_passage import COLUMNS, IndexedPassage
from robot_memory.recall.parsed_question import ParsedQuestion
from robot_memory.recall.passage_vectors import Likeness
from robot_memory.recall.query import Query
from robot_memory.recall.recall_index import RecallIndex
from robot_memory.recall.scoring import speaker_factor

NEAREST = 10  # document 003, §5.2: K
# What is less alike has some runs of letters in common, and no more.
_LEAST = 0.3
# A fact that says just what is asked fits so much of what a passage with all its words would.
_SHARE = 0.8

# Of reciprocal rank fusion (Cormack et al., *Reciprocal rank fusion outperforms Condorcet and
# individual rank learning methods*, 2009, which has 60). Less lets the first ranks count more, as
# what passages are worth is still to be multiplied with it.
_FLATNESS = 20.0

Scored = tuple[float, IndexedPassage]
_SELECT = f"SELECT {COLUMNS} FROM passages p WHERE p.ref = ? AND p.source = ?"


def with_like_facts(
    index: RecallIndex,
    vectors: FactVectors,
    query: Query,
    question: ParsedQuestion,
    scored: Sequence[Scored],
) -> list[Scored]:
    """Return what fits, with the facts that are nearest to the question among it.

    Args:
        index: what there is; a vector of a fact that says something else now does not count.
        vectors: of the facts.
        query: what was asked.
        question: the same, parsed.
        scored: what fits by its words.
    """
    if query.speaker or (query.sources and HitSource.FACT.value not in query.sources):
        return list(scored)
    known = {one.id: (fit, one) for fit, one in scored}
    whole = _SHARE * sum(question.terms.values())
    for fact_id, digest, alike in vectors.nearest(query.text, NEAREST):
        if alike < _LEAST:
            break
        for row in index.query(_SELECT, (fact_id, HitSource.FACT.value)):
            one = IndexedPassage._make(row)
            fit, _ = known.get(one.id, (0.0, one))
            if vectors.is_of(digest, one.text) and matches(one, query):
                known[one.id] = (max(fit, alike * whole), one)
    return list(known.values())


def with_like_passages(
    index: RecallIndex,
    likeness: Likeness,
    query: Query,
    question: ParsedQuestion,
    scored: Sequence[Scored],
) -> list[Scored]:
    """Return what fits by its words and by its meaning, where a model knows meanings.

    Two lists are fused by the ranks that passages have in them, as the scores of words and those
    of a model are no measure of each other.

    Args:
        index: what there is.
        likeness: of all passages to the question.
        query: what was asked.
        question: the same, parsed.
        scored: what fits by its words.
    """
    known = {one.id for _, one in scored}
    more = read_candidates(index, [number for number in likeness.nearest if number not in known])
    both = [*scored, *((0.0, one) for one in more if matches(one, query))]
    by_words = _ranks([(fit * one.weight, one.id) for fit, one in scored])
    by_meaning = _ranks(
        [
            (likeness.of(one.id) * speaker_factor(question, one) * one.weight, one.id)
            for _, one in both
        ]
    )
    # The merger multiplies with the weight of the level, which the ranks have taken in already.
    return [((by_words.get(one.id, 0.0) + by_meaning[one.id]) / one.weight, one) for _, one in both]


def _ranks(valued: Sequence[tuple[float, int]]) -> dict[int, float]:
    """Return what the rank of each passage in a list counts."""
    best = sorted(valued, key=lambda pair: (-pair[0], pair[1]))
    return {number: 1.0 / (_FLATNESS + rank) for rank, (_, number) in enumerate(best, start=1)}
