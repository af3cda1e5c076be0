"""Recalls: their effect on a fact, when they are written, and other tools' writes to the file."""

from __future__ import annotations

import json

import pytest
from fact_builders import NOON, at, fact_line, files_of, metadata, tell, write_facts

from robot_memory.foundation.errors import InvalidSettings
from robot_memory.long_term.graph import FactGraph, FactLimits


def write_metadata(home, **items):
    (home / "activation-metadata.json").write_text(json.dumps(items))


@pytest.fixture
def foreign(home):
    write_facts(home, fact_line(id="fact-1", created="2026-11-01T12:00:00Z"))
    return home


def test_a_lookup_does_not_boost_facts(graph, home):
    tell(graph, activation=0.5)
    graph.decay(now=NOON)
    before = files_of(home)
    graph.lookup("deployment project", now=at(1))
    graph.named_in("the deployment project", now=at(1))
    graph.searchable(now=at(1))
    graph.flush(now=at(1))

    assert files_of(home) == before
    assert graph.lookup("deployment project", now=NOON)[0].activation == 0.5


def test_recalls_are_written_once_in_ten_minutes(graph, home):
    fact_id = tell(graph, activation=0.2)
    graph.decay(now=NOON)
    before = files_of(home)
    for second in range(599):
        graph.boost([fact_id], now=at(seconds=second))
        graph.tick(now=at(seconds=second))
    assert files_of(home) == before
    graph.tick(now=at(seconds=600))

    assert metadata(home)[fact_id]["activation"] == 1.0


def test_recalls_are_written_at_once_when_the_clock_jumps_back(graph, home):
    fact_id = tell(graph, activation=0.2)
    graph.boost([fact_id], now=NOON)
    graph.tick(now=at(-365))

    assert fact_id in metadata(home)


def test_an_access_time_in_the_future_is_corrected_to_now(graph, home):
    fact_id = tell(graph, now=at(3650), activation=0.6)
    graph.boost([fact_id], now=NOON)
    graph.flush(now=NOON)

    assert metadata(home)[fact_id] == {"activation": 0.9, "last_accessed": "2026-12-01T12:00:00Z"}


def test_a_boost_written_by_another_tool_is_used(graph, home):
    fact_id = tell(graph)
    graph.decay(now=at(60))
    item = metadata(home)[fact_id]
    assert item["activation"] == 0.25
    item |= {"activation": 0.55, "last_accessed": "2027-01-30T12:00:00Z"}  # as in the document
    write_metadata(home, **{fact_id: item})

    assert graph.get(fact_id, now=at(60)).activation == 0.55
    assert graph.get(fact_id, now=at(90)).activation == 0.275


def test_another_tools_nightly_decay_does_not_make_facts_fade_faster(graph, home):
    fact_id = tell(graph)
    for day in range(1, 31):
        graph.decay(now=at(day))
        item = metadata(home)[fact_id]
        item["activation"] *= 0.5 ** (day / 30)  # the document's formula, applied to its own result
        write_metadata(home, **{fact_id: item})

    assert graph.get(fact_id, now=at(30)).activation == 0.5


def test_unknown_metadata_of_another_tool_is_kept(foreign):
    write_metadata(foreign, version=2)
    FactGraph(foreign).decay(now=NOON)

    assert metadata(foreign)["version"] == 2
    assert metadata(foreign)["fact-1"]["activation"] == 0.5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{torn", "is not JSON"),
        ("[]", "is not a JSON object"),
        ("[" * 100_000, "is not JSON"),
        ('{"fact-1": {"activation": 7, "last_accessed": "2026-12-01"}}', "fact-1: activation: 7"),
        ('{"fact-1": {"activation": 1, "last_accessed": "noon"}}', "fact-1: last_accessed: 'noon'"),
        ('{"fact-1": {}}', "fact-1: last_accessed"),
    ],
)
def test_damaged_metadata_is_reported_set_aside_and_rebuilt(foreign, caplog, text, problem):
    path = foreign / "activation-metadata.json"
    path.write_text(text)
    graph = FactGraph(foreign)
    assert problem in str(graph.defects[0])
    assert str(path) in str(graph.defects[0])
    assert graph.get("fact-1", now=NOON).activation == 0.5
    assert path.read_text() == text  # reading changes nothing
    graph.decay(now=NOON)

    (copy,) = foreign.glob("activation-metadata.damaged-*.json")
    assert copy.read_text() == text
    assert metadata(foreign)["fact-1"]["activation"] == 0.5
    assert problem in caplog.text
    assert graph.defects == []


@pytest.mark.parametrize("fields", [{"prune_threshold": 0.2}, {"search_threshold": 0.6}])
def test_thresholds_in_the_wrong_order_are_refused(fields):
    with pytest.raises(InvalidSettings, match="search_threshold: is not between"):
        FactLimits(**fields)
