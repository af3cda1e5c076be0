"""Chunks: pieces of conversations and texts that can be linked and searched (document 001).

See docs/reference/chunks.md.
"""

from robot_memory.long_term.chunks.chunk import (
    Chunk,
    ChunkLinks,
    ChunkMetadata,
    ChunkTurn,
    ChunkType,
)
from robot_memory.long_term.chunks.chunk_index import ChunkFilter
from robot_memory.long_term.chunks.chunk_store import ChunkStore
from robot_memory.long_term.chunks.conversation_import import ImportResult, import_conversation

__all__ = [
    "Chunk",
    "ChunkFilter",
    "ChunkLinks",
    "ChunkMetadata",
    "ChunkStore",
    "ChunkTurn",
    "ChunkType",
    "ImportResult",
    "import_conversation",
]  # fmt: skip
