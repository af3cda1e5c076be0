"""Threads and processes may share the facts of a home."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from fact_builders import NOON, at, metadata, records, tell

from robot_memory.foundation.disk import file_lock
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


def test_what_one_process_learns_the_other_knows(home):
    first, second = FactGraph(home), FactGraph(home)
    fact_id = tell(first)

    assert second.lookup("deployment project", now=NOON)
    assert tell(second, now=at(1)) == fact_id


def test_recalls_of_two_processes_both_count(home):
    first, second = FactGraph(home), FactGraph(home)
    ids = [tell(first, "a", "is", "b", activation=0.2), tell(first, "c", "is", "d", activation=0.2)]
    first.boost(ids[:1], now=NOON)
    second.boost(ids[1:], now=NOON)
    first.flush(now=NOON)
    second.flush(now=NOON)

    assert [metadata(home)[key]["activation"] for key in ids] == [0.5, 0.5]


def test_a_recall_of_what_another_process_archived_is_forgotten(home):
    first, second = FactGraph(home), FactGraph(home)
    fact_id = tell(first, activation=0.04)
    second.boost([fact_id], now=NOON)
    first.prune(now=NOON)
    second.flush(now=NOON)

    assert fact_id not in metadata(home)


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


def test_a_writer_waits_for_another_writer(graph, home):
    tell(graph)
    with file_lock.locked(home / "knowledge-graph" / ".lock"):
        waiting = threading.Thread(target=tell, args=(graph, "robot", "weighs", "12 kg"))
        waiting.start()
        waiting.join(0.1)
        assert len(records(home / "knowledge-graph" / "facts.jsonl")) == 1
    waiting.join(10)

    assert len(records(home / "knowledge-graph" / "facts.jsonl")) == 2


def test_threads_may_share_one_graph(graph, home):
    problems = []

    def work(name):
        try:
            for number in range(10):
                fact_id = tell(graph, name, "knows", f"thing {number}")
                graph.boost([fact_id], now=NOON)
                graph.lookup(name, now=NOON)
                graph.counts(now=NOON)
                graph.flush(now=NOON)
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(f"thread {n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert problems == []
    assert len(records(home / "knowledge-graph" / "facts.jsonl")) == 40


def test_reading_neither_makes_a_home_nor_waits_for_a_writer(home):
    reader = FactGraph(home)
    assert reader.facts == {}
    assert reader.counts(now=NOON).total_facts == 0
    assert not home.exists()
    tell(FactGraph(home))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("robot_memory.long_term.graph.fact_store.locked", None)
        assert reader.lookup("deployment project", now=NOON)
