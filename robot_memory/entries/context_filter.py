"""The request for a context block: confidence, tags and words (document 000 §5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from robot_memory.entries.field_limits import check_limits
from robot_memory.entries.memory_entry import EntryType, MemoryEntry
from robot_memory.entries.priority import is_setup
from robot_memory.foundation.settings import Settings
from robot_memory.foundation.words.index_terms import terms_of


@dataclass(frozen=True)
class ContextFilter:
    """The filter for the robot's own block and for the peers' block.

    Attributes:
        min_confidence: can only raise the setting ``inject_min``.
        tags: if given, only entries with at least one of them.
        query: own entries that share words with it come first; peers' entries must share a word.
    """

    min_confidence: float = 0.0
    tags: Collection[str] = ()
    query: str = ""

    @property
    def is_specific(self) -> bool:
        """Whether configuration and tools are included, which are not worth a token otherwise."""
        return bool(self.tags or self.query)

    def least(self, settings: Settings) -> float:
        """Return the least confidence for the block."""
        return max(settings.inject_min, self.min_confidence)

    def own(
        self, ranked: Iterable[tuple[float, MemoryEntry]]
    ) -> tuple[list[tuple[float, MemoryEntry]], bool]:
        """Return own entries, those with most shared words first, and whether any shares a word.

        Words are compared as in recall: without endings and stop words. All other entries follow in
        their order, except configuration and tools.

        Raises:
            InvalidInput: tags or query are too long.
        """
        check_limits("nothing was searched", query=self.query)
        chosen, terms = list(select(ranked, tags=self.tags)), frozenset(terms_of(self.query))
        if not terms:
            return chosen, True
        shared = [(len(terms & _terms(pair[1])), pair) for pair in chosen]
        shared.sort(key=lambda one: -one[0])
        found = [pair for count, pair in shared if count or not is_setup(pair[1])]
        return found, any(count for count, _ in shared)

    def is_below(self, entries: Iterable[tuple[float, MemoryEntry]], settings: Settings) -> bool:
        """Whether a matching open entry is below the least confidence.

        Raises:
            InvalidInput: tags or query are too long.
        """
        least = self.least(settings)
        return any(
            value < least and entry.type is not EntryType.RESOLVED
            for value, entry in select(entries, tags=self.tags, query=self.query)
        )

    def of_peers(
        self, ranked: Iterable[tuple[float, MemoryEntry]]
    ) -> Iterable[tuple[float, MemoryEntry]]:
        """Return the matching entries of peers; raises as :meth:`own`."""
        return select(ranked, tags=self.tags, query=self.query)


#: The filter that selects everything.
ALL_TOLD = ContextFilter()


def select(
    ranked: Iterable[tuple[float, MemoryEntry]], *, tags: Collection[str] = (), query: str = ""
) -> Iterable[tuple[float, MemoryEntry]]:
    """Keep entries that have one of the tags and share a word with the query.

    Raises:
        InvalidInput: tags or query are too long.
    """
    check_limits("nothing was searched", tags=tags, query=query)
    if tags:
        wanted = set(tags)
        ranked = (pair for pair in ranked if wanted.intersection(pair[1].tags))
    terms = frozenset(terms_of(query))
    return (pair for pair in ranked if terms & _terms(pair[1])) if terms else ranked


def _terms(entry: MemoryEntry) -> frozenset[str]:
    return frozenset(terms_of(f"{entry.text} {' '.join(entry.tags)}"))
