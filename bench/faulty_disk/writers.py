"""All writers by name."""

from __future__ import annotations

from faulty_disk import (
    governance_writers,
    level_writers,
    long_term_writers,
    memory_writers,
    node_writers,
)

WRITERS = {
    writer.name: writer
    for room in (
        memory_writers,
        level_writers,
        long_term_writers,
        governance_writers,
        node_writers,
    )
    for writer in room.WRITERS
}
