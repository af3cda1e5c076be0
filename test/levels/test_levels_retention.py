"""Retention: told first, never beyond its folder, and nothing is lost."""

from __future__ import annotations

import gzip
import io
import json
import os
import tarfile
import time
from dataclasses import replace

import pytest
from approving import approve
from levels_builders import CONVERSATION, NOON, at, contents, record_episode

from robot_memory.clock import Instant
from robot_memory.levels import RETENTION_POLICY


def put_conversation(levels, name, day):
    data = json.loads(CONVERSATION)
    data["start_time"] = data["end_time"] = at(day).isoformat().replace("+00:00", "Z")
    path = levels.tree.conversations / f"{name}.json"
    path.write_text(json.dumps(data))
    return path


def retain(levels, clock, day):
    clock.set(at(day))
    return [step.path for step in levels.apply_retention(levels.plan_retention())]


def planned(levels, clock, day):
    clock.set(at(day))
    return {step.path: step.reason for step in levels.plan_retention().steps}


# -- what leaves ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("day", "leaves"), [(29.9, False), (30.1, True)])
def test_a_conversation_leaves_after_thirty_days(levels, clock, day, leaves):
    put_conversation(levels, "a", 0)

    assert ("episodic/conversations/a.json" in planned(levels, clock, day)) is leaves


def test_of_more_than_a_hundred_conversations_the_oldest_leave(levels, clock):
    for number in range(103):
        put_conversation(levels, f"c{number:03d}", number / 100)

    assert planned(levels, clock, 2) == {
        f"episodic/conversations/c00{number}.json": "is beyond the newest 100"
        for number in range(3)
    }


@pytest.mark.parametrize(("day", "leaves"), [(89, False), (91, True)])
def test_an_episode_leaves_after_ninety_days(levels, clock, day, leaves):
    record_episode(levels)

    assert ("episodic/rlds_episodes/episode_001" in planned(levels, clock, day)) is leaves


def test_of_more_than_a_thousand_episodes_the_oldest_leave(levels, clock, monkeypatch):
    monkeypatch.setitem(RETENTION_POLICY["episodic"]["rlds_episodes"], "max_files", 2)
    for number in range(3):
        record_episode(levels, 1, at(number))

    assert list(planned(levels, clock, 4)) == ["episodic/rlds_episodes/episode_001"]


def test_a_raw_log_of_a_session_leaves_after_thirty_days(levels, clock):
    session = levels.sessions.start(NOON)
    session.end(NOON)
    os.utime(session.log, (NOON.timestamp(),) * 2)

    assert planned(levels, clock, 29) == {}
    assert list(planned(levels, clock, 31)) == ["sessions/2026-12-01-120000.jsonl"]


def test_a_session_that_goes_on_stays(levels, clock):
    session = levels.sessions.start(NOON)
    os.utime(session.log, (NOON.timestamp(),) * 2)

    assert planned(levels, clock, 400) == {}


def test_an_episode_that_is_being_recorded_stays(levels, clock):
    from robot_memory.levels import EpisodeFields

    levels.episodes.record(EpisodeFields(["a"], ["b"]), NOON)

    assert planned(levels, clock, 400) == {}


def test_event_logs_of_other_tools_leave_after_a_week(levels, clock):
    path = levels.events.path.with_name("game_events.jsonl")
    path.write_text("{}\n")
    os.utime(path, (NOON.timestamp(),) * 2)

    assert planned(levels, clock, 6) == {}
    assert list(planned(levels, clock, 8)) == ["episodic/events/game_events.jsonl"]


def test_semantic_and_procedural_memory_never_leave(levels, clock):
    levels.write_memory({"One": "a"}, "semantic", "doors")
    levels.skills.learn("dock", {"Capability": "Dock"})
    target = "skills/dock/SKILL.md"
    approve(levels, levels.propose(target, levels.skills.text("dock"), by="x").id)
    levels.tree.behaviors.write_text('{"patrol": {}}')
    before = {name: data for name, data in contents(levels.tree.root).items()
              if name.startswith(("semantic", "procedural"))}  # fmt: skip
    retain(levels, clock, 4000)

    after = contents(levels.tree.root)
    assert {name: after[name] for name in before} == before


# -- the dry run ---------------------------------------------------------------------------------


def test_planning_changes_nothing(levels, clock):
    put_conversation(levels, "a", 0)
    record_episode(levels)
    before = contents(levels.tree.root)
    planned(levels, clock, 400)

    assert contents(levels.tree.root) == before


def test_what_was_planned_is_what_is_done(levels, clock):
    put_conversation(levels, "a", 0)
    record_episode(levels)
    clock.set(at(400))
    plan = levels.plan_retention()

    assert levels.apply_retention(plan) == list(plan.steps)


