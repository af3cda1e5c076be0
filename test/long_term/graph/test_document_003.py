"""Document 003, sentence by sentence, for the parts on facts and MEMORY.md."""

from __future__ import annotations

import json
import re

import pytest
from fact_builders import (
    EXAMPLE,
    NOON,
    at,
    fact_line,
    files_of,
    metadata,
    objects,
    records,
    said,
    tell,
    write_facts,
)

from robot_memory.foundation.errors import InvalidFact
from robot_memory.long_term.graph import FactGraph, FactLimits, LeaveReason
from robot_memory.long_term.graph.fact import read_fact, write_fact

GRAPH = "knowledge-graph"


# -- Directory Layout ----------------------------------------------------------------------------


def test_003_directory_layout_entities_are_unique(graph, home):
    graph.learn(
        [said("robot", "docked_at", "bay 2"), said("Robot", "likes", "bay 2"),
         said("bay 2", "has", "a red lamp"), said("bay 2", "built_on", "2026-05-15")],
        now=NOON,
    )  # fmt: skip

    names = [record["entity"] for record in records(home / GRAPH / "entities.jsonl")]
    assert names == ["robot", "bay 2", "a red lamp"]


def test_003_directory_layout_relations_have_types_and_counts(graph, home):
    graph.learn(
        [said("a", "docked_at", "x"), said("b", "Docked at", "x"), said("a", "is", "y")], now=NOON
    )

    assert records(home / GRAPH / "relations.jsonl") == [
        {"relation": "docked_at", "count": 2}, {"relation": "is", "count": 1},
    ]  # fmt: skip


# -- 1. Fact Ingestion ---------------------------------------------------------------------------


def test_003_fact_ingestion_the_example_of_the_document_is_written_unchanged():
    assert json.loads(write_fact(read_fact(EXAMPLE.encode()))) == json.loads(EXAMPLE)
    assert write_fact(read_fact(EXAMPLE.encode())).decode() == fact_line()


def test_003_fact_ingestion_a_fact_is_appended(graph, home):
    path = write_facts(home, fact_line())
    before, inode = path.read_bytes(), path.stat().st_ino
    tell(graph, "robot", "weighs", "12 kg")

    assert path.read_bytes().startswith(before)
    assert path.stat().st_ino == inode


def test_003_fact_ingestion_the_same_fact_is_not_stored_twice(graph, home):
    first = tell(graph)
    second = tell(graph, now=at(1))

    assert first == second
    assert len(records(home / GRAPH / "facts.jsonl")) == 1


def test_003_fact_ingestion_learning_a_fact_again_restores_its_activation(graph):
    fact_id = tell(graph)
    faded = graph.get(fact_id, now=at(30)).activation
    tell(graph, now=at(30))

    assert faded == 0.5
    assert graph.get(fact_id, now=at(30)).activation == 1.0


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("subject", " ", "is empty"),
        ("predicate", "x" * 101, "101 characters is above 100"),
        ("object", "\ud800", "is not valid Unicode"),
        ("object", "x" * 1001, "1001 characters is above 1000"),
        ("source", "", "is empty"),
        ("source", "a\0b", "is not valid Unicode"),
        ("object", 3, "3 is not a string"),
    ],
)
def test_003_fact_ingestion_an_invalid_fact_is_refused_and_nothing_is_written(
    graph, home, name, value, problem
):
    fields = {"subject": "a", "predicate": "b", "object_": "c", "source": "d"}
    fields["object_" if name == "object" else name] = value
    with pytest.raises(InvalidFact, match=f"{name}: {re.escape(problem)}"):
        graph.learn([said("x", "y", "z"), said(**fields)], now=NOON)

    assert not home.exists()


@pytest.mark.parametrize("activation", [-0.1, 1.1, float("nan")])
def test_003_activation_and_decay_a_score_outside_0_to_1_is_refused(graph, activation):
    with pytest.raises(InvalidFact, match=r"activation: .* is not between 0\.0 and 1\.0"):
        graph.learn([said(activation=activation)], now=NOON)


# -- 2. Activation and Decay ---------------------------------------------------------------------


