"""Several programs, and several threads, use a store at once."""

from __future__ import annotations

import os

from chunk_builders import create

from robot_memory.long_term.chunks import ChunkStore


def test_retrievals_by_two_processes_are_all_counted(store, home, clock):
    chunk = create(store)
    children = [os.fork() for _ in range(1)]
    if children[0] == 0:
        for _ in range(25):
            ChunkStore(home, clock=clock).get_chunk(chunk.id)
        os._exit(0)
    for _ in range(25):
        store.get_chunk(chunk.id)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0

    assert store.read_chunk(chunk.id).metadata.access_count == 50
