"""Chunks that repeat what another robot deleted on request leave for good (rules.md §6.17)."""

from __future__ import annotations

from robot_memory.chunks.chunk_store import ChunkStore
from robot_memory.entries.peer_lineage import PeerLineage


def erase_chunks(store: ChunkStore, lineage: PeerLineage) -> int:
    """Delete such chunks, archived ones too; return how many.

    What this robot's own evidence says stays, and what was written before the words were heard.

    Args:
        store: the chunks.
        lineage: knows the words by their digests.
    """
    archived = filter(None, map(store.read_archived, store.list_archived()))
    repeating = [
        chunk.id
        for chunk in (*store.list_chunks(), *archived)
        if lineage.repeats_deleted(chunk.content, chunk.metadata.time)
    ]
    return sum(store.delete_chunk(chunk_id, permanent=True) for chunk_id in repeating)
