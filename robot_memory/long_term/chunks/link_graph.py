"""Which chunks link to which. The links of a chunk are read from its file on demand."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from robot_memory.long_term.chunks.chunk import LINK_KINDS, ChunkLinks

#: The targets of a chunk by kind; kinds without any are left out.
Targets = Mapping[str, list[str]]


class LinkGraph:
    """All links, known or still to be read."""

    def __init__(self, load: Callable[[], Mapping[str, Targets]]) -> None:
        self._load: Callable[[], Mapping[str, Targets]] | None = load
        self._entries: dict[str, Targets] = {}
        self._changes: dict[str, Targets | None] = {}

    def put(self, chunk_id: str, links: ChunkLinks) -> None:
        """Take in the links of a chunk."""
        self._changes[chunk_id] = _interned(links.by_kind())

    def drop(self, chunk_id: str) -> None:
        """Forget the links of a chunk."""
        self._changes[chunk_id] = None

    def entries(self) -> dict[str, Targets]:
        """Return the links of all chunks."""
        if self._load is not None:
            stored = self._load()
            self._entries = {sys.intern(id_): _interned(links) for id_, links in stored.items()}
            self._load = None
        for chunk_id, targets in self._changes.items():
            self._entries.pop(chunk_id, None)
            if targets is not None:
                self._entries[chunk_id] = targets
        self._changes.clear()
        return self._entries

    def links_to(self, chunk_id: str) -> ChunkLinks:
        """Return the chunks that are linked to one, by the kind of their link."""
        found: dict[str, list[str]] = {kind: [] for kind in LINK_KINDS}
        for source, targets in self.entries().items():
            for kind, ids in targets.items():
                if chunk_id in ids:
                    found[kind].append(source)
        return ChunkLinks.of({kind: sorted(ids) for kind, ids in found.items()})


def _interned(links: Targets) -> Targets:
    """Keep each id once in memory, however many chunks are linked to it."""
    return {kind: [*map(sys.intern, found)] for kind, found in links.items() if found}
