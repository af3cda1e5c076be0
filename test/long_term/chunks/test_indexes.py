"""The three indexes are derived data: if missing, stale or damaged, they are rebuilt."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from chunk_builders import EXAMPLE, EXAMPLE_ID, create, file_of, index_of, put_file, wait
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot_memory.long_term.chunks import ChunkFilter, ChunkStore
from robot_memory.long_term.chunks.chunk_catalogue import LINKS, METADATA, TAGS

ALL = (METADATA, TAGS, LINKS)


def fill(store, clock):
    """Make three linked and tagged chunks."""
    made = []
    for tags in (["yard", "rain"], ["rain"], ["dock"]):
        made.append(create(store, conversation_id="c", tags=tags))
        wait(clock, minutes=1)
    return made


def what_is_known(store):
    ids, links = store.find(ChunkFilter()), store.path / "index" / LINKS
    return {
        "all": ids,
        "conversation": store.find(ChunkFilter(conversation_id="c")),
        "tags": {tag: store.find(ChunkFilter(tags=frozenset([tag]))) for tag in ("yard", "rain")},
        "types": store.find(ChunkFilter(type="note")),
        "links": json.loads(links.read_text())["entries"] if links.exists() else {},
    }


def test_the_indexes_list_the_fields_tags_and_links_of_the_chunks(store, home, clock):
    first, second, third = fill(store, clock)

    assert index_of(home, "metadata_index")["entries"][first.id]["conversation_id"] == "c"
    assert index_of(home, "tag_index")["lists"] == {
        "dock": [third.id], "rain": [first.id, second.id], "yard": [first.id],
    }  # fmt: skip
    assert index_of(home, "link_graph")["entries"][second.id] == {
        "context_of": ["c"], "follows": [first.id], "related_to": [first.id],
    }  # fmt: skip


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "damage",
    [lambda path: path.unlink(), lambda path: path.write_text(""),
     lambda path: path.write_text("[]"), lambda path: path.write_text('{"entries": 7}'),
     lambda path: path.write_bytes(b"\xff\xfe{"), lambda path: path.write_text("[" * 100_000),
     lambda path: path.write_text(path.read_text()[: path.stat().st_size // 2])],
    ids=["missing", "empty", "a list", "no entries", "no UTF-8", "too deep", "half"],
)  # fmt: skip
def test_a_missing_or_damaged_index_is_rebuilt(store, home, clock, name, damage):
    fill(store, clock)
    known = what_is_known(store)
    store.close()
    damage(home / "index" / name)

    assert what_is_known(ChunkStore(home, clock=clock)) == known
    for file in ALL:
        json.loads((home / "index" / file).read_text())


@pytest.mark.parametrize("name", ALL)
def test_an_outdated_index_is_not_used(store, home, clock, name):
    first, *_ = fill(store, clock)
    old = (home / "index" / name).read_bytes()
    wait(clock, minutes=1)
    store.delete_chunk(first.id)
    create(store, tags=["yard"], conversation_id="c")
    known = what_is_known(store)
    store.close()
    (home / "index" / name).write_bytes(old)

    assert what_is_known(ChunkStore(home, clock=clock)) == known


def test_an_index_with_an_invalid_id_is_rebuilt(store, home, clock):
    create(store)
    path = home / "index" / METADATA
    data = json.loads(path.read_text())
    data["entries"] = dict.fromkeys(["../../evil"], *data["entries"].values())
    path.write_text(json.dumps(data))

    assert len(ChunkStore(home, clock=clock).list_chunks()) == 1


def test_a_link_index_damaged_after_opening_is_rebuilt_from_the_chunks(store, home, clock):
    first, second, _ = fill(store, clock)
    opened = ChunkStore(home, clock=clock)
    (home / "index" / LINKS).write_text("{")
    create(opened)

    assert index_of(home, "link_graph")["entries"][second.id] == {
        "context_of": ["c"], "follows": [first.id], "related_to": [first.id],
    }  # fmt: skip


def test_a_chunk_added_within_one_time_stamp_tick_is_found(store, home, monkeypatch):
    tick = 1775008800_000000000
    first = EXAMPLE_ID.replace("a1b2c3d4", "00000000")
    month = put_file(home, EXAMPLE.replace(EXAMPLE_ID, first), first).parent
    monkeypatch.setattr(store._folders, "now", lambda: tick)
    os.utime(month, ns=(tick, tick))
    assert len(store.find(ChunkFilter())) == 1
    put_file(home, EXAMPLE)
    os.utime(month, ns=(tick, tick))

    assert EXAMPLE_ID in store.find(ChunkFilter())


def test_a_chunk_that_another_tool_removes_is_no_longer_found(store, home, clock):
    first, *others = fill(store, clock)
    file_of(home, first.id).unlink()

    assert store.find(ChunkFilter()) == [chunk.id for chunk in others]


def test_files_that_are_no_chunks_are_left_alone(store, home):
    month = home / "chunks" / "2026-02"
    month.mkdir()
    for name in ("notes.txt", ".chunk-2026-02-10-a1b2c3d4.json.swp", "chunk-x.json",
                 "chunk-2026-03-10-a1b2c3d4.json"):  # fmt: skip
        (month / name).write_text("mine")
    (month / "chunk-2026-02-11-a1b2c3d4.json").mkdir()
    os.mkfifo(month / "chunk-2026-02-12-a1b2c3d4.json")

    assert store.list_chunks() == []
    assert store.get_chunk("chunk-2026-02-12-a1b2c3d4") is None
    assert len(list(month.iterdir())) == 6


def test_a_retrieval_writes_one_file(store, home, clock):
    first, *_ = fill(store, clock)
    before = {path: path.read_bytes() for path in home.rglob("*.json")}
    store.get_chunk(first.id)

    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert changed == [file_of(home, first.id)]
    assert ChunkStore(home, clock=clock).find(ChunkFilter(tags=frozenset(["yard"]))) == [first.id]


def test_chunks_can_be_listed_by_type_and_tags(store, clock):
    first, *_ = fill(store, clock)
    fact = create(store, chunk_type="fact")

    assert [c.id for c in store.list_chunks(chunk_type="fact")] == [fact.id]
    assert store.list_chunks(tags=["yard", "dock"]) == []
    assert [c.id for c in store.list_chunks(tags=["yard", "rain"])] == [first.id]


STEPS = st.lists(
    st.tuples(st.sampled_from("create tag delete gone restore forget_index".split()),
              st.integers(0, 5)),
    max_size=14,
)  # fmt: skip


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(STEPS)
def test_the_index_matches_the_files_after_any_operations(tmp_path_factory, clock, steps):
    home = tmp_path_factory.mktemp("law")
    store = ChunkStore(home, clock=clock)
    made = [create(store, tags=["yard"], conversation_id="c").id]
    for what, number in steps:
        wait(clock, minutes=1)
        chunk_id = made[number % len(made)]
        if what == "create":
            made.append(create(store, tags=["rain", f"t{number}"], conversation_id="c").id)
        elif what == "tag":
            store.update_chunk(chunk_id, tags=["yard", f"t{number}"])
        elif what == "restore":
            store.restore_chunk(chunk_id)
        elif what == "forget_index":
            shutil.rmtree(home / "index", ignore_errors=True)
            store = ChunkStore(home, clock=clock)
        else:
            store.delete_chunk(chunk_id, permanent=what == "gone")
    known = what_is_known(store)
    store.close()
    shutil.rmtree(home / "index", ignore_errors=True)

    assert what_is_known(ChunkStore(home, clock=clock)) == known
    assert sorted(known["all"]) == sorted(p.stem for p in (home / "chunks").rglob("chunk-*"))
