"""The chunks, levels and facts of a home, opened at first use."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from robot_memory.entries import MemoryEntry
from robot_memory.entries.entry_archive import Compaction
from robot_memory.entries.others_words import EndedWords
from robot_memory.entries.peer_lineage import PeerLineage
from robot_memory.entries.running_hours import RunningHours
from robot_memory.foundation.errors import LockHeld
from robot_memory.foundation.home import Home
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.time.clock import Clock
from robot_memory.ledger import Ledger
from robot_memory.sharing.federation.shared_entry import AuditHead

if TYPE_CHECKING:  # imported at first use: most commands need none of them
    from robot_memory.governance import AssistPath
    from robot_memory.long_term.chunks import ChunkStore
    from robot_memory.long_term.graph import FactGraph
    from robot_memory.long_term.graph.activation import FactLimits
    from robot_memory.long_term.levels import Levels
    from robot_memory.long_term.night_shift import NightSettings, NightShift
    from robot_memory.long_term.night_shift.shift_steps import CompactArchive
    from robot_memory.long_term.recall.recall import MemorySearch

_LOG = logging.getLogger(__name__)


class LongTerm:
    """The long-term memory of one home. Threads may share it; the constructor opens no files.

    Args:
        ledger: the evidence; None if there is none yet.
        entries: returns all entries with their effective confidence, including resolved ones.
        lineage: returns the peers' statements that a text may repeat.
        ended: returns the texts that persons ended.
        hours: returns the robot's running hours, and the present faults.

    Attributes:
        may_prune: returns whether the clock is reliable enough for permanent changes.
    """

    def __init__(
        self,
        home: Home,
        clock: Clock,
        settings: Settings,
        ledger: Ledger | None,
        entries: Callable[[], list[tuple[float, MemoryEntry]]],
        lineage: Callable[[], PeerLineage],
        ended: Callable[[], EndedWords],
        hours: Callable[[], RunningHours],
    ) -> None:
        self.may_prune: Callable[[], bool] = lambda: True
        self._compact_archive: CompactArchive = lambda dry_run: Compaction()
        self._home = home
        self._clock = clock
        self._ledger = ledger
        self._settings = settings
        self._entries = entries
        self._lineage = lineage
        self._ended = ended
        self._hours = hours
        self._opening = threading.RLock()
        self._levels: Levels | None = None
        self._facts: FactGraph | None = None
        self._assist: AssistPath | None = None
        self._chunks: ChunkStore | None = None
        self._lacks_chunks = False
        self._recall: MemorySearch | None = None
        self._night: NightShift | None = None

    def keep(self, may_prune: Callable[[], bool], compact_archive: CompactArchive) -> None:
        """Set the callbacks that the night shift needs from a memory open for writing."""
        self.may_prune, self._compact_archive = may_prune, compact_archive

    @property
    def levels(self) -> Levels:
        """Procedural, semantic and episodic files (document 002)."""
        from robot_memory.long_term.levels import Levels

        with self._opening:
            if self._levels is None:
                days = self._settings.memory_oracle_session_retention_days
                self._levels = Levels(self._home.folder, self._clock, session_days=days)
            return self._levels

    @property
    def facts(self) -> FactGraph:
        """The knowledge graph (document 003)."""
        from robot_memory.long_term.graph import FactGraph

        with self._opening:
            if self._facts is None:
                self._facts = FactGraph(self._home.folder, limits_of(self._settings))
            return self._facts

    @property
    def assist(self) -> AssistPath:
        """Changes of stored evidence with an operator's approval (document 004)."""
        from robot_memory.governance import AssistPath

        with self._opening:
            if self._assist is None:
                self._assist = AssistPath(self._home, enabled=self._settings.assist_enabled)
            return self._assist

    @property
    def chunks(self) -> ChunkStore:
        """Pieces of conversations (document 001); opening them makes their folders."""
        from robot_memory.long_term.chunks import ChunkStore

        with self._opening:
            if self._chunks is None:
                self._chunks = ChunkStore(self._home.folder, clock=self._clock)
            return self._chunks

    @property
    def recall(self) -> MemorySearch:
        """One search over the whole memory; without a home it finds nothing."""
        from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

        with self._opening:
            if self._recall is None:
                chunks = self._chunks_to_search()
                self._lacks_chunks = chunks is None and self._home.folder.is_dir()
                sources = RecallSources(
                    self.levels,
                    self.facts,
                    self._entries,
                    self._ledger,
                    chunks,
                    self._lineage,
                    self._ended,
                    self._hours,
                )
                self._recall = MemorySearch(self._home.folder, self._clock, sources)
            return self._recall

    def _chunks_to_search(self) -> ChunkStore | None:
        """Return the chunks; None if there is no home, or it cannot be written."""
        if not self._home.folder.is_dir():
            return None
        try:
            return self.chunks
        except (OSError, LockHeld) as error:
            _LOG.warning("chunks are not searched, transcripts are: %s", error)
            return None

    @property
    def night(self) -> NightShift:
        """The night shift, which maintains all of this (document 003 §4)."""
        from robot_memory.long_term.night_shift import LedgerMaintenance, NightMemory, NightShift
        from robot_memory.long_term.recall.query import Query

        with self._opening:
            if self._night is None:
                evidence = None
                if self._ledger is not None:
                    evidence = LedgerMaintenance(
                        self._ledger, self.assist, lambda: {one.id for _, one in self._entries()},
                        self._settings.archive_entries_max,
                    )  # fmt: skip
                memory = NightMemory(
                    self.facts, self.levels, open_chunks=lambda: self.chunks,
                    entries=self._entries,
                    may_prune=lambda: self.may_prune(), evidence=evidence,
                    compact_archive=lambda dry_run: self._compact_archive(dry_run),
                    rebuild_index=lambda: self.recall.rebuild_embeddings(),
                    search=lambda words: [hit.text for hit in self.recall.find(Query(words))],
                    lineage=self._lineage,
                )  # fmt: skip
                settings = night_settings_of(self._settings)
                self._night = NightShift(self._home.folder, self._clock, memory, settings=settings)
            return self._night

    def audit_head(self) -> AuditHead | None:
        """Return the newest line of the memory's event log, for others to witness."""
        head = self.levels.events.head
        return AuditHead(head.seq, head.digest) if head.seq else None

    def tick(self) -> None:
        """Store which memories were recalled; call it regularly."""
        with self._opening:
            if self._lacks_chunks and self._recall and self._chunks_to_search():
                self._recall.close()  # the earlier obstacle has passed
                self._recall = None
        if self._recall is not None:
            self._recall.tick()
        if self._facts is not None:
            self._facts.tick(now=self._clock.now().time)

    def close(self) -> None:
        """Store pending data, and close the files."""
        with self._opening:
            if self._recall is not None:
                self._recall.close()
                self._recall = None
            try:
                if self._facts is not None:
                    self._facts.flush(now=self._clock.now().time)
                if self._chunks is not None:
                    self._chunks.close()
            except (OSError, LockHeld) as error:  # these errors must not prevent reading
                _LOG.warning("use of recalled chunks is not counted: %s", error)


def limits_of(settings: Settings) -> FactLimits:
    """Return the limits of the facts graph."""
    from robot_memory.long_term.graph.activation import FactLimits

    return FactLimits(
        half_life_days=settings.memory_oracle_half_life_days,
        recall_boost=settings.memory_oracle_recall_boost,
        search_threshold=settings.memory_oracle_search_threshold,
        prune_threshold=settings.memory_oracle_prune_threshold,
        max_facts=settings.memory_oracle_max_facts,
        memory_md_max_lines=settings.memory_oracle_memory_md_max_lines,
    )


def night_settings_of(settings: Settings) -> NightSettings:
    """Return the thresholds and retention periods of the night shift."""
    from robot_memory.long_term.night_shift import NightSettings

    return NightSettings(
        daily_retention_days=settings.memory_oracle_daily_retention_days,
        home_limit_bytes=settings.memory_oracle_max_megabytes * 1_000_000,
        archive_limit_bytes=settings.memory_oracle_archive_megabytes * 1_000_000,
    )
