"""ENOSPC gives a clear error, and nothing is lost."""

from __future__ import annotations

import errno
import os

import pytest
from chunk_builders import create

from robot_memory.long_term.chunks import ChunkStore


@pytest.fixture
def full(monkeypatch):
    """Return a function that fills the disk: only the first half of a write fits."""
    write = os.write

    def half(descriptor, data):
        if len(data) > 1:
            return write(descriptor, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return lambda: monkeypatch.setattr(os, "write", half)


def files(home):
    return {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}


CHANGES = {
    "create": lambda store, first, second: create(store, "new", tags=["yard"]),
    "update": lambda store, first, second: store.update_chunk(first, content="new"),
    "link": lambda store, first, second: store.link_chunks(first, "supports", second),
    "delete": lambda store, first, second: store.delete_chunk(first, permanent=True),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_on_a_full_disk_raises_and_changes_no_chunk(store, home, full, name):
    first, second = create(store, tags=["yard"]).id, create(store).id
    before = files(home / "chunks")
    full()

    with pytest.raises(OSError, match=r"No space left on device.*json") as error:
        CHANGES[name](store, first, second)
    assert error.value.errno == errno.ENOSPC
    assert files(home / "chunks") == before
    assert [chunk.id for chunk in store.list_chunks(tags=["yard"])] == [first]


def test_a_chunk_is_retrieved_even_if_the_retrieval_count_cannot_be_written(store, full, caplog):
    chunk = create(store)
    full()

    assert store.get_chunk(chunk.id) == chunk
    assert "the count of its retrievals was not written: " in caplog.text


def test_a_store_opens_on_a_full_disk(store, home, clock, full):
    chunk = create(store)
    store.close()
    (home / "index" / "tag_index.json").unlink()
    full()

    assert ChunkStore(home, clock=clock).list_chunks() == [chunk]
