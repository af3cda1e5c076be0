"""003 §4: the pipeline, in sequence; repeatable, reported, and told apart where a step fails."""

from __future__ import annotations

import pytest
from night_homes import Night, at, entry, talk, tree

from robot_memory.entries.peer_lineage import PeerLineage, PeerStatement, StatementTrust
from robot_memory.foundation.errors import InvalidInput
from robot_memory.long_term.graph import Statement

SAID = (
    "The deployment project started on May 15, 2026.",
    "I prefer short answers.",
    "Let's use the north dock from now on.",
    "Remember to charge the spare battery.",
)


@pytest.fixture
def night(home):
    talk(home, *SAID)
    return Night(home, entries=[(0.8, entry())], rebuild=lambda: 2)


def test_all_steps_are_done_in_the_documents_order(night):
    report = night.run()

    assert [step.name for step in report.steps] == [
        "summarize", "decay", "index", "prune", "reconcile", "clean", "health",
    ]  # fmt: skip
    assert (report.success, report.problems) == (True, [])


def test_an_unknown_step_is_refused_and_nothing_is_done(night):
    before = tree(night.home, all_files=True)
    with pytest.raises(InvalidInput, match="'sleep' is not one of summarize, decay"):
        night.run("decay", "sleep")
    assert tree(night.home, all_files=True) == before


def test_after_one_night_everything_is_there_without_a_manual_call(night):
    night.run()

    assert night.read("daily/2026-12-01.md").startswith("# 2026-12-01\n\n## Facts Learned\n- ")
    assert ("deployment project", "started_on", "2026-05-15") in night.triples()
    assert "deployment project" in night.read("MEMORY.md")
    assert night.health()["daily_files_count"] == 1
    assert night.chunks().count() >= 2


def test_what_does_not_change_is_not_written(night):
    night.shift.probe()
    night.run()
    written = {
        path: path.stat().st_mtime_ns for path in night.home.rglob("[!.]*") if path.is_file()
    }
    night.run()
    again = [path.name for path, time in written.items() if path.stat().st_mtime_ns != time]
    assert again == ["health.json"]


def test_a_dry_run_changes_no_byte_and_says_what_would_be_done(night):
    before = tree(night.home, all_files=True)

    report = night.run(dry_run=True)

    assert tree(night.home, all_files=True) == before
    assert report.step("summarize").done["digests_written"] == 1
    assert report.success


def test_a_dry_run_counts_a_fact_once_that_is_distrusted_and_has_decayed(home):
    told = at(-4000)
    claim = PeerStatement(
        "RRN-000000000001", "Alex", "", "The charger is in bay 2", told, StatementTrust.REVOKED
    )
    night = Night(home, lineage=lambda: PeerLineage([claim]))
    night.facts.learn([Statement("charger", "is_in", "bay 2", "agent:planner")], now=told)

    step = night.run("prune", dry_run=True).step("prune")

    assert (step.done["facts_distrusted"], step.done["facts_archived"]) == (1, 0)
    assert [one.partition(": ")[2] for one in step.notes] == ["distrusted"]