def test_a_second_run_does_nothing(levels, clock):
    put_conversation(levels, "a", 0)
    record_episode(levels)
    retain(levels, clock, 400)

    assert retain(levels, clock, 400) == []


def test_what_has_changed_since_it_was_planned_stays(levels, clock):
    path = put_conversation(levels, "a", 0)
    clock.set(at(400))
    plan = levels.plan_retention()
    put_conversation(levels, "a", 399.5)

    assert levels.apply_retention(plan) == []
    assert path.exists()


def test_nothing_leaves_by_a_clock_that_may_be_wrong(levels):
    put_conversation(levels, "a", 0)
    now = Instant(at(400), 0.0, "b", trusted=False)

    plan = levels._retention.plan(now)
    assert (plan.steps, plan.held) == ((), "the clock is not trusted")
    assert levels._retention.plan(replace(now, trusted=True)).steps


def test_what_is_dated_in_the_future_stays(levels, clock):
    put_conversation(levels, "a", 5000)

    assert planned(levels, clock, 400) == {}


# -- nothing is lost -----------------------------------------------------------------------------


def test_a_conversation_is_in_the_archive(levels, clock):
    text = put_conversation(levels, "a", 0).read_bytes()
    retain(levels, clock, 31)

    assert not (levels.tree.conversations / "a.json").exists()
    archive = levels.tree.root / "episodic" / "archive" / "conversations" / "a.json.gz"
    assert gzip.decompress(archive.read_bytes()) == text


def test_an_episode_is_in_the_archive_with_all_its_files(levels, clock):
    before = contents(record_episode(levels))
    retain(levels, clock, 91)

    archive = levels.tree.root / "episodic" / "archive" / "rlds_episodes" / "episode_001.tar.gz"
    with tarfile.open(fileobj=io.BytesIO(archive.read_bytes())) as tar:
        names = ("metadata.json", "steps.jsonl")
        kept = {name: tar.extractfile(f"episode_001/{name}").read() for name in names}
    assert kept == before


def test_another_file_of_the_same_name_does_not_replace_what_is_archived(levels, clock):
    put_conversation(levels, "a", 0)
    retain(levels, clock, 31)
    put_conversation(levels, "a", 1)
    retain(levels, clock, 32)

    folder = levels.tree.root / "episodic" / "archive" / "conversations"
    assert sorted(path.name for path in folder.iterdir()) == ["2-a.json.gz", "a.json.gz"]


def test_the_same_is_archived_once_whenever_that_is(levels, clock, monkeypatch):
    for hours in (0, 1):
        put_conversation(levels, "a", 0)
        monkeypatch.setattr(time, "time", lambda hours=hours: 1e9 + 3600 * hours)
        retain(levels, clock, 31)

    folder = levels.tree.root / "episodic" / "archive" / "conversations"
    assert [path.name for path in folder.iterdir()] == ["a.json.gz"]


def test_what_is_archived_is_private(levels, clock):
    put_conversation(levels, "a", 0)
    record_episode(levels)
    retain(levels, clock, 400)

    archive = levels.tree.root / "episodic" / "archive"
    modes = {path.stat().st_mode & 0o777 for path in archive.rglob("*")}
    assert modes == {0o600, 0o700}


# -- never beyond its folder ---------------------------------------------------------------------


def test_links_out_of_a_folder_are_not_followed(levels, clock, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "metadata.json").write_text("{}")
    (outside / "talk.json").write_text(CONVERSATION)
    (levels.tree.conversations / "link.json").symlink_to(outside / "talk.json")
    (levels.tree.episodes / "link").symlink_to(outside)
    before = contents(outside)

    assert planned(levels, clock, 4000) == {}
    assert retain(levels, clock, 4000) == []
    assert contents(outside) == before


def test_an_episode_with_a_link_in_it_stays_and_the_others_leave(levels, clock, tmp_path, caplog):
    (tmp_path / "secret").write_text("x")
    folder = record_episode(levels)
    record_episode(levels)
    (folder / "link").symlink_to(tmp_path / "secret")

    assert retain(levels, clock, 400) == ["episodic/rlds_episodes/episode_002"]
    assert (folder / "steps.jsonl").exists()
    assert "link is not a regular file" in caplog.text


def test_files_that_are_none_of_the_documents_stay(levels, clock):
    for folder in (levels.tree.conversations, levels.tree.episodes, levels.tree.sessions):
        (folder / "README.txt").write_text("Ada's")
        os.utime(folder / "README.txt", (0, 0))

    assert retain(levels, clock, 4000) == []


def test_what_was_archived_is_in_the_record_of_what_the_memory_did(levels, clock):
    put_conversation(levels, "a", 0)
    retain(levels, clock, 31)

    (event,) = [line.data for line in levels.events.read()]
    assert (event["type"], event["path"]) == ("archived", "episodic/conversations/a.json")
    assert event["reason"] == "is older than 30 days"
