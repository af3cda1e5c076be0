"""Chunks deleted, restored, purged (001 §Storage Constraints and §Safety Features)."""

from __future__ import annotations

from chunk_builders import EXAMPLE, EXAMPLE_ID, create, put_file

from robot_memory.long_term.chunks import ChunkStore


def test_a_permanently_deleted_chunk_is_in_no_file(store, home):
    chunk = create(store, "my private words")
    store.delete_chunk(chunk.id)
    store.delete_chunk(chunk.id, permanent=True)

    assert store.restore_chunk(chunk.id) is None
    for path in home.rglob("*"):
        assert path.is_dir() or "private" not in path.read_text()


def test_a_truncated_line_in_the_deletion_list_hides_no_later_deletion(store, home, caplog):
    first, second = create(store), create(store)
    (home / "archive" / "deleted.jsonl").write_text('{"id": "chunk-2026')
    store.delete_chunk(first.id, permanent=True)
    store.delete_chunk(second.id, permanent=True)

    opened = ChunkStore(home)
    assert opened.is_deleted(first.id) and opened.is_deleted(second.id)
    assert "a line cannot be read" in caplog.text


def test_a_replaced_deletion_list_is_read_again(store, home):
    first, second = create(store), create(store)
    store.delete_chunk(first.id, permanent=True)
    assert store.is_deleted(first.id)
    (home / "archive" / "deleted.jsonl").write_text("")

    assert not store.is_deleted(first.id)
    assert not store.is_deleted(second.id)


def test_restore_does_not_overwrite_an_existing_chunk(store, home):
    put_file(home, EXAMPLE)
    store.delete_chunk(EXAMPLE_ID)
    put_file(home, EXAMPLE.replace("decided", "settled"))

    assert store.restore_chunk(EXAMPLE_ID) is None
    assert "settled" in store.get_chunk(EXAMPLE_ID).content
    assert store.list_archived() == [EXAMPLE_ID]


def test_two_deleted_chunks_with_one_id_are_both_archived(store, home):
    put_file(home, EXAMPLE)
    store.delete_chunk(EXAMPLE_ID)
    put_file(home, EXAMPLE.replace("decided", "settled"))
    store.delete_chunk(EXAMPLE_ID)

    assert len(list((home / "archive").glob("chunk-*"))) == 2
    assert "settled" in store.restore_chunk(EXAMPLE_ID).content


def test_an_archived_chunk_can_be_read_without_restoring_it(store, home):
    chunk = create(store)
    store.delete_chunk(chunk.id)

    assert store.read_archived(chunk.id) == chunk
    (home / "archive" / f"{chunk.id}.json").write_text("{")
    assert store.read_archived(chunk.id) is None
