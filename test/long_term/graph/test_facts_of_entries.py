"""Facts made from entries: component, relation, observation, and the entry as the source."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fact_builders import NOON, at, files_of, make_entry, objects, records, tell

from robot_memory.entries.memory_entry import EntryType
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
def test_an_entry_becomes_a_fact_of_its_component(graph, kind):
    entry = make_entry(component="left encoder", type=EntryType(kind))
    graph.follow_entries([(0.6, entry)], now=NOON)
    fact = only(graph)

    assert (fact.subject, fact.predicate) == ("left encoder", kind)
    assert fact.object == "Left wheel encoder reports no pulses"
    assert fact.source == f"entry:{entry.id}"


def test_new_evidence_for_an_entry_restores_the_activation_of_its_fact(graph):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.follow_entries([(0.7, replace(entry, last_reinforced=at(60)))], now=at(60))

    assert graph.get(only(graph).id, now=at(60)).activation == 0.7


def test_resolving_an_entry_archives_its_fact(graph, home):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.reconcile(now=NOON)
    graph.follow_entries([(0.6, resolved(entry))], now=at(1))
    graph.reconcile(now=at(1))

    assert graph.facts == {}
    assert archived(home) == [(entry.text, "resolved")]
    assert entry.text not in (home / "MEMORY.md").read_text()


@pytest.mark.parametrize("then", [[], [(0.6, make_entry("Encoder is loose"))]])
def test_removing_or_rewording_an_entry_archives_its_fact(graph, home, then):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.follow_entries(then, now=at(1))

    assert [fact.object for fact in graph.facts.values()] == [one.text for _, one in then]
    assert archived(home) == [(entry.text, "pruned")]


def test_a_reopened_entry_has_its_fact_and_its_line_again(graph, home):
    entry = make_entry()
    for now, state in ((NOON, entry), (at(1), resolved(entry)), (at(2), entry)):
        graph.follow_entries([(0.6, state)], now=now)
        graph.reconcile(now=now)

    assert only(graph).created == at(2)
    assert entry.text in (home / "MEMORY.md").read_text()


def test_a_fact_of_an_entry_is_not_pruned_while_the_entry_exists(graph):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    tell(graph)

    assert objects(graph.prune(now=at(1000))) == ["2026-05-15"]
    assert only(graph).object == entry.text


def test_an_entry_with_the_same_words_as_a_persons_fact_changes_nothing(graph, home):
    entry = make_entry()
    tell(graph, "wheel", "hardware_observation", entry.text, source="ada", now=at(1))
    before = files_of(home)
    graph.follow_entries([(0.6, entry)], now=at(1))
    graph.follow_entries([(0.6, resolved(entry))], now=at(1))

    assert files_of(home) == before


def test_a_fact_of_two_entries_stays_when_the_first_is_resolved(graph, home):
    first, second = make_entry(id="mem-00000001"), make_entry(id="mem-00000002")
    both = [(0.6, first), (0.6, second)]
    graph.follow_entries(both, now=NOON)
    before = files_of(home)
    graph.follow_entries(both, now=NOON)
    assert files_of(home) == before
    graph.follow_entries([(0.6, resolved(first)), (0.6, second)], now=at(1))

    assert only(graph).source == "entry:mem-00000002"
    assert archived(home) == [(first.text, "resolved")]


def test_an_entry_that_cannot_become_a_fact_is_logged_and_the_others_are_used(graph, caplog):
    odd = make_entry("x\0y", id="mem-0000000d")
    graph.follow_entries([(0.6, odd), (0.6, make_entry())], now=NOON)

    assert len(graph.facts) == 1
    assert "entry mem-0000000d makes no fact" in caplog.text


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
def test_a_secret_that_shows_only_in_the_whole_fact_is_removed(triple, kept):
    fact = Statement(*triple, "user-stated").as_fact(NOON)

    assert fact.object == kept
