"""The pipeline of 003 §4: steps in sequence, repeatable, and reported one by one if they fail."""

from __future__ import annotations

import pytest
from night_homes import Night, entry, talk, tree

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


def test_the_steps_run_in_the_order_of_the_document(night):
    report = night.run()

    assert [step.name for step in report.steps] == [
        "summarize", "decay", "index", "prune", "reconcile", "clean", "health",
    ]  # fmt: skip
    assert (report.success, report.problems) == (True, [])


def test_one_night_writes_the_digest_facts_memory_md_health_and_chunks(night):
    night.run()

    assert night.read("daily/2026-12-01.md").startswith("# 2026-12-01\n\n## Facts Learned\n- ")
    assert ("deployment project", "started_on", "2026-05-15") in night.triples()
    assert "deployment project" in night.read("MEMORY.md")
    assert night.health()["daily_files_count"] == 1
    assert night.chunks().count() >= 2


def test_a_second_night_writes_only_health_json(night):
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
