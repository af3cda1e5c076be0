"""Entries (document 000): fold, confidence, memory file, archive, context block."""

from robot_memory.entries.memory_document import FrontMatterDamaged, MemoryDocument
from robot_memory.entries.memory_entry import EntryType, MemoryEntry

__all__ = ["EntryType", "FrontMatterDamaged", "MemoryDocument", "MemoryEntry"]
