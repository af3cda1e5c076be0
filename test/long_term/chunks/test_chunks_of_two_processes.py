"""Several programs, and several threads of one, use a store at once."""

from __future__ import annotations

import os
import threading

from chunk_builders import create

from robot_memory.long_term.chunks import ChunkFilter, ChunkStore
from robot_memory.long_term.chunks.chunk_folders import StoreLock


def test_what_one_program_stores_the_other_one_finds(store, home, clock):
    other = ChunkStore(home, clock=clock)
    chunk = create(store, tags=["yard"], conversation_id="c")

    assert other.list_chunks("c", tags=["yard"]) == [chunk]
    other.delete_chunk(chunk.id)
    assert store.list_chunks("c") == []
    store.restore_chunk(chunk.id)
    assert other.get_chunk(chunk.id) is not None


def test_an_index_has_what_both_programs_stored(store, home, clock):
    other = ChunkStore(home, clock=clock)
    mine, theirs = create(store, "mine"), create(other, "theirs")
    store.close()

    text = (home / "index" / "metadata_index.json").read_text()
    assert mine.id in text
    assert theirs.id in text


def test_two_programs_that_say_the_same_at_once_make_two_chunks(store, home, clock):
    other = ChunkStore(home, clock=clock)

    assert create(store, "the same").id != create(other, "the same").id


def test_retrievals_by_many_programs_are_all_counted(store, home, clock):
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


def test_a_thread_waits_for_the_one_that_holds_the_lock(tmp_path):
    lock, order = StoreLock(tmp_path / "lock"), []

    def enter():
        with lock.held():
            order.append("second")

    with lock.held(), lock.held():
        other = threading.Thread(target=enter)
        other.start()
        other.join(0.05)
        order.append("first")
    other.join(5)

    assert order == ["first", "second"]


def test_threads_do_not_disturb_one_another(store):
    problems = []

    def work(number):
        try:
            for _ in range(8):
                chunk = create(store, f"{number}", tags=["yard"], conversation_id=str(number))
                store.get_chunk(chunk.id)
                store.update_chunk(chunk.id, tags=["dock"])
                store.list_chunks(str(number))
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)

    assert problems == []
    assert len(store.find(ChunkFilter(tags=frozenset(["dock"])))) == 32
