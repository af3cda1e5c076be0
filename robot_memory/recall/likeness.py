"""What is like a question in its meaning, without a common word (003, §5.2), and what that adds.

See docs/reference/recall.md, "How it searches".
"""

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

# What likeness of 1 counts, in shares of what the passage counts that fits best by its words. It
# was chosen with six sets of bench/robot_questions. With both lists fused by ranks, fewer questions
# were answered than with words alone.
_MEANING = 1.2

Scored = tuple[float, IndexedPassage]
_SELECT = f"SELECT {COLUMNS} FROM passages p WHERE p.ref = ? AND p.source = ?"


def with_like_facts(
    index: RecallIndex,
    vectors: FactVectors,
    likeness: Likeness,
    query: Query,
    question: ParsedQuestion,
    scored: Sequence[Scored],
) -> list[Scored]:
    """Return what fits, with the facts that are nearest to the question among it.

    Args:
        index: what there is; a vector of a fact that says something else now does not count.
        vectors: of the facts.
        likeness: of passages; a fact that is among them counts as a passage.
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
            is_new = not likeness.knows(one.id) and vectors.is_of(digest, one.text)
            if is_new and matches(one, query):
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

    Its likeness adds to what a passage counts by its words.

    Args:
        index: what there is.
        likeness: of all passages to the question.
        query: what was asked.
        question: the same, parsed.
        scored: what fits by its words.
    """
    if not likeness.nearest:
        return list(scored)
    known = {one.id for _, one in scored}
    more = read_candidates(index, [number for number in likeness.nearest if number not in known])
    both = [*scored, *((0.0, one) for one in more if matches(one, query))]
    whole = max((fit for fit, _ in scored), default=0.0) or sum(question.terms.values()) or 1.0
    return [
        (fit + _MEANING * whole * likeness.of(one.id) * speaker_factor(question, one), one)
        for fit, one in both
    ]
