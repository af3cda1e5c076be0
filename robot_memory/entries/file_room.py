"""The room that entries have in the memory file, so that it can be read again (rules.md §3.13).

A number of entries bounds no file: a text that a terminal does not show takes ten characters for
each of its own, and resolved entries do not count. So what is written is bounded by its characters.

See docs/reference/memory-file.md, "Bounds".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from robot_memory.entries.memory_document import LARGEST
from robot_memory.entries.memory_entry import MemoryEntry

#: Characters of all entries. The other half of a file is for what people write around them, and
#: for what other robots say.
ROOM = LARGEST // 2


def without_room(
    weakest_first: Iterator[MemoryEntry], sizes: Mapping[str, int]
) -> list[MemoryEntry]:
    """Return the entries that leave so that the others fit.

    Args:
        weakest_first: all entries, in the order in which they leave; asked where there is no room.
        sizes: characters of each in the file, by id.
    """
    excess = sum(sizes.values()) - ROOM
    leaving = []
    while excess > 0:
        entry = next(weakest_first)
        excess -= sizes[entry.id]
        leaving.append(entry)
    return leaving
