"""Document 003, §5 "Recall and Search", sentence by sentence."""

from __future__ import annotations

import json

import numpy as np
import pytest
from remembered import Remembered

from robot_memory.foundation.disk.files import replace_durably
from robot_memory.long_term.recall.fact_vectors import FactVectors, read_flat
from robot_memory.long_term.recall.query import Query


@pytest.fixture
def faiss():
    return pytest.importorskip("faiss", reason="needs what requirements/test.txt lists")


def test_exact_match_facts_are_found_by_subject_predicate_and_object(robot):
    fact_id = robot.fact("forklift 7", "parked_at", "bay 12")

    for query in ("forklift 7", "parked at", "bay 12"):
        assert robot.find(query)[0].id == fact_id, query


def test_exact_match_a_fact_with_the_asked_subject_ranks_before_shared_words(robot):
    robot.fact("yellow forklift", "uses", "power")  # shorter, so its words fit better
    exact = robot.fact("forklift", "uses", "the charger beside the gate")

    assert robot.find("What does the forklift use?")[0].id == exact


def test_semantic_search_finds_a_fact_despite_misspelled_words(robot):
    fact_id = robot.fact("battery", "reached", "low voltage")
    assert robot.find("batery voltge") == []

    robot.recall.rebuild_embeddings()

    assert robot.find("batery voltge")[0].id == fact_id


def test_semantic_search_gives_the_ten_nearest_facts(robot):
    for number in range(20):
        robot.fact(f"calibration {number}", "was_done_by", f"operator {number}")
    robot.recall.rebuild_embeddings()

    assert len(robot.find("calibraton", limit=50)) == 10


def test_activation_filter_a_fact_below_the_search_threshold_is_not_found(robot):
    robot.fact("forklift", "parked_at", "bay 12")
    robot.recall.rebuild_embeddings()
    robot.wait(days=82)
    assert robot.sources("forklift parked") == ["fact"]

    robot.wait(days=1)  # 0.5 ** (83 / 30) < 0.15

    assert robot.find("forklift parked") == []


def test_boost_accessed_facts_recall_boosts_only_the_returned_facts(robot):
    told = [robot.fact("forklift", "uses", f"charger {number}") for number in range(3)]
    robot.fact("pallet", "is_in", "bay 12")
    robot.wait(days=30)

    robot.recall.recall(Query("forklift charger"))

    values = {k.fact.id: round(k.activation, 2) for k in robot.facts.searchable(now=robot.now)}
    assert [values[fact_id] for fact_id in told] == [0.8, 0.8, 0.8]
    assert sorted(values.values())[0] == 0.5


def test_a_search_without_recall_boosts_no_fact(robot):
    robot.fact("forklift", "uses", "charger 1")
    robot.wait(days=30)

    robot.find("forklift charger")

    assert robot.facts.searchable(now=robot.now)[0].activation == 0.5


def test_merge_and_deduplicate_a_fact_that_both_searches_find_is_one_hit(robot):
    robot.fact("battery", "reached", "low voltage")
    robot.recall.rebuild_embeddings()

    assert len(robot.find("battery low voltage")) == 1


def test_sorted_by_activation_among_equal_matches_the_more_active_fact_is_first(robot):
    old = robot.fact("forklift", "uses", "charger A")
    robot.wait(days=30)
    new = robot.fact("forklift", "uses", "charger B")

    assert [hit.id for hit in robot.find("forklift charger")] == [new, old]

    for _ in range(3):
        robot.facts.boost([old], now=robot.now)
        robot.facts.flush(now=robot.now)
    robot.wait(days=30)
    robot.facts.boost([old], now=robot.now)

    assert [hit.id for hit in robot.find("forklift charger")] == [old, new]


def test_facts_are_preferred_to_daily_files(robot):
    robot.page("daily/2026-11-30.md", "# Day\n- Forklift parked at bay 12\n")
    fact_id = robot.fact("forklift", "parked_at", "bay 12")

    hits = robot.find("where is the forklift parked?")

    assert hits[0].id == fact_id


