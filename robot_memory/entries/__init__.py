"""The heart: document 000. Entry, lifecycle, fold, document, archive, context."""

from robot_memory.entries.context import Context, build_context
from robot_memory.entries.document import Damaged, Document
from robot_memory.entries.entry import EntryType, MemoryEntry, canonical_text, mint_id

__all__ = [
    "Context", "Damaged", "Document", "EntryType", "MemoryEntry", "build_context",
    "canonical_text", "mint_id",
]  # fmt: skip
