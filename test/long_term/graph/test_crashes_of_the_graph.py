"""kill -9 or a full disk between any two file operations: nothing is lost (003, Safety Guarantees).

Whatever was interrupted is done again; then all is as if nothing had happened.
"""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from dying import dies_at, full_disk
from fact_builders import NOON, at, fact_line, make_entry, said, tell

from robot_memory.long_term.graph import FactGraph, FactLimits

SMALL = FactLimits(max_facts=6, memory_md_max_lines=9)
ENTRIES = [(0.9, make_entry("Left encoder is loose", component="left encoder"))]


def prepare(home: Path) -> None:
    """Make a home in which every operation has something to do."""
    graph = FactGraph(home, SMALL)
    graph.follow_entries([(0.9, make_entry("Lidar is blind", component="lidar"))], now=NOON)
    tell(graph, "robot", "docked_at", "bay 2", now=NOON)
    tell(graph, "robot", "weighs", "12 kg", activation=0.16)
    tell(graph, "robot", "is", "blue", activation=0.2)
    graph.reconcile(now=NOON)
    page = home / "MEMORY.md"
    page.write_text(page.read_text() + "\nIt bites.\n")
    path = home / "knowledge-graph" / "facts.jsonl"
    with path.open("a") as file:
        file.write(
            "{torn\n" + fact_line(id="again", subject="robot", predicate="is", object="blue")
        )
    (home / "activation-metadata.json").write_text('{"fact-0": {}, "note": "of another tool"}')


def learn(graph: FactGraph) -> None:
    graph.learn(
        [said("robot", "docked_at", "bay 3"), said("robot", "is", "blue"),
         said("robot", "was_built_on", "2026-05-15"), said("bay 3", "is", "dark", activation=0.1)],
        now=at(1),
    )  # fmt: skip


def follow(graph: FactGraph) -> None:
    graph.follow_entries(ENTRIES, now=at(1))


def night(graph: FactGraph) -> None:
    graph.decay(now=at(60))
    graph.prune(now=at(60))
    graph.reconcile(now=at(60))


OPERATIONS: dict[str, Callable[[FactGraph], None]] = {
    "learn": learn, "follow": follow, "night": night
}  # fmt: skip


def outcome(
    home: Path, operation: Callable[[FactGraph], None], facts: FactGraph
) -> dict[str, object]:
    """Run the operation and the next night; return the home's state."""
    operation(facts)
    facts.decay(now=at(60))
    facts.reconcile(now=at(60))
    graph = home / "knowledge-graph"
    state: dict[str, object] = {
        name: sorted(
            line
            for line in (graph / name).read_text().splitlines()
            if name != "archived-facts.jsonl" or _is_json(line)
        )
        for name in ("facts.jsonl", "entities.jsonl", "relations.jsonl", "archived-facts.jsonl")
        if (graph / name).exists()
    }
    damaged = (graph / "facts.damaged.jsonl").read_text().splitlines()
    state["torn"] = damaged.count("{torn")
    copies = [path.read_text() for path in home.glob("activation-metadata.damaged-*")]
    state["copy"] = any(text.startswith('{"fact-0": {}') for text in copies)
    state["page"] = (home / "MEMORY.md").read_text()
    state["record"] = json.loads((graph / "memory-md.json").read_text())
    state["metadata"] = json.loads((home / "activation-metadata.json").read_text())
    return state


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except ValueError:
        return False
    return True


@pytest.fixture(params=OPERATIONS)
def operation(request, home):
    """One operation, and a home in which it has something to do."""
    prepare(home)
    if request.param == "night":
        learn(FactGraph(home, SMALL))
        follow(FactGraph(home, SMALL))
    return OPERATIONS[request.param]


@pytest.fixture
def whole(operation, home, tmp_path):
    """The home's state after the operation without a failure."""
    copy = tmp_path / "whole"
    shutil.copytree(home, copy)
    return outcome(copy, operation, FactGraph(copy, SMALL))


def test_a_process_that_is_killed_at_any_file_operation_loses_nothing(
    operation, home, tmp_path, whole
):
    for step in itertools.count():
        copy = tmp_path / f"killed {step}"
        shutil.copytree(home, copy)
        if not dies_at(step, lambda copy=copy: operation(FactGraph(copy, SMALL))):
            break
        assert "It bites." in (copy / "MEMORY.md").read_text()
        assert outcome(copy, operation, FactGraph(copy, SMALL)) == whole, step

    assert step >= 20


def test_a_disk_that_becomes_full_at_any_write_loses_nothing(
    operation, home, tmp_path, whole, monkeypatch
):
    for step in itertools.count():
        copy = tmp_path / f"full {step}"
        shutil.copytree(home, copy)
        graph = FactGraph(copy, SMALL)
        with full_disk(monkeypatch, step) as failed:
            try:
                operation(graph)
            except OSError as error:
                assert "No space left on device" in str(error)
        if not failed[0]:
            break
        assert "It bites." in (copy / "MEMORY.md").read_text()
        assert outcome(copy, operation, graph) == whole, step  # the same object goes on

    assert step >= 4
