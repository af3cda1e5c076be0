"""What a recall searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from robot_memory.chunks import ChunkStore
from robot_memory.entries.peer_lineage import NO_LINEAGE, PeerLineage
from robot_memory.graph import FactGraph
from robot_memory.ledger import Ledger
from robot_memory.levels import Levels
from robot_memory.recall.entry_feed import Valued


@dataclass(frozen=True)
class RecallSources:
    """The parts of a memory that are searched.

    Attributes:
        levels: knowledge, events, transcripts.
        facts: the knowledge graph.
        entries: returns all entries with their effective confidence, resolved ones as well.
        ledger: the evidence; None where there is none.
        chunks: what was said and learned; None where there are none.
        lineage: returns whose words a text may repeat.
    """

    levels: Levels
    facts: FactGraph
    entries: Callable[[], Valued] = list
    ledger: Ledger | None = None
    chunks: ChunkStore | None = None
    lineage: Callable[[], PeerLineage] = lambda: NO_LINEAGE
