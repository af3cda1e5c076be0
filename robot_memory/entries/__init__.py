"""The heart: document 000. Entry, lifecycle, fold, document, archive, context."""

from robot_memory.entries.context_block import ContextBlock, build_context
from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import EntryType, MemoryEntry, canonical_text, mint_id

__all__ = [
    "ContextBlock",
    "EntryType",
    "FrontMatterDamaged",
    "MemoryDocument",
    "MemoryEntry",
    "build_context",
    "canonical_text",
    "mint_id",
]  # fmt: skip
