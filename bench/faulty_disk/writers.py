"""All writers by name."""

from __future__ import annotations

from faulty_disk import level_writers, long_term_writers, memory_writers

WRITERS = {
    writer.name: writer
    for room in (memory_writers, level_writers, long_term_writers)
    for writer in room.WRITERS
}
