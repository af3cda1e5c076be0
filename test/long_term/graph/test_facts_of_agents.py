"""Agents' facts get only the room that others leave, and name their author (rules.md §2.14)."""

from __future__ import annotations

import pytest
from fact_builders import NOON, at, make_entry, said, tell

from robot_memory.long_term.graph import FactGraph, FactLimits

UNPROVEN = [
    ("agent", "an agent says so"),
    ("claimed", "somebody said to be a person, over ROS, says so"),
]


def notes_of(source, count):
    """Return ``count`` notes of an unverified source, with full confidence."""
    texts = (f"Zone {number} is free" for number in range(count))
    return [(1.0, make_entry(text, extra={"source": source})) for text in texts]


@pytest.mark.parametrize("source", ["agent", "claimed"])
def test_agents_facts_displace_no_other_lines_of_memory_md(home, source):
    graph = FactGraph(home, FactLimits(memory_md_max_lines=9))
    for number in range(3):
        tell(graph, f"thing {number}", "is_in", "hall 2", source="ada", now=at(-20))
    graph.follow_entries([*notes_of(source, 20), (0.6, make_entry("Lidar blind"))], now=NOON)
    graph.reconcile(now=NOON)

    text = (home / "MEMORY.md").read_text()
    assert text.count("thing") == 3
    assert text.count("Lidar blind") == 1
    assert text.count("Zone") == 0


@pytest.mark.parametrize("source", ["agent", "claimed"])
def test_agents_facts_are_archived_first_if_there_are_too_many(home, source):
    graph = FactGraph(home, FactLimits(max_facts=4))
    for number in range(3):
        tell(graph, f"thing {number}", "is_in", "hall 2", source="ada", now=at(-20))
    graph.follow_entries(notes_of(source, 20), now=NOON)
    graph.learn([said("gripper", "is_in", "bay 7", f"{source}:planner")], now=NOON)

    assert sum("thing" in fact.subject for fact in graph.facts.values()) == 3
    assert len(graph.facts) == 4


@pytest.mark.parametrize(("source", "words"), UNPROVEN)
def test_an_agents_fact_is_marked_until_another_source_confirms_it(home, source, words):
    graph = FactGraph(home)
    note = make_entry("Lidar blind", extra={"source": source})
    graph.follow_entries([(0.59, note)], now=NOON)
    graph.reconcile(now=NOON)
    assert f"Lidar blind ({words}) <!--" in (home / "MEMORY.md").read_text()

    graph.follow_entries([(0.8, make_entry("Lidar blind"))], now=NOON)
    graph.reconcile(now=NOON)
    text = (home / "MEMORY.md").read_text()
    assert "Lidar blind <!--" in text
    assert words not in text
    before = dict(graph.facts)
    graph.follow_entries([(0.8, make_entry("Lidar blind"))], now=at(1))
    assert dict(graph.facts) == before


def test_a_fact_that_an_agent_and_a_detector_report_is_not_marked_as_an_agents(home):
    graph = FactGraph(home)
    note = make_entry("Lidar blind", extra={"source": "agent"})
    pair = [(0.59, note), (0.8, make_entry("Lidar blind", id="mem-123456789abc"))]
    for valued in (pair, pair[::-1]):
        graph.follow_entries(valued, now=NOON)
        (fact,) = graph.facts.values()
        assert fact.word_of == ""


@pytest.mark.parametrize(("source", "words"), UNPROVEN)
def test_a_tag_is_not_shown_as_the_speaker_of_an_agents_note(home, source, words):
    graph = FactGraph(home)
    note = make_entry("I always want silence", tags=("Ada",), extra={"source": source})
    graph.follow_entries([(0.59, note)], now=NOON)
    graph.reconcile(now=NOON)

    (known,) = graph.named_in("Ada", now=NOON)
    assert known.text == f"I always want silence ({words})"
    assert f"- I always want silence ({words}) <!--" in (home / "MEMORY.md").read_text()


@pytest.mark.parametrize(("source", "is_again"), [("agent", False), ("", True)])
def test_an_agent_cannot_restore_a_deleted_line_with_another_tag(home, source, is_again):
    extra = {"source": source} if source else {}
    graph, page = FactGraph(home), home / "MEMORY.md"
    graph.follow_entries([(0.59, make_entry("Lidar blind", extra=extra))], now=NOON)
    graph.reconcile(now=NOON)
    page.write_text(
        "".join(line for line in page.read_text().splitlines(True) if "<!--" not in line)
    )
    graph.reconcile(now=NOON)
    graph.follow_entries([(0.59, make_entry("Lidar blind", extra=extra, tags=("roof",)))], now=NOON)
    graph.reconcile(now=NOON)

    assert ("Lidar blind" in page.read_text()) is is_again
