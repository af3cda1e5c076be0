"""Threads and processes may share a home's facts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from fact_builders import NOON, metadata, records, tell

from robot_memory.long_term.graph import FactGraph

CHILD = """
import sys
from pathlib import Path
from datetime import datetime, timezone
from robot_memory.long_term.graph import FactGraph, Statement
graph = FactGraph(Path(sys.argv[1]))
now = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
print("ready", flush=True)
sys.stdin.readline()
for number in range(10):
    graph.learn([Statement("both", "know", f"thing {number}", sys.argv[2])], now=now)
    graph.learn([Statement(sys.argv[2], "is", f"number {number}", sys.argv[2])], now=now)
    graph.reconcile(now=now)
"""


def test_recalls_of_two_processes_both_count(home):
    first, second = FactGraph(home), FactGraph(home)
    ids = [tell(first, "a", "is", "b", activation=0.2), tell(first, "c", "is", "d", activation=0.2)]
    first.boost(ids[:1], now=NOON)
    second.boost(ids[1:], now=NOON)
    first.flush(now=NOON)
    second.flush(now=NOON)

    assert [metadata(home)[key]["activation"] for key in ids] == [0.5, 0.5]


def test_two_processes_that_learn_at_once_lose_nothing_and_store_nothing_twice(home):
    children = [
        subprocess.Popen(
            [sys.executable, "-c", CHILD, str(home), name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for name in ("ann", "bob")
    ]  # fmt: skip
    for child in children:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
    for child in children:
        child.communicate("go\n", timeout=60)

    assert [child.returncode for child in children] == [0, 0]
    stored = records(home / "knowledge-graph" / "facts.jsonl")
    assert len(stored) == 30
    assert len({(item["subject"], item["predicate"], item["object"]) for item in stored}) == 30
    assert (home / "MEMORY.md").read_text().count("<!-- fact-") == 30
    assert FactGraph(home).defects == []


def test_reading_creates_no_home_and_takes_no_lock(home):
    reader = FactGraph(home)
    assert reader.facts == {}
    assert reader.counts(now=NOON).total_facts == 0
    assert not home.exists()
    tell(FactGraph(home))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("robot_memory.long_term.graph.fact_store.locked", None)
        assert reader.lookup("deployment project", now=NOON)