@pytest.mark.parametrize(("days", "activation"), [(0, 1.0), (15, 0.707106781), (30, 0.5),
                                                  (60, 0.25), (90, 0.125)])  # fmt: skip
def test_003_activation_and_decay_activation_halves_every_30_days(graph, days, activation):
    fact_id = tell(graph)

    assert graph.get(fact_id, now=at(days)).activation == activation


def test_003_activation_and_decay_nightly_decay_equals_a_single_decay(home, graph):
    fact_id = tell(graph)
    for day in range(1, 31):
        graph.decay(now=at(day))

    assert metadata(home)[fact_id]["activation"] == 0.5


def test_003_activation_and_decay_the_defaults_are_those_of_the_document():
    limits = FactLimits()

    assert limits.half_life_days == 30
    assert limits.recall_boost == 0.3
    assert limits.search_threshold == 0.15
    assert limits.prune_threshold == 0.05
    assert limits.max_facts == 10000
    assert limits.memory_md_max_lines == 200


def test_003_activation_and_decay_a_recall_adds_the_boost_and_moves_the_last_access(graph, home):
    fact_id = tell(graph)
    graph.boost([fact_id], now=at(60))
    graph.flush(now=at(60))

    assert graph.get(fact_id, now=at(60)).activation == 0.55
    assert metadata(home)[fact_id]["last_accessed"] == "2027-01-30T12:00:00Z"


def test_003_activation_and_decay_more_than_max_facts_are_archived_lowest_first(home):
    graph = FactGraph(home, FactLimits(max_facts=3))
    tell(graph, "a", "is", "low", activation=0.3)
    tell(graph, "b", "is", "high", activation=0.9)
    tell(graph, "c", "is", "lower", activation=0.2)
    tell(graph, "d", "is", "higher", activation=1.0)
    tell(graph, "e", "is", "new", activation=1.0)

    assert [fact.object for fact in graph.facts.values()] == ["high", "higher", "new"]
    archived = records(home / GRAPH / "archived-facts.jsonl")
    assert [(item["object"], item["archived_because"]) for item in archived] == [
        ("lower", "crowded"), ("low", "crowded"),
    ]  # fmt: skip


# -- 4. Nightly Consolidation --------------------------------------------------------------------


def test_003_step_3_facts_at_or_above_the_search_threshold_are_searchable(graph):
    tell(graph, "a", "is", "at it", activation=0.15)
    tell(graph, "b", "is", "below", activation=0.149)
    tell(graph, "c", "is", "above", activation=0.9)

    assert objects(graph.searchable(now=NOON)) == ["above", "at it"]


def test_003_step_4_facts_below_the_prune_threshold_move_to_the_archive(graph, home):
    tell(graph, "a", "is", "faded", activation=0.0499)
    tell(graph, "b", "is", "at it", activation=0.05)
    (left,) = graph.prune(now=NOON)

    assert (left.fact.object, left.because) == ("faded", LeaveReason.DECAYED)
    assert [item["object"] for item in records(home / GRAPH / "facts.jsonl")] == ["at it"]
    (archived,) = records(home / GRAPH / "archived-facts.jsonl")
    assert archived["object"] == "faded"
    assert archived["activation"] == 0.0499
    assert archived["archived_at"] == "2026-12-01T12:00:00Z"
    assert left.fact.id not in metadata(home)


def test_003_step_5_facts_above_one_half_enter_memory_md(graph, home):
    tell(graph, "a", "is", "at it", activation=0.5)
    tell(graph, "b", "is", "above", activation=0.51)
    graph.reconcile(now=NOON)

    assert "b is above" in (home / "MEMORY.md").read_text()
    assert "a is at it" not in (home / "MEMORY.md").read_text()


def test_003_step_5_a_line_stays_until_its_fact_is_below_the_search_threshold(graph, home):
    tell(graph)
    graph.reconcile(now=NOON)
    graph.reconcile(now=at(82))
    assert "deployment project started on" in (home / "MEMORY.md").read_text()  # 0.1504
    graph.reconcile(now=at(83))

    assert "deployment project" not in (home / "MEMORY.md").read_text()  # 0.1469


