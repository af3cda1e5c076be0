"""Contradictions are kept side by side, and the newer is current (rules.md §8)."""

from __future__ import annotations

import pytest
from fact_builders import NOON, at, fact_line, records, said, tell, write_facts

from robot_memory.long_term.graph import FactGraph


def current(graph, subject="robot", now=NOON):
    return {item.fact.object: item.current for item in graph.lookup(subject, now=now)}


def test_both_are_kept_with_their_sources(graph, home):
    tell(graph, "robot", "docked_at", "bay 2", source="ada")
    tell(graph, "robot", "docked_at", "bay 3", source="bob", now=at(1))

    stored = records(home / "knowledge-graph" / "facts.jsonl")
    assert [(item["object"], item["source"]) for item in stored] == [
        ("bay 2", "ada"), ("bay 3", "bob"),
    ]  # fmt: skip


def test_the_newer_one_is_current(graph):
    old = tell(graph, "robot", "docked_at", "bay 2")
    new = tell(graph, "robot", "docked_at", "bay 3", now=at(1))

    assert current(graph) == {"bay 2": False, "bay 3": True}
    assert graph.get(new, now=NOON).rivals == (old,)
    assert graph.get(old, now=NOON).rivals == (new,)


def test_of_two_that_were_said_at_once_the_later_in_the_file_is_current(graph):
    graph.learn(
        [said("robot", "docked_at", "bay 2"), said("robot", "docked_at", "bay 3")], now=NOON
    )

    assert current(graph) == {"bay 2": False, "bay 3": True}


def test_what_is_said_again_is_current_again_also_after_a_restart(graph, home):
    tell(graph, "robot", "docked_at", "bay 2")
    tell(graph, "robot", "docked_at", "bay 3", now=at(1))
    tell(graph, "robot", "docked_at", "bay 2", now=at(2))

    assert current(graph) == {"bay 2": True, "bay 3": False}
    assert current(FactGraph(home)) == {"bay 2": True, "bay 3": False}


def test_what_is_only_recalled_is_not_current_for_that(graph):
    old = tell(graph, "robot", "docked_at", "bay 2")
    tell(graph, "robot", "docked_at", "bay 3", now=at(1))
    graph.boost([old], now=at(2))

    assert current(graph) == {"bay 2": False, "bay 3": True}


def test_when_the_current_one_is_archived_the_other_one_is(graph):
    tell(graph, "robot", "docked_at", "bay 2")
    tell(graph, "robot", "docked_at", "bay 3", now=at(1), activation=0.01)
    graph.prune(now=at(1))

    assert current(graph) == {"bay 2": True}


@pytest.mark.parametrize("second", ["2026-05-15", "May 15, 2026", "15.05.2026"])
def test_one_date_in_two_forms_is_no_contradiction(graph, second):
    tell(graph, object_="2026-05-15")
    tell(graph, object_=second)

    assert current(graph, "deployment project") == {"2026-05-15": True}


def test_case_makes_another_object_since_5_mw_are_not_5_MW(graph):
    tell(graph, "laser", "emits", "5 mW")
    tell(graph, "laser", "emits", "5 MW", now=at(1))

    assert current(graph, "laser") == {"5 mW": False, "5 MW": True}


@pytest.mark.parametrize("predicate", ["has_sensor", "likes", "hardware_observation", "can"])
def test_relations_that_have_many_objects_make_no_contradictions(graph, predicate):
    tell(graph, "robot", predicate, "a lidar")
    tell(graph, "robot", predicate, "a camera")

    assert current(graph) == {"a lidar": True, "a camera": True}


def test_facts_of_different_subjects_make_no_contradictions(graph):
    tell(graph, "robot 1", "docked_at", "bay 2")
    tell(graph, "robot 2", "docked_at", "bay 3")

    assert current(graph, "robot 1") == {"bay 2": True}


def test_contradictions_in_another_tools_file_are_reported_by_created(home):
    newer = fact_line(id="fact-1", created="2026-06-02T00:00:00Z", object="2026-06-01")
    write_facts(home, newer, fact_line(id="fact-2"))

    assert current(FactGraph(home), "deployment project", at(-180)) == {
        "2026-06-01": True, "2026-05-15": False,
    }  # fmt: skip


def test_memory_md_shows_both_facts_with_their_sources(graph, home):
    tell(graph, "robot", "docked_at", "bay 2", source="ada")
    graph.reconcile(now=NOON)
    tell(graph, "robot", "docked_at", "bay 3", source="bob", now=at(1))
    graph.reconcile(now=at(1))
    text = (home / "MEMORY.md").read_text()

    assert "- robot docked at bay 2 (superseded; ada) <!--" in text
    assert "- robot docked at bay 3 (current; bob) <!--" in text
    assert text.count("bay 2") == 1
