"""All writers by name."""

from __future__ import annotations

from faulty_disk import memory_writers

WRITERS = {writer.name: writer for writer in (*memory_writers.WRITERS,)}
