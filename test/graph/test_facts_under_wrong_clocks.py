"""A clock that was years ahead or behind hides no fact, and what is said last stays current."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from fact_builders import NOON, at, make_entry, metadata, tell

from robot_memory.graph import FactGraph

#: Days by which a clock is wrong: of who pretends a time, and of one that lost its battery.
AHEAD = [80, 3650]


@pytest.mark.parametrize("days", AHEAD)
@pytest.mark.parametrize("is_new", [False, True])
def test_a_night_under_a_clock_that_is_ahead_hides_no_entry(graph, home, days, is_new):
    entry = make_entry()
    if not is_new:
        graph.follow_entries([(0.6, entry)], now=NOON)
        entry = replace(entry, last_reinforced=at(hours=1))
    graph.follow_entries([(0.0, entry)], now=at(days))
    graph.decay(now=at(days))
    assert graph.searchable(now=at(days)) == []

    graph.follow_entries([(0.55, entry)], now=at(1))
    (known,) = graph.searchable(now=at(1))
    assert known.activation >= 0.55
    assert metadata(home)[known.fact.id]["last_accessed"] == "2026-12-02T12:00:00Z"


@pytest.mark.parametrize("days", AHEAD)
def test_what_a_clock_that_was_ahead_hid_is_known_as_soon_as_it_is_right(graph, home, days):
    entry = make_entry()
    graph.follow_entries([(0.6, entry)], now=NOON)
    graph.follow_entries([(0.0, replace(entry, last_reinforced=at(hours=1)))], now=at(days))

    (known,) = FactGraph(home).searchable(now=NOON)
    assert known.activation == 0.6
    graph.decay(now=NOON)
    assert metadata(home)[known.fact.id]["activation"] == 0.6


@pytest.mark.parametrize("days", [*AHEAD, -2500])
def test_a_recall_under_a_wrong_clock_makes_no_fact_weaker(graph, home, days):
    fact_id = tell(graph)
    graph.boost([fact_id], now=at(days))
    graph.flush(now=at(days))

    assert graph.get(fact_id, now=at(30)).activation == 0.5
    assert graph.prune(now=at(30)) == []
    graph.boost([fact_id], now=at(30))
    assert FactGraph(home).get(fact_id, now=at(30)).activation == 0.5  # not written yet
    assert graph.get(fact_id, now=at(30)).activation == 0.8


def test_a_fact_of_an_ahead_clock_fades_from_its_next_access(graph):
    fact_id = tell(graph, now=at(3650))
    tell(graph, now=NOON)

    assert graph.get(fact_id, now=at(30)).activation == 0.5


def test_another_tool_may_make_a_fact_weaker_than_its_line(graph, home):
    fact_id = tell(graph)
    item = {"activation": 0.25, "last_accessed": "2026-12-01T12:00:00Z"}
    (home / "activation-metadata.json").write_text(json.dumps({fact_id: item}))

    assert graph.get(fact_id, now=NOON).activation == 0.25
