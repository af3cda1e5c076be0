"""Contradicting facts are both kept, and the newer one is current (rules.md §8)."""

from __future__ import annotations

import pytest
from fact_builders import NOON, at, fact_line, tell, write_facts

from robot_memory.long_term.graph import FactGraph

BAY = ("robot", "docked_at")


def current(graph, subject="robot", now=NOON):
    return {item.fact.object: item.current for item in graph.lookup(subject, now=now)}


def test_the_newer_of_two_contradicting_facts_is_current(graph):
    old = tell(graph, "robot", "docked_at", "bay 2")
    new = tell(graph, "robot", "docked_at", "bay 3", now=at(1))

    assert current(graph) == {"bay 2": False, "bay 3": True}
    assert graph.get(new, now=NOON).rivals == (old,)
    assert graph.get(old, now=NOON).rivals == (new,)


@pytest.mark.parametrize(
    ("deed", "expected"),
    [
        (lambda graph, old: tell(graph, *BAY, "bay 2", now=at(2)), {"bay 2": True, "bay 3": False}),
        (lambda graph, old: graph.boost([old], now=at(2)), {"bay 2": False, "bay 3": True}),
        (lambda graph, old: graph.prune(now=at(1)), {"bay 2": True}),
    ],
    ids=["said again", "only recalled", "the current one is archived"],
)
def test_the_current_fact_is_the_same_after_a_restart(graph, home, deed, expected):
    old = tell(graph, *BAY, "bay 2")
    tell(graph, *BAY, "bay 3", now=at(1), activation=0.01 if len(expected) == 1 else 1.0)
    deed(graph, old)

    assert current(graph) == current(FactGraph(home)) == expected


@pytest.mark.parametrize("second", ["2026-05-15", "May 15, 2026", "15.05.2026"])
def test_the_same_date_in_two_formats_is_not_a_contradiction(graph, second):
    tell(graph, object_="2026-05-15")
    tell(graph, object_=second)

    assert current(graph, "deployment project") == {"2026-05-15": True}


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (("robot", "emits", "5 mW"), ("robot", "emits", "5 MW"), {"5 mW": False, "5 MW": True}),
        ((*BAY, "bay 2"), ("robot 2", "docked_at", "bay 3"), {"bay 2": True}),
        *(
            (("robot", many, "a lidar"), ("robot", many, "a camera"),
             {"a lidar": True, "a camera": True})
            for many in ("has_sensor", "likes", "hardware_observation", "can")
        ),
    ],
)  # fmt: skip
def test_a_second_object_contradicts_unless_the_relation_allows_many(
    graph, first, second, expected
):
    """5 mW are not 5 MW; some relations may have many objects."""
    tell(graph, *first)
    tell(graph, *second, now=at(1))

    assert current(graph) == expected


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("located_in", "is_in"), ("is located in", "is_in"), ("are_kept_in", "is_in"),
        ("stands_next_to", "is_next_to"), ("is_mounted_on", "is_on"),
    ],
)  # fmt: skip
def test_two_places_of_one_thing_contradict_however_the_relation_is_worded(graph, first, second):
    tell(graph, "seed drill", first, "hall 2")
    tell(graph, "seed drill", second, "hall 5", now=at(1))

    assert current(graph, "seed drill") == {"hall 2": False, "hall 5": True}


def test_two_stored_relations_for_one_place_are_read_as_one_fact(home):
    given = {"subject": "seed drill", "object": "hall 2", "id": None,
             "created": "2026-12-01T11:00:00Z"}  # fmt: skip
    write_facts(home, *(fact_line(**given, predicate=name) for name in ("located_in", "is_in")))

    (known,) = FactGraph(home).lookup("seed drill", "is_stored_in", now=NOON)
    assert known.text == "seed drill located in hall 2"


def test_memory_md_shows_both_facts_with_their_sources(graph, home):
    tell(graph, "robot", "docked_at", "bay 2", source="ada")
    graph.reconcile(now=NOON)
    tell(graph, "robot", "docked_at", "bay 3", source="bob", now=at(1))
    graph.reconcile(now=at(1))
    text = (home / "MEMORY.md").read_text()

    assert "- robot docked at bay 2 (superseded; ada) <!--" in text
    assert "- robot docked at bay 3 (current; bob) <!--" in text
    assert text.count("bay 2") == 1


def test_an_agents_fact_does_not_supersede_a_persons_fact(graph):
    locked = tell(graph, "fire door", "is", "locked", source="ada")
    opened = tell(graph, "fire door", "is", "open", source="agent:planner", now=at(1))

    assert current(graph, "fire door") == {"locked": True, "open": False}
    assert not graph.get(locked, now=at(1)).confirmed
    assert graph.get(opened, now=at(1)).text == "fire door is open (unconfirmed; agent:planner)"


@pytest.mark.parametrize("says", ["locked", "open"])
def test_an_agents_repetition_settles_no_contradiction(graph, says):
    locked = tell(graph, "fire door", "is", "locked", source="ada")
    tell(graph, "fire door", "is", "open", source="agent:planner", now=at(1))

    tell(graph, "fire door", "is", says, source="agent:planner", now=at(2))

    known = graph.get(locked, now=at(2))
    assert (known.current, known.confirmed) == (True, False)


def test_a_persons_fact_after_an_agents_fact_needs_no_confirmation(graph):
    tell(graph, "fire door", "is", "open", source="agent:planner")
    locked = tell(graph, "fire door", "is", "locked", source="ada", now=at(1))

    assert graph.get(locked, now=at(1)).confirmed


def test_the_newest_of_agents_facts_is_current_and_unconfirmed(graph):
    tell(graph, "fire door", "is", "open", source="agent:planner")
    locked = tell(graph, "fire door", "is", "locked", source="agent:scribe", now=at(1))
    tell(graph, "fire door", "is", "locked", source="agent:scribe", now=at(2))

    known = graph.get(locked, now=at(2))
    assert (known.current, known.confirmed) == (True, False)
