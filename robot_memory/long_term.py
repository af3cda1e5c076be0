"""What a robot keeps for long: chunks, levels and facts, opened when they are first asked for."""

from __future__ import annotations

from functools import cached_property

from robot_memory.chunks import ChunkStore
from robot_memory.clock import Clock
from robot_memory.graph import FactGraph
from robot_memory.graph.limits import Limits
from robot_memory.home import Home
from robot_memory.levels import Levels
from robot_memory.settings import Settings


class LongTerm:
    """The long-term memory of one home. Threads may share it.

    Making one touches nothing.

    Args:
        home: the memory home.
        clock: the time.
        settings: thresholds, retention, the embedding model.

    Attributes:
        levels: procedural, semantic and episodic files (document 002).
        facts: the knowledge graph (document 003).
    """

    def __init__(self, home: Home, clock: Clock, settings: Settings) -> None:
        self._home = home
        self._clock = clock
        self.levels = Levels(home.folder, clock)
        self.facts = FactGraph(home.folder, limits_of(settings))

    @cached_property
    def chunks(self) -> ChunkStore:
        """Pieces of what was said (document 001); opening it makes its folders."""
        return ChunkStore(self._home.folder, clock=self._clock)


def limits_of(settings: Settings) -> Limits:
    """Return how facts fade, and how many there may be."""
    return Limits(
        half_life_days=settings.memory_oracle_half_life_days,
        recall_boost=settings.memory_oracle_recall_boost,
        search_threshold=settings.memory_oracle_search_threshold,
        prune_threshold=settings.memory_oracle_prune_threshold,
        max_facts=settings.memory_oracle_max_facts,
        memory_md_max_lines=settings.memory_oracle_memory_md_max_lines,
    )
