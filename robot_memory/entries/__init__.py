"""The heart: document 000. Entry, lifecycle, fold, document, archive, context."""

from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import EntryType, MemoryEntry

__all__ = ["EntryType", "FrontMatterDamaged", "MemoryDocument", "MemoryEntry"]