# -- the index of embeddings (§ "Directory Layout", Step 3) ----------------------------------------


def metadata(robot: Remembered) -> list[dict[str, object]]:
    text = (robot.home / "embeddings" / "metadata.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_faiss_reads_the_index_and_finds_the_same_neighbours(robot, faiss):
    for number in range(30):
        robot.fact(f"forklift {number}", "uses", f"charger {number % 7}")
    robot.recall.rebuild_embeddings()
    path = robot.home / "embeddings" / "index.bin"
    vectors = read_flat(path.read_bytes())

    index = faiss.read_index(str(path))

    alike, nearest = index.search(vectors[:5], 10)
    assert (index.ntotal, index.d, index.metric_type) == (30, 256, faiss.METRIC_INNER_PRODUCT)
    np.testing.assert_allclose(alike, np.sort(vectors[:5] @ vectors.T)[:, ::-1][:, :10], rtol=1e-5)
    assert nearest[:, 0].tolist() == [0, 1, 2, 3, 4]


def test_rebuilding_unchanged_facts_writes_no_embedding_files(robot):
    for number in range(5):
        robot.fact("forklift", "uses", f"charger {number}")
    robot.recall.rebuild_embeddings()
    folder = robot.home / "embeddings"
    before = {path.name: (path.read_bytes(), path.stat().st_ino) for path in folder.iterdir()}

    robot.wait(days=1)
    robot.recall.recall(Query("forklift"))
    robot.recall.rebuild_embeddings()

    after = {path.name: (path.read_bytes(), path.stat().st_ino) for path in folder.iterdir()}
    assert after == before  # nothing was written


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[:-1], lambda data: b"", lambda data: b"IwFl" + data[4:],
        lambda data: data[:8] + b"\xff" * 8 + data[16:], lambda data: data[:40],
        lambda data: data[:-4] + b"\x00\x00\xc0\x7f",
    ],
    ids=["cut", "empty", "another kind", "another count", "header only", "no number"],
)  # fmt: skip
def test_a_damaged_index_is_not_used_until_it_is_made_anew(robot, spoil, caplog):
    fact_id = robot.fact("battery", "reached", "low voltage")
    robot.recall.rebuild_embeddings()
    path = robot.home / "embeddings" / "index.bin"
    path.write_bytes(spoil(path.read_bytes()))

    assert robot.find("batery voltge") == []
    assert "is not used until it is made anew" in caplog.text

    robot.recall.rebuild_embeddings()
    assert robot.find("batery voltge")[0].id == fact_id


def test_a_crash_during_a_rebuild_never_pairs_vectors_with_other_facts(home, monkeypatch):
    """A crash between the two files leaves vectors without names; they are not used."""
    vectors = FactVectors(home)
    vectors.rebuild({"fact-a": "gripper squeaks", "fact-b": "lift is slow"})

    def crash(path, data):
        if path.name == "metadata.jsonl":
            raise KeyboardInterrupt
        replace_durably(path, data)

    monkeypatch.setattr("robot_memory.long_term.recall.fact_vectors.replace_durably", crash)
    with pytest.raises(KeyboardInterrupt):
        vectors.rebuild({"fact-b": "lift is slow", "fact-c": "door is stuck"})
    monkeypatch.undo()

    assert vectors.nearest("door is stuck", 1) == []
    vectors.rebuild({"fact-b": "lift is slow", "fact-c": "door is stuck"})
    assert vectors.nearest("door is stuck", 1)[0][0] == "fact-c"


def test_a_vector_of_a_changed_fact_is_not_used(robot):
    """The vector of a changed or deleted fact does not count."""
    fact_id = robot.fact("battery", "reached", "low voltage")
    robot.recall.rebuild_embeddings()
    path = robot.home / "knowledge-graph" / "facts.jsonl"
    path.write_text(path.read_text().replace("low voltage", "full charge"))

    assert robot.find("batery voltge") == []
    assert robot.find("battery charge")[0].id == fact_id
