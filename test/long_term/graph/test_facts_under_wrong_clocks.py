"""A clock off by years hides no fact, and the last statement stays current."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fact_builders import NOON, at, make_entry, metadata, objects, said, tell

from robot_memory.long_term.graph import FactGraph

#: Clock errors in days: a faked time, and a clock whose battery failed.
AHEAD = [80, 3650]


@pytest.mark.parametrize("days", AHEAD)
@pytest.mark.parametrize("is_new", [False, True])
def test_an_entry_is_searchable_again_after_a_night_with_the_clock_ahead(graph, home, days, is_new):
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


def current(graph, *nows):
    found = [graph.lookup("robot", "docked_at", now=now) for now in nows]
    return [objects(one for one in facts if one.current) for facts in found]


@pytest.mark.parametrize("days", [80, 3650, -2500])
def test_a_fact_stated_after_one_dated_ahead_stays_current(graph, days):
    first, then = (at(days), NOON) if days > 0 else (NOON, at(days))
    old = tell(graph, "robot", "docked_at", "bay 2", source="bob", now=first)
    new = tell(graph, "robot", "docked_at", "bay 3", source="ada", now=then)

    for now in (then, max(first, then), at(abs(days) + 1)):
        assert graph.get(new, now=now).current
        assert not graph.get(old, now=now).current
        assert not graph.get(new, now=now).confirmed
    assert graph.facts[new].created == then


def test_a_fact_restated_after_one_dated_ahead_is_current_and_confirmed(graph, home):
    tell(graph, "robot", "docked_at", "bay 3")
    tell(graph, "robot", "docked_at", "bay 2", now=at(80))
    again = tell(graph, "robot", "docked_at", "bay 3", now=at(1))

    assert current(graph, at(1), at(20)) == [["bay 3"], ["bay 3"]]
    assert graph.get(again, now=at(1)).confirmed
    assert current(FactGraph(home), at(1)) == [["bay 3"]]
    tell(graph, "robot", "docked_at", "bay 4", now=at(2))
    assert current(graph, at(2), at(40)) == [["bay 4"], ["bay 4"]]


def test_a_statement_is_ordered_by_the_time_when_it_was_made(graph):
    tell(graph, "robot", "docked_at", "bay 3")
    graph.learn([said("robot", "docked_at", "bay 2")], now=at(hours=2), said=at(hours=-2))

    assert current(graph, at(hours=2)) == [["bay 3"]]


def test_a_statement_time_in_the_future_is_limited_to_now(graph):
    (learned,) = graph.learn([said()], now=NOON, said=at(80))

    assert learned.fact.created == NOON


def test_a_denial_contests_a_fact_dated_ahead_until_it_is_restated(graph):
    known = tell(graph, "robot", "docked_at", "bay 2", now=at(80))
    graph.deny([said("robot", "docked_at", "bay 2")], now=NOON, said=NOON)
    assert graph.get(known, now=NOON).denied

    tell(graph, "robot", "docked_at", "bay 2", now=at(1))
    assert not graph.get(known, now=at(1)).denied
