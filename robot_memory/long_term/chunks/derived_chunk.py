"""Chunks derived from a conversation or a digest, updated when their source changes.

``ChunkOrigin.is_current`` is set here: false once the source no longer has the passage. Such a
chunk is restored when the source has it again; a chunk that a person deleted is not.

See docs/reference/chunks.md, "Conversations".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from robot_memory.long_term.chunks.chunk import Chunk
from robot_memory.long_term.chunks.chunk_store import ChunkStore

#: The outcome for a chunk; in the last two cases somebody edited or deleted it.
ChunkFate = Literal["created", "changed", "unchanged", "edited", "deleted"]


def take_in(store: ChunkStore, chunk: Chunk) -> ChunkFate:
    """Store the present chunk of a source, unless somebody edited or deleted it."""
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
    """Restore a chunk that the source lacked for a while, unless a person deleted it."""
    archived = store.read_archived(chunk_id)
    if archived is None or archived.origin is None or archived.origin.is_current:
        return None
    return store.restore_chunk(chunk_id)


def drop(store: ChunkStore, chunk: Chunk) -> bool:
    """Delete a chunk whose source was archived; tell whether that was done.

    An edited chunk stays. The id is not recorded as deleted: the archive holds the content.
    """
    if chunk.is_edited:
        return False
    return store.delete_chunk(chunk.id, permanent=True, noted=False)


def put_away(store: ChunkStore, chunk: Chunk) -> bool:
    """Archive a chunk that its source no longer has; tell whether that was done.

    An edited chunk stays.
    """
    if chunk.origin is None or chunk.is_edited:
        return False
    store.save_chunk(replace(chunk, origin=replace(chunk.origin, is_current=False)))
    return store.delete_chunk(chunk.id)
