"""Chunks: what was said and learned, in pieces that can be linked and found (document 001)."""

from robot_memory.chunks.chunk import Chunk, ChunkLinks, ChunkMetadata, ChunkType, Turn
from robot_memory.chunks.chunk_index import Wanted
from robot_memory.chunks.importing import Imported, import_conversation
from robot_memory.chunks.store import ChunkStore

__all__ = [
    "Chunk", "ChunkLinks", "ChunkMetadata", "ChunkStore", "ChunkType", "Imported", "Turn",
    "Wanted", "import_conversation",
]  # fmt: skip
