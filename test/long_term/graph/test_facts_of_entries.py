"""Entries feed facts: component, relation, observation, and the entry as the source."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fact_builders import NOON, at, files_of, make_entry, objects, records, tell

from robot_memory import RobotMemory
from robot_memory.entries.memory_entry import EntryType
from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.graph.statement import Statement


def archived(home):
    path = home / "knowledge-graph" / "archived-facts.jsonl"
    return [(item["object"], item["archived_because"]) for item in records(path)]


def only(graph):
    (fact,) = graph.facts.values()
    return fact


def resolved(entry):
    return replace(entry, type=EntryType.RESOLVED, extra={**entry.extra, "resolved_at": NOON})


@pytest.mark.parametrize("kind", ["hardware_observation", "environment_note", "behavior_pattern"])
def test_an_entry_is_a_fact_of_its_component(graph, kind):
    entry = make_entry(component="left encoder", type=EntryType(kind))
    graph.follow_entries([(0.6, entry)], now=NOON)
    fact = only(graph)

    assert (fact.subject, fact.predicate) == ("left encoder", kind)
    assert fact.object == "Left wheel encoder reports no pulses"
    assert fact.source == f"entry:{entry.id}"


def test_what_an_entry_observes_is_no_entity(graph, home):
    graph.follow_entries([(0.6, make_entry("Lidar blind", component="lidar"))], now=NOON)

    entities = records(home / "knowledge-graph" / "entities.jsonl")
    assert [item["entity"] for item in entities] == ["lidar"]


@pytest.mark.parametrize(("tags", "subject"), [(("wheel", "left"), "wheel"), ((), "robot")])
def test_a_note_without_a_component_is_about_its_first_tag_or_the_robot(graph, tags, subject):
    graph.follow_entries([(0.6, make_entry(tags=tags))], now=NOON)

    assert only(graph).subject == subject


def test_a_fact_is_at_first_as_present_as_its_entry_is_sure(graph, home):
    weak, strong = make_entry("weak"), make_entry("strong")
    graph.follow_entries([(0.45, weak), (0.8, strong)], now=NOON)
    graph.reconcile(now=NOON)

    assert [item.activation for item in graph.searchable(now=NOON)] == [0.8, 0.45]
    assert "wheel: strong" in (home / "MEMORY.md").read_text()
    assert "weak" not in (home / "MEMORY.md").read_text()


def test_doing_it_twice_changes_nothing(graph, home):
    entries = [(0.6, make_entry()), (0.5, make_entry("another", tags=()))]
    graph.follow_entries(entries, now=NOON)
    before = files_of(home)
    graph.follow_entries(entries, now=at(1))

    assert files_of(home) == before


def test_new_evidence_for_an_entry_makes_its_fact_present_again(graph):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.follow_entries([(0.7, replace(entry, last_reinforced=at(60)))], now=at(60))

    assert graph.get(only(graph).id, now=at(60)).activation == 0.7


def test_resolving_an_entry_retires_its_fact(graph, home):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.reconcile(now=NOON)
    graph.follow_entries([(0.6, resolved(entry))], now=at(1))
    graph.reconcile(now=at(1))

    assert graph.facts == {}
    assert archived(home) == [(entry.text, "resolved")]
    assert entry.text not in (home / "MEMORY.md").read_text()


@pytest.mark.parametrize("then", [[], [(0.6, make_entry("Encoder is loose"))]])
def test_pruning_deleting_or_rewording_an_entry_retires_its_fact(graph, home, then):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.follow_entries(then, now=at(1))

    assert [fact.object for fact in graph.facts.values()] == [one.text for _, one in then]
    assert archived(home) == [(entry.text, "pruned")]


def test_an_entry_that_reopens_has_its_fact_again_and_its_line(graph, home):
    entry = make_entry()
    for now, state in ((NOON, entry), (at(1), resolved(entry)), (at(2), entry)):
        graph.follow_entries([(0.6, state)], now=now)
        graph.reconcile(now=now)

    assert only(graph).created == at(2)
    assert entry.text in (home / "MEMORY.md").read_text()


def test_the_fact_of_an_entry_lives_as_long_as_the_entry(graph):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    tell(graph)

    assert objects(graph.prune(now=at(1000))) == ["2026-05-15"]
    assert only(graph).object == entry.text


def test_what_was_said_by_others_is_left_alone(graph, home):
    tell(graph)
    before = files_of(home)
    graph.follow_entries([], now=NOON)

    assert files_of(home) == before


def test_an_entry_with_the_words_of_a_person_changes_no_fact(graph, home):
    entry = make_entry()
    tell(graph, "wheel", "hardware_observation", entry.text, source="ada", now=at(1))
    before = files_of(home)
    graph.follow_entries([(0.6, entry)], now=at(1))
    graph.follow_entries([(0.6, resolved(entry))], now=at(1))

    assert files_of(home) == before


def test_of_two_entries_that_say_the_same_the_fact_outlives_the_first(graph, home):
    first, second = make_entry(id="mem-00000001"), make_entry(id="mem-00000002")
    both = [(0.6, first), (0.6, second)]
    graph.follow_entries(both, now=NOON)
    before = files_of(home)
    graph.follow_entries(both, now=NOON)
    assert files_of(home) == before
    graph.follow_entries([(0.6, resolved(first)), (0.6, second)], now=at(1))

    assert only(graph).source == "entry:mem-00000002"
    assert archived(home) == [(first.text, "resolved")]


def test_secrets_of_a_logged_message_do_not_reach_the_facts_and_it_stays_one_fact(graph, home):
    entry = make_entry("Login with password=hunter2 fails")
    for _ in range(2):
        graph.follow_entries([(0.6, entry)], now=NOON)

    assert only(graph).object == "Login with password=[removed: password] fails"


def test_an_entry_that_makes_no_fact_is_reported_and_costs_the_others_nothing(graph, caplog):
    odd = make_entry("x\0y", id="mem-0000000d")
    graph.follow_entries([(0.6, odd), (0.6, make_entry())], now=NOON)

    assert len(graph.facts) == 1
    assert "entry mem-0000000d makes no fact" in caplog.text


def test_the_entries_of_a_memory_can_be_followed_as_they_are(home, clock):
    with RobotMemory.open(home, clock=clock) as memory:
        graph = FactGraph(home)
        noted = memory.remember("environment_note", "Kitchen doorway has a 3 cm lip", tags=["door"])
        memory.resolve(memory.remember("environment_note", "Dock is slippery").id)
        graph.follow_entries(memory.entries(include_resolved=True), now=NOON)

    assert only(graph).source == f"entry:{noted.id}"
    assert graph.lookup("door", now=NOON)[0].activation == 0.8


@pytest.mark.parametrize(
    ("triple", "kept"),
    [
        (("robot", "password", "canary"), "[removed: password]"),
        (("robot", "wifi_password", "canary"), "[removed: password]"),
        (("lab wifi", "password_is", "canary"), "[removed: password]"),
        (("wifi password", "is", "canary"), "[removed: password]"),
        (("fleet", "api_key", "canary"), "[removed: key]"),
        (("robot", "password", "expired"), "expired"),
        (("door code", "located_in", "kitchen"), "kitchen"),
        (("token ring", "connects", "press 3"), "press 3"),
    ],
)
def test_a_secret_that_only_the_whole_fact_tells_is_not_stored(triple, kept):
    fact = Statement(*triple, "user-stated").as_fact(NOON)

    assert fact.object == kept
