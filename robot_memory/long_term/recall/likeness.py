"""Facts that are like a question without a common word (document 003, §5.2).

See docs/reference/recall.md, "How it searches".
"""

from __future__ import annotations

from collections.abc import Sequence

from robot_memory.long_term.recall.candidate_search import matches
from robot_memory.long_term.recall.fact_vectors import FactVectors
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.indexed_passage import COLUMNS, IndexedPassage
from robot_memory.long_term.recall.parsed_question import ParsedQuestion
from robot_memory.long_term.recall.query import Query
from robot_memory.long_term.recall.recall_index import RecallIndex

NEAREST = 10  # document 003, §5.2: K
# What is less alike has some runs of letters in common, and no more.
_LEAST = 0.3
# A fact that says just what is asked fits so much of what a passage with all its words would.
_SHARE = 0.8

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
