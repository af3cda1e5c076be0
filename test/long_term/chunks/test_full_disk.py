"""ENOSPC: a clear error, and nothing is lost."""

from __future__ import annotations

import errno
import os

import pytest
from chunk_builders import LONG, create, turn, write_conversation

from robot_memory.long_term.chunks import ChunkStore, import_conversation


@pytest.fixture
def full(monkeypatch):
    """Return a function that fills the disk: of what is written, the first half fits."""
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
def test_a_change_that_does_not_fit_is_an_error_and_changes_no_chunk(store, home, full, name):
    first, second = create(store, tags=["yard"]).id, create(store).id
    before = files(home / "chunks")
    full()

    with pytest.raises(OSError, match=r"No space left on device.*json") as error:
        CHANGES[name](store, first, second)
    assert error.value.errno == errno.ENOSPC
    assert files(home / "chunks") == before
    assert [chunk.id for chunk in store.list_chunks(tags=["yard"])] == [first]


def test_the_error_says_which_file_and_that_nothing_was_stored(store, home, full):
    create(store)
    full()

    with pytest.raises(OSError, match=r"nothing was stored, .* unchanged: .*chunk-2026-12-01-"):
        create(store, "new")


def test_a_chunk_can_be_retrieved_though_that_cannot_be_counted(store, full, caplog):
    chunk = create(store)
    full()

    assert store.get_chunk(chunk.id) == chunk
    assert "the count of its retrievals was not written: " in caplog.text


def test_deleting_and_restoring_need_no_space(store, full):
    first, second = create(store).id, create(store).id
    store.delete_chunk(second)
    full()

    assert store.delete_chunk(first)
    assert store.restore_chunk(second) is not None


def test_an_index_that_cannot_be_written_is_made_anew_when_there_is_space(
    store, home, clock, full, monkeypatch, caplog
):
    first, second = create(store).id, create(store, tags=["yard"]).id
    with monkeypatch.context() as filled:
        filled.setattr(os, "write", os.write)
        full()
        store.delete_chunk(first)
        assert "the index is not written" in caplog.text
        assert [chunk.id for chunk in store.list_chunks()] == [second]
    monkeypatch.undo()
    store.flush()

    assert [chunk.id for chunk in ChunkStore(home, clock=clock).list_chunks()] == [second]
    assert first not in (home / "index" / "metadata_index.json").read_text()


def test_an_import_that_does_not_fit_is_completed_later(store, tmp_path, full, monkeypatch):
    file = write_conversation(tmp_path, *(turn(f"{LONG} {n}", minute=n * 7) for n in range(2)))
    full()
    with pytest.raises(OSError, match="No space left"):
        import_conversation(store, file)
    monkeypatch.undo()

    assert len(import_conversation(store, file).created) == 2


def test_a_store_opens_on_a_full_disk(store, home, clock, full):
    chunk = create(store)
    store.close()
    (home / "index" / "tag_index.json").unlink()
    full()

    assert ChunkStore(home, clock=clock).list_chunks() == [chunk]
