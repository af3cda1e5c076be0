"""kill -9 or a full disk between any two file operations of a night: nothing is lost.

The next night completes the rest; the result is as without the failure.
"""

from __future__ import annotations

import os
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from dying import OPERATIONS, dies_at, full_disk
from night_homes import NIGHT, Night, at, entry, talk, tree

from robot_memory.entries.memory_entry import EntryType
from robot_memory.long_term.graph import Statement

ENTRIES = [
    (0.8, entry(count=4, days=3)),
    (0.7, entry("Door of the lab sticks", EntryType.ENVIRONMENT_NOTE, tags=("lab",))),
]


def prepare(home) -> None:
    """Make a home in which every step has something to do."""
    night = Night(home)
    night.levels.prepare()
    night.clock.set(at(-34))
    talk(home, "The old lift started on March 3, 2026.", start=at(-40), session="old")
    session = night.levels.sessions.start(at(-35))
    session.add_turn("user", "I live in Graz", at(-35))
    session.end(at(-35))
    for log in (home / "sessions").glob("*.jsonl"):
        os.utime(log, (at(-35).timestamp(),) * 2)
    night.facts.learn([Statement("robot", "is", "blue", "user", 0.06)], now=at(-60))
    night.run("summarize")
    (home / "daily" / "2025-01-15.md").write_text("# 2025-01-15\n\n## Facts Learned\n- It rained\n")
    page = home / "daily" / "2026-10-28.md"
    page.write_text(page.read_text() + "- A line by Ada\n")
    night.clock.set(NIGHT)
    talk(home, "The depot opened on May 15, 2026.", "I prefer tea.", "Remember to mop the floor.",
         start=NIGHT - timedelta(hours=3), session="new")  # fmt: skip


def shift(home) -> Night:
    return Night(home, entries=ENTRIES, rebuild=lambda: 1)


def outcome(home) -> dict[str, object]:
    """Run a whole night; return the home's content, without locks and durations."""
    night = shift(home)
    assert night.run().problems == []
    night.levels.note("looked_at")  # repairs a torn line
    assert night.levels.verify().defects == ()
    assert list(home.rglob("*.tmp")) == []
    found: dict[str, object] = dict(tree(home))
    found["health"] = {**night.health(), "disk_usage_bytes": 0, "disk_usage_percent": 0}
    # Indexes hold file times, torn lines are set aside, and knowledge notes what it began.
    aside = ("index/", "knowledge-graph/facts.damaged", "semantic/knowledge/.versions/components/w")
    archived = (home / "knowledge-graph" / "archived-facts.jsonl").read_text().splitlines()
    found["knowledge-graph/archived-facts.jsonl"] = [x for x in archived if x.endswith("}")]
    return {
        name: digest
        for name, digest in found.items()
        if not name.startswith(aside) and ".damaged-" not in name
    }


@pytest.fixture
def home(tmp_path):
    prepared = tmp_path / "home"
    prepare(prepared)
    return prepared


@pytest.fixture
def whole(home, tmp_path):
    """The home's content after a night without a failure."""
    copy = shutil.copytree(home, tmp_path / "whole")
    return outcome(copy)


def operations(monkeypatch, action) -> list[str]:
    """Run an action; return the files of its operations, in order."""
    done: list[str] = []

    def watched(real):
        def operation(target, *arguments, **options):
            is_open = isinstance(target, int)
            done.append(str(Path(f"/proc/self/fd/{target}").readlink() if is_open else target))
            return real(target, *arguments, **options)

        return operation

    with monkeypatch.context() as patch:
        for owner, name in OPERATIONS:
            patch.setattr(owner, name, watched(getattr(owner, name)))
        action()
    return done


def chosen(paths: list[str]) -> list[int]:
    """Return all operations on the night shift's files, and every 120th of the others.

    Chunks, facts and levels have crash tests of their own.
    """
    ours = ("/daily/", "/.patterns.json", "night-shift.json", "health.json")
    return [
        step
        for step, path in enumerate(paths)
        if any(name in path for name in ours) or step % 120 == 4
    ]


def test_a_night_that_is_killed_at_any_file_operation_loses_nothing(
    home, tmp_path, whole, monkeypatch
):
    copy = shutil.copytree(home, tmp_path / "watched")
    steps = chosen(operations(monkeypatch, lambda: shift(copy).run()))
    assert len(steps) > 30

    for step in steps:
        copy = shutil.copytree(home, tmp_path / "killed")
        assert dies_at(step, lambda copy=copy: shift(copy).run()), step
        assert "A line by Ada" in (copy / "daily/2026-10-28.md").read_text()
        now = outcome(copy)
        assert now == whole, (step, {k for k in {*now, *whole} if now.get(k) != whole.get(k)})
        shutil.rmtree(copy)


def test_a_disk_that_becomes_full_at_any_write_loses_nothing(home, tmp_path, whole, monkeypatch):
    step = 0
    while True:
        copy = shutil.copytree(home, tmp_path / "full")
        night = shift(copy)
        with full_disk(monkeypatch, step) as failed:
            report = night.run()
        if not failed[0]:
            break
        assert "No space left on device" in " ".join(report.problems)
        assert not report.success
        now = outcome(copy)
        assert now == whole, (step, {k for k in {*now, *whole} if now.get(k) != whole.get(k)})
        shutil.rmtree(copy)
        step += 5

    assert step > 30


def test_health_json_reports_which_step_failed(home, monkeypatch):
    night = shift(home)
    with monkeypatch.context() as patch:
        patch.setattr(
            night.facts, "prune", lambda **how: (_ for _ in ()).throw(OSError(28, "full"))
        )
        report = night.run()

    assert [step.name for step in report.steps if not step.is_finished] == ["prune"]
    assert "the rest is done the next time" in report.problems[0]
    assert night.health()["status"] == "failing"
    assert night.health()["warnings"][0].startswith("Step prune failed: [Errno 28] full")
    night.run("decay")
    night.shift.check_health()
    assert night.health()["warnings"][0].startswith("Step prune failed")  # nobody has repaired it
    night.run()
    assert night.health()["status"] == "healthy"


def test_a_night_in_which_a_step_failed_is_due_again_in_an_hour(home, monkeypatch):
    night = shift(home)
    with monkeypatch.context() as broken:
        broken.setattr(night.facts, "decay", lambda now: 1 / 0)
        night.shift.act("consolidate")
    assert "consolidate" not in night.shift.due()

    night.clock.set(at(hours=1.5))
    assert "consolidate" in night.shift.due()
    night.shift.act("consolidate")
    assert "consolidate" not in night.shift.due()
