"""From a question to hits: candidates, how well they fit, what they are worth, in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.graph import FactGraph
from robot_memory.ledger.row_worth import RowWorths
from robot_memory.recall.candidate_search import find_candidates
from robot_memory.recall.fact_vectors import FactVectors
from robot_memory.recall.hit import Hit
from robot_memory.recall.hit_formatter import HitFormatter
from robot_memory.recall.hit_merger import HitMerger, best_first
from robot_memory.recall.indexed_passage import read_found
from robot_memory.recall.likeness import with_like_facts, with_like_passages
from robot_memory.recall.parsed_question import understand
from robot_memory.recall.passage_vectors import PassageVectors
from robot_memory.recall.prior_weight import PriorWeight
from robot_memory.recall.query import Query
from robot_memory.recall.recall_index import RecallIndex
from robot_memory.recall.scoring import score
from robot_memory.recall.turn_deduplication import said_once

_NEAREST = 100  # passages that are looked at for their meaning


class Search:
    """One look into the index, as of one moment.

    Args:
        index: brought up to date.
        facts: tells what facts are worth.
        vectors: of the facts.
        meanings: vectors of all passages; None where no model knows meanings.
        entries: by id, with what each is worth.
        worths: what operators said of the evidence.
        now: the time.
        zone: of "today"; None for this machine's.
    """

    def __init__(
        self,
        index: RecallIndex,
        facts: FactGraph,
        vectors: FactVectors,
        meanings: PassageVectors | None,
        entries: Mapping[str, tuple[float, MemoryEntry]],
        worths: RowWorths,
        now: datetime,
        zone: tzinfo | None,
    ) -> None:
        self._index = index
        self._facts = facts
        self._vectors = vectors
        self._meanings = meanings
        self._entries = entries
        self._worths = worths
        self._now = now
        self._zone = zone

    def answer(self, asked: Query) -> list[Hit]:
        """Return the hits, best first."""
        question = understand(self._index, asked.query, self._now, self._zone)
        if not question.terms and not question.spans:
            return []
        scored = score(question, find_candidates(self._index, asked, question))
        scored = [(fit, one) for fit, one in scored if fit > 0.0]
        scored = with_like_facts(self._index, self._vectors, asked, question, scored)
        if self._meanings is not None:
            likeness = self._meanings.likeness(self._index, asked.query, _NEAREST)
            scored = with_like_passages(self._index, likeness, asked, question, scored)
        prior = PriorWeight(self._facts, self._entries, asked.sources, self._worths, self._now)
        mixer = HitMerger(prior, self._entries, lambda ids: read_found(self._index, ids))
        # What is one with a turn makes room for another hit.
        weighed = said_once(mixer.mix(scored, 2 * asked.limit))
        formatter = HitFormatter(self._index, asked, question, self._zone)
        return [formatter.tell(one) for one in best_first(weighed)[: asked.limit]]
