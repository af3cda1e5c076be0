"""What a passage is worth once it is known whose words it repeats (rules.md §6.15)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from robot_memory.entries.memory_entry import MemoryEntry
from robot_memory.entries.peer_lineage import PeerLineage, StatementTrust
from robot_memory.long_term.recall.hit import HitSource
from robot_memory.long_term.recall.indexed_passage import IndexedPassage
from robot_memory.long_term.recall.recall_index import time_of

#: What a peer withdrew is history, and told only where its source is asked for by name.
_WITHDRAWN = 0.4
# A report that nobody here has verified is worth this, and up to all of it by its confidence.
_LEAST = 0.6


@dataclass(frozen=True)
class WordSource:
    """Tells what the words of peers are worth in what was derived from them.

    Attributes:
        lineage: whose words a text may repeat.
        entries: by id, with what each is worth.
        sources: those that were asked for by name.
    """

    lineage: PeerLineage
    entries: Mapping[str, tuple[float, MemoryEntry]]
    sources: Collection[str]

    def factor(self, found: IndexedPassage, text: str) -> tuple[float, str]:
        """Return what the worth of a passage is multiplied with, and what is to be said about it.

        Args:
            found: the passage.
            text: what it says now.
        """
        if not self.lineage or self._is_own(found):
            return 1.0, ""
        # When a machine wrote a line of a page is not known.
        is_page = found.source == HitSource.KNOWLEDGE.value
        source = self.lineage.source_of(text, None if is_page else time_of(found.time))
        if source is None:
            return 1.0, ""
        if source.trust is StatementTrust.CURRENT:
            return _LEAST + (1.0 - _LEAST) * source.confidence, source.why
        is_withdrawn = source.trust is StatementTrust.WITHDRAWN and not source.is_deleted
        is_asked = is_withdrawn and found.source in self.sources
        return (_WITHDRAWN if is_asked else 0.0), source.why

    def is_distrusted(self, text: str, time: float | None) -> bool:
        """Tell whether what was said beside a hit repeats words that are not in use any more."""
        return self.lineage.is_distrusted(text, time_of(time))

    def _is_own(self, found: IndexedPassage) -> bool:
        """Tell whether a person, an operator or a detector of this robot says so.

        What an entry says, or was derived from it, is as much its own as the entry is now.
        """
        if found.is_own:
            return True
        is_entry = found.source == HitSource.ENTRY.value
        known = self.entries.get(found.ref if is_entry else found.entry_id)
        if known is not None:
            return not known[1].is_agents_word
        return is_entry  # from the archive; an echo never became an entry
