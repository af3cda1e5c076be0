"""Links that a chunk gets by itself (001, "Auto-generated"; rules.md §8.6).

See docs/reference/chunks.md, "Behaviour".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from robot_memory.long_term.chunks.chunk import Chunk, ChunkLinks
from robot_memory.long_term.chunks.chunk_index import ChunkIndex

#: How far apart what follows on each other may be.
CLOSE = timedelta(minutes=5)
#: Chunks that one is linked to for one tag: the newest ones.
MOST_A_TAG = 20


def links_for(index: ChunkIndex, chunk: Chunk) -> ChunkLinks:
    """Return the links of a new chunk to those that are there.

    ``follows`` names the one chunk of the same conversation that was created last before it: from
    there the next one is a step further.
    """
    conversation, created = chunk.metadata.conversation_id, chunk.metadata.time
    if not conversation:
        return ChunkLinks(related_to=related(index, chunk.tags))
    before = index.last_before(conversation, created)
    return ChunkLinks(
        context_of=[conversation],
        follows=[before.id] if before and created - before.created <= CLOSE else [],
        related_to=related(index, chunk.tags),
    )


def related(index: ChunkIndex, tags: Iterable[str]) -> list[str]:
    """Return the newest chunks of each tag, newest first."""
    found = [entry for tag in tags for entry in index.newest(tag, MOST_A_TAG)]
    ordered = sorted(found, key=lambda entry: entry.place, reverse=True)
    return list(dict.fromkeys(entry.id for entry in ordered))


def retagged(chunk: Chunk, index: ChunkIndex, tags: Iterable[str]) -> ChunkLinks:
    """Return the links of a chunk that gets other tags.

    What was linked for a tag that is gone goes; what shares a new one comes; the rest stays.
    """
    old, new = set(chunk.tags), set(tags)
    links = chunk.links
    kept = [id_ for id_ in links.related_to if _stays_related(index.tags_of(id_), old, new)]
    added = related(index, sorted(new - old))
    return replace(links, related_to=list(dict.fromkeys((*kept, *added))))


def _stays_related(tags: frozenset[str], old: set[str], new: set[str]) -> bool:
    return bool(tags & new) or not tags & old
