"""Chunks derived from a conversation or a digest, updated when their source changes.

``ChunkOrigin.is_current`` is decided here: false once the source has the passage no more. Such a
chunk is restored when the source has it again; one that a person deleted is not.

See docs/reference/chunks.md, "Conversations".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunk_store import ChunkStore

#: What became of a chunk; somebody edited or deleted it in the last two cases.
ChunkFate = Literal["created", "changed", "unchanged", "edited", "deleted"]


def take_in(store: ChunkStore, chunk: Chunk) -> ChunkFate:
    """Store a chunk as its source has it now; what somebody edited or deleted is left alone."""
    known = store.read_chunk(chunk.id) or _brought_back(store, chunk.id)
    if known is None:
        if store.is_deleted(chunk.id):
            return "deleted"
        store.save_chunk(chunk)
        return "created"
    if known.is_edited and known.content != chunk.content:
        return "edited"
    if (known.content, known.origin) == (chunk.content, chunk.origin):
        return "unchanged"
    store.save_chunk(
        replace(known, content=chunk.content, tokens=chunk.tokens, origin=chunk.origin)
    )
    return "changed"


def _brought_back(store: ChunkStore, chunk_id: str) -> Chunk | None:
    """Restore what the source did not have for a while; not what a person deleted."""
    archived = store.read_archived(chunk_id)
    if archived is None or archived.origin is None or archived.origin.is_current:
        return None
    return store.restore_chunk(chunk_id)


def drop(store: ChunkStore, chunk: Chunk) -> bool:
    """Delete a chunk whose source has left for an archive; tell whether that was done.

    One that somebody edited stays. Its id is not noted: the archive holds what it said.
    """
    if chunk.is_edited:
        return False
    return store.delete_chunk(chunk.id, permanent=True, noted=False)


def put_away(store: ChunkStore, chunk: Chunk) -> bool:
    """Archive a chunk that its source does not have any more; tell whether that was done.

    One that somebody edited stays.
    """
    if chunk.origin is None or chunk.is_edited:
        return False
    store.save_chunk(replace(chunk, origin=replace(chunk.origin, is_current=False)))
    return store.delete_chunk(chunk.id)