def test_003_step_5_memory_md_is_under_200_lines(graph, home):
    graph.learn([said(f"robot {n}", "is", "there") for n in range(300)], now=NOON)
    report = graph.reconcile(now=NOON)
    size = (home / "MEMORY.md").read_text().count("\n")

    assert size == report.lines == 199
    assert report.left_out == 300 - len(report.added)


# -- 5. Recall and Search ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ({"subject": "Deployment  Project"}, ["2026-05-15", "Ada"]),
        ({"predicate": "Started on"}, ["2026-05-15"]),
        ({"object_": "ada"}, ["Ada"]),
        ({"object_": "May 15, 2026"}, ["2026-05-15"]),
        ({"subject": "deployment project", "predicate": "led_by"}, ["Ada"]),
        ({"subject": "deployment project", "object_": "Bob"}, []),
        ({"subject": "deployment"}, []),
        ({}, []),
    ],
)
def test_003_recall_and_search_exact_match_of_subject_predicate_and_object(graph, question, found):
    tell(graph)
    tell(graph, "deployment project", "led_by", "Ada")
    tell(graph, "another project", "led_by", "Bob")

    assert sorted(objects(graph.lookup(**question, now=NOON))) == sorted(found)


@pytest.mark.parametrize(
    "question",
    [
        "When did the deployment project start?",
        "deployment project",
        "What began on May 15, 2026?",
        "“Deployment Project”!",
    ],
)
def test_003_recall_and_search_a_question_finds_the_facts_that_it_names(graph, question):
    tell(graph)
    tell(graph, "another project", "led_by", "Bob")

    assert objects(graph.named_in(question, now=NOON)) == ["2026-05-15"]


# -- Monitoring and Health, Quality Probe --------------------------------------------------------


def test_003_health_check_output_counts_are_those_of_the_files(graph, home):
    tell(graph, "a", "is", "x", activation=0.5)
    tell(graph, "b", "is", "y", activation=0.7)
    tell(graph, "c", "is", "z", activation=0.01)
    graph.prune(now=NOON)
    graph.reconcile(now=NOON)
    counts = graph.counts(now=NOON)

    assert (counts.active_facts, counts.archived_facts, counts.total_facts) == (2, 1, 3)
    assert counts.avg_activation == 0.6
    assert counts.memory_md_lines == (home / "MEMORY.md").read_text().count("\n")


def test_003_quality_probe_the_documents_example_canary_is_met_by_its_fact(graph, home):
    tell(graph, "fleet deployment project")
    (home / GRAPH / "canary-facts.json").write_text(
        '[{"query": "When did the fleet deployment project start?",'
        ' "expected_contains": "May 15, 2026"}]'
    )
    (canary,) = graph.canaries()
    answers = [known.text for known in graph.named_in(canary.query, now=NOON)]

    assert canary.is_met_by(answers)
    assert canary.is_met_by(["no idea", "It began on 15 May 2026."])
    assert not canary.is_met_by(["it started on May 16, 2026"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[", "is not JSON"),
        ("{}", "is not a JSON list"),
        ('[{"query": "x", "expected_contains": "y"}, 3]', r"\[1\]: is not a JSON object"),
        ('[{"query": ""}]', r"\[0\].query: is not a string.*\n.*\[0\].expected_contains"),
    ],
)
def test_003_quality_probe_invalid_canaries_are_refused_with_their_position(
    graph, home, text, problem
):
    write_facts(home)
    (home / GRAPH / "canary-facts.json").write_text(text)
    with pytest.raises(InvalidFact, match=problem):
        graph.canaries()

    assert (home / GRAPH / "canary-facts.json").read_text() == text


# -- Safety Guarantees ---------------------------------------------------------------------------


def test_003_safety_guarantees_no_password_is_written(graph, home):
    tell(graph, "camera driver", "logged", "connecting to rtsp://admin:hunter2@10.0.0.7/live")
    tell(graph, "wifi", "has_setting", "password=hunter2", source="log, token=hunter2x")
    graph.decay(now=NOON)
    graph.reconcile(now=NOON)

    assert all(b"hunter2" not in data for data in files_of(home).values())
