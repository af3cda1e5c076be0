"""kill -9 between any two file operations: nothing acknowledged is lost or incomplete.

A child process kills itself before its n-th change of the disk, for every n; then the store is
opened again.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from chunk_builders import LONG, NOON, create, turn, write_conversation
from dying import dies_at

from robot_memory.foundation.time.clock import ManualClock
from robot_memory.long_term.chunks import ChunkStore, import_conversation

_MOST = 400


def made(home, clock):
    """Make a store with two chunks and an archived one; return the three ids."""
    with ChunkStore(home, clock=clock) as store:
        chunks = [create(store, f"{LONG} {n}", tags=["yard"], conversation_id="c")
                  for n in range(3)]  # fmt: skip
        store.delete_chunk(chunks[2].id)
        return [chunk.id for chunk in chunks]


ACTS = {
    "create": lambda store, ids: create(store, "new", tags=["yard"], conversation_id="c"),
    "update": lambda store, ids: store.update_chunk(ids[0], content="new", tags=["dock"]),
    "archive": lambda store, ids: store.delete_chunk(ids[0]),
    "delete for good": lambda store, ids: store.delete_chunk(ids[0], permanent=True),
    "restore": lambda store, ids: store.restore_chunk(ids[2]),
}


def state_of(home):
    return {
        str(path.relative_to(home)): {**json.loads(path.read_text())}
        for folder in ("chunks", "archive")
        for path in (home / folder).rglob("chunk-*.json")
    }


@pytest.mark.parametrize("name", ACTS)
def test_a_killed_change_leaves_the_state_before_or_after_it(tmp_path, name):
    clock = ManualClock(NOON, kind="wall", boot="test")
    ids = made(tmp_path / "made", clock)
    wanted = shutil.copytree(tmp_path / "made", tmp_path / "wanted")
    before = state_of(wanted)
    ACTS[name](ChunkStore(wanted, clock=clock), ids)
    after = state_of(wanted)
    assert before != after
    seen = set()
    for step in range(_MOST):
        home = tmp_path / str(step)
        made(home, clock)
        died = dies_at(step, lambda home=home: ACTS[name](ChunkStore(home, clock=clock), ids))
        state = state_of(home)
        assert state in (before, after), f"step {step}"
        seen.add(state == after)
        check_that_it_is_whole(home, clock)
        if not died:
            break
    assert seen == {True, False}
    assert step >= 3


def check_that_it_is_whole(home, clock):
    """Check that a reopened store works and has no leftovers."""
    state = state_of(home)
    with ChunkStore(home, clock=clock) as store:
        listed = {chunk.id for chunk in store.list_chunks()}
        tagged = {c.id for tag in ("yard", "dock") for c in store.list_chunks(tags=[tag])}
    assert listed == {Path(name).stem for name in state if name.startswith("chunks")}
    assert tagged == listed
    assert state_of(home) == state
    assert not [*home.rglob("*.damaged-*"), *(home / "chunks").rglob("*.tmp")]
    assert not list((home / "archive").glob("*.tmp"))


def test_an_import_that_is_killed_is_completed_by_the_next_one(tmp_path, clock):
    file = write_conversation(tmp_path, *(turn(f"{LONG} {n}", minute=n * 7) for n in range(2)))
    with ChunkStore(tmp_path / "wanted", clock=clock) as store:
        import_conversation(store, file)
    wanted = state_of(tmp_path / "wanted")
    assert len(wanted) == 2
    died, step = True, -1
    while died:
        step += 1
        home = tmp_path / f"home{step}"
        died = dies_at(
            step, lambda home=home: import_conversation(ChunkStore(home, clock=clock), file)
        )
        state = state_of(home) if home.exists() else {}
        assert state.items() <= wanted.items()
        with ChunkStore(home, clock=clock) as store:
            import_conversation(store, file)
        assert state_of(home) == wanted
    assert step > 20


def test_a_damaged_chunk_is_never_lost_when_setting_it_aside_is_killed(tmp_path, clock):
    died, step = True, -1
    while died:
        step += 1
        home = tmp_path / str(step)
        first, *_ = made(home, clock)
        (home / "chunks" / "2026-12" / f"{first}.json").write_text("damaged")
        died = dies_at(step, lambda home=home: ChunkStore(home, clock=clock))
        ChunkStore(home, clock=clock)
        assert [p.read_text() for p in home.rglob(f"{first}*")] == ["damaged"]
