"""Facts as passages (document 003, "Recall and Search")."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable
from pathlib import Path

from robot_memory.foundation.secrets.secrets_filter import without_secrets
from robot_memory.long_term.graph import Fact, FactGraph
from robot_memory.long_term.graph.fact import OF_ENTRY
from robot_memory.long_term.levels.level_tree import LEVEL_WEIGHTS, MemoryLevel
from robot_memory.long_term.recall.file_fingerprints import is_settled, sign_of
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.passage import Passage
from robot_memory.long_term.recall.recall_index import RecallIndex

FEED = "facts"
WEIGHT = LEVEL_WEIGHTS[MemoryLevel.SEMANTIC]
PLACE = "knowledge-graph/facts.jsonl"


class FactFeed:
    """Follows the facts of a graph.

    Args:
        folder: the memory home.
        graph: the facts.
    """

    def __init__(self, folder: Path, graph: FactGraph) -> None:
        self._file = folder / PLACE
        self._graph = graph

    def token(self) -> Hashable | None:
        """The file of the facts, as it was written last."""
        sign = sign_of(self._file)
        return (sign,) if is_settled([sign]) else None

    def update(self, index: RecallIndex) -> None:
        """Take in the facts that are new, and let go those that were archived."""
        facts = self._graph.facts
        wanted = {name: _version_of(fact) for name, fact in facts.items()}
        index.follow(FEED, wanted, lambda name: [passage_of(facts[name])])


def _version_of(fact: Fact) -> str:
    """Return what changes when another tool lets a fact say something else."""
    return hashlib.sha256(f"{fact.text}\n{fact.source}".encode()).hexdigest()[:16]


def passage_of(fact: Fact) -> Passage:
    """Return a fact as it is found: also by the words of its relation and its source."""
    entry_id = fact.source.removeprefix(OF_ENTRY) if fact.is_of_entry else ""
    also = fact.predicate.replace("_", " ") if fact.predicate not in fact.text else ""
    return Passage(
        HitSource.FACT.value, fact.id, PLACE, without_secrets(fact.text), also, fact.created,
        component=without_secrets(fact.subject), weight=WEIGHT, entry_id=entry_id,
        is_own=fact.is_persons,
    )  # fmt: skip
