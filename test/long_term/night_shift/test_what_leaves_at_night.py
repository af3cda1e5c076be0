"""Retention at night: files are archived first, and only digested ones leave (003 §4, Step 6;
rules.md §7).
"""

from __future__ import annotations

import gzip
import os

import pytest
from night_homes import NIGHT, Night, at, talk, tree

from robot_memory.foundation.time.clock import Instant
from robot_memory.long_term.night_shift import NightSettings


@pytest.fixture
def night(home):
    return Night(home)


def log(night, days: float, text: str = "I live in Graz."):
    """Write another tool's raw log that is ``days`` old."""
    time = at(days).astimezone(night.levels.sessions._zone)
    path = night.home / "sessions" / f"{time:%Y-%m-%d-%H%M%S}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"role": "user", "content": "{text}"}}\n')
    os.utime(path, (at(days).timestamp(),) * 2)
    return path


def digest(night, day: str):
    folder = night.home / "daily"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{day}.md"
    path.write_text(f"# {day}\n\n## Facts Learned\n- It rained\n")
    return path


def test_sessions_older_than_30_days_are_archived_byte_for_byte(night):
    old, new = log(night, -31), log(night, -29)
    data = old.read_bytes()
    report = night.run()

    assert report.step("clean").done == {"archived": 1}
    assert not old.exists()
    assert new.exists()
    archived = night.home / "sessions" / "archive" / f"{old.name}.gz"
    assert gzip.decompress(archived.read_bytes()) == data


def test_a_session_is_not_archived_before_it_is_digested(night):
    old = log(night, -31)
    report = night.run("clean")
    assert old.exists()
    assert report.step("clean").notes == (f"sessions/{old.name} stays until it is digested",)
    assert tree(night.home, all_files=True).keys() == {f"sessions/{old.name}", ".night-shift.lock"}


def test_digests_older_than_a_year_are_archived_and_stay_searchable(night):
    old, new = digest(night, "2025-12-01"), digest(night, "2025-12-03")
    night.run()
    assert not old.exists()
    assert new.exists()
    archived = night.home / "daily/archive/2025-12-01.md.gz"
    assert b"It rained" in gzip.decompress(archived.read_bytes())
    assert "It rained" in night.chunks().list_chunks(tags=["digest"])[0].content


def noted(night, kind: str, text: str, source: str):
    record = {"type": kind, "id": f"mem-{text[:4]}", "text": text, "source": source}
    night.levels.events.append([record], night.clock.now().time)


def test_chunks_of_an_archived_digest_keep_statements_but_not_detections(night):
    for number in range(60):
        noted(night, "entry_created", f"{number:04} planner logs a warning about a strange text",
              "detector")  # fmt: skip
    noted(night, "entry_created", "Door of the lab sticks", "person")
    talk(night.home, "I live in Graz.", start=at(0, hours=-0.2))
    night.run()
    page = night.home / "daily" / "2026-12-02.md"
    page.write_text(page.read_text() + "\n## Of Ada\nThe lift was loud.\n")
    night.run()
    before = night.chunks().list_chunks(tags=["digest"])
    assert sum("strange text" in chunk.content for chunk in before) > 2

    night.clock.set(at(400))
    night.run()
    after = night.chunks().list_chunks(tags=["digest"])
    said = "\n".join(chunk.content for chunk in after)
    assert "strange text" not in said
    assert all(text in said for text in ("Graz", "Door of the lab sticks", "The lift was loud."))
    assert list((night.home / "archive").glob("chunk-*")) == []
    archived = night.home / "daily/archive" / f"{page.name}.gz"
    assert b"strange text" in gzip.decompress(archived.read_bytes())


def test_a_chunk_of_a_digest_that_a_person_edited_stays(night):
    noted(night, "entry_created", "planner logs a warning", "detector")
    night.run()
    (chunk,) = night.chunks().list_chunks(tags=["digest"])
    night.chunks().update_chunk(chunk.id, content="The planner warned, and Ada repaired it.")
    night.clock.set(at(400))
    night.run()
    (kept,) = night.chunks().list_chunks(tags=["digest"])
    assert "Ada repaired it" in kept.content


def test_the_days_of_retention_can_be_set(home):
    night = Night(home, settings=NightSettings(daily_retention_days=10), session_days=5)
    old, kept = log(night, -6), log(night, -4)
    leaving, staying = digest(night, "2026-11-20"), digest(night, "2026-11-25")
    planned = {night.home / step.path for step in night.levels.plan_retention().steps}
    night.run()
    assert [path.exists() for path in (old, kept, leaving, staying)] == [False, True, False, True]
    assert old in planned
    assert kept not in planned


def test_nothing_is_archived_or_pruned_while_the_clock_is_not_trusted(night, monkeypatch):
    log(night, -31)
    digest(night, "2025-11-01")
    monkeypatch.setattr(night.clock, "now", lambda: Instant(NIGHT, 0.0, "boot", trusted=False))
    report = night.run()
    assert report.step("clean").notes == ("nothing leaves: the clock is not trusted",)
    assert report.step("prune").notes == ("nothing is pruned: the clock is not trusted",)
    assert (night.home / "daily/2025-11-01.md").exists()
    assert any("clock is not trusted" in text for text in night.health()["warnings"])
