"""The cost of an operation does not grow with the number of chunks."""

from __future__ import annotations

import os

import pytest
from chunk_builders import create, wait

from robot_memory.long_term.chunks import ChunkFilter, ChunkStore


@pytest.fixture
def many(store, clock):
    """Store forty chunks in twenty conversations."""
    for number in range(40):
        wait(clock, minutes=1)
        create(store, str(number), conversation_id=f"c{number % 20}", tags=["yard"])
    return store


@pytest.fixture
def opened(monkeypatch):
    """A list that collects the names of all chunk files opened from now on."""
    names = []
    original = os.open

    def counted(path, *arguments, **options):
        name = os.fspath(path).rpartition("/")[2]
        if name.startswith("chunk-"):
            names.append(name)
        return original(path, *arguments, **options)

    monkeypatch.setattr(os, "open", counted)
    return names


@pytest.mark.parametrize("ask", [lambda store: store.find(ChunkFilter(tags=frozenset(["yard"]))),
                                 lambda store: store.versions()],
                         ids=["find", "versions"])  # fmt: skip
def test_an_index_query_opens_no_chunk_file(many, opened, ask):
    ask(many)

    assert opened == []


def test_opening_a_store_opens_only_changed_chunk_files(many, home, opened):
    chunk = create(many)
    many.close()
    many.get_chunk(chunk.id)
    opened.clear()
    ChunkStore(home)

    assert opened == [f"{chunk.id}.json"]
