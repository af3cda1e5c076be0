"""Retention: announced first, never outside its folder, and without loss."""

from __future__ import annotations

import json
import os
import tarfile
from pathlib import Path

import pytest
from approving import approve
from document_examples import CONVERSATION
from levels_builders import NOON, at, contents, record_episode, rotate

from robot_memory.long_term.levels import EpisodeFields, archiving


def put_conversation(levels, name, day):
    data = json.loads(CONVERSATION)
    data["start_time"] = data["end_time"] = at(day).isoformat().replace("+00:00", "Z")
    path = levels.tree.conversations / f"{name}.json"
    path.write_text(json.dumps(data))
    return path


def retain(levels, clock, day):
    return [step.path for step in rotate(levels, clock, day)]


def planned(levels, clock, day):
    clock.set(at(day))
    return {step.path: step.reason for step in levels.plan_retention().steps}


@pytest.mark.parametrize(("day", "leaves"), [(29.9, False), (30.1, True)])
def test_a_conversation_is_archived_after_thirty_days(levels, clock, day, leaves):
    put_conversation(levels, "a", 0)

    assert ("episodic/conversations/a.json" in planned(levels, clock, day)) is leaves


def test_the_oldest_of_more_than_100_conversations_are_archived(levels, clock):
    for number in range(103):
        put_conversation(levels, f"c{number:03d}", number / 100)

    assert planned(levels, clock, 2) == {
        f"episodic/conversations/c00{number}.json": "is beyond the newest 100"
        for number in range(3)
    }


def put_session(levels):
    session = levels.sessions.start(NOON)
    os.utime(session.log, (NOON.timestamp(),) * 2)
    return session


def put_ended_session(levels):
    session = put_session(levels)
    session.end(NOON)
    os.utime(session.log, (NOON.timestamp(),) * 2)


def put_events_of_another_tool(levels):
    path = levels.events.path.with_name("game_events.jsonl")
    path.write_text("{}\n")
    os.utime(path, (NOON.timestamp(),) * 2)


@pytest.mark.parametrize(
    ("put", "path", "days"),
    [
        (record_episode, "episodic/rlds_episodes/episode_001", 90),
        (put_ended_session, "sessions/2026-12-01-120000.jsonl", 30),
        (put_events_of_another_tool, "episodic/events/game_events.jsonl", 7),
    ],
)
def test_files_older_than_their_retention_time_are_archived(levels, clock, put, path, days):
    put(levels)

    assert planned(levels, clock, days - 1) == {}
    assert list(planned(levels, clock, days + 1)) == [path]


@pytest.mark.parametrize(
    "put",
    [
        put_session,
        lambda levels: levels.episodes.record(EpisodeFields(["a"], ["b"]), NOON),
        lambda levels: put_conversation(levels, "a", 5000),
    ],
    ids=["a session", "an episode", "a conversation of the future"],
)
def test_open_and_future_dated_files_are_not_archived(levels, clock, put):
    put(levels)

    assert planned(levels, clock, 400) == {}


def test_semantic_and_procedural_memory_is_never_archived(levels, clock):
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


def test_a_file_that_changed_after_the_plan_is_not_archived(levels, clock):
    path = put_conversation(levels, "a", 0)
    clock.set(at(400))
    plan = levels.plan_retention()
    put_conversation(levels, "a", 399.5)

    assert levels.apply_retention(plan) == []
    assert path.exists()


def test_archiving_a_second_file_of_the_same_name_overwrites_nothing(levels, clock):
    put_conversation(levels, "a", 0)
    retain(levels, clock, 31)
    put_conversation(levels, "a", 1)
    retain(levels, clock, 32)

    folder = levels.tree.root / "episodic" / "archive" / "conversations"
    assert sorted(path.name for path in folder.iterdir()) == ["2-a.json.gz", "a.json.gz"]


def test_retention_does_not_follow_symbolic_links(levels, clock, tmp_path):
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


def test_an_episode_that_contains_a_link_stays_and_the_others_are_archived(
    levels, clock, tmp_path, caplog
):
    (tmp_path / "secret").write_text("x")
    folder = record_episode(levels)
    record_episode(levels)
    (folder / "link").symlink_to(tmp_path / "secret")

    assert retain(levels, clock, 400) == ["episodic/rlds_episodes/episode_002"]
    assert (folder / "steps.jsonl").exists()
    assert "link is not a regular file" in caplog.text


def test_files_of_unknown_kind_stay(levels, clock):
    for folder in (levels.tree.conversations, levels.tree.episodes, levels.tree.sessions):
        (folder / "README.txt").write_text("Ada's")
        os.utime(folder / "README.txt", (0, 0))

    assert retain(levels, clock, 4000) == []


def test_an_unreadable_file_does_not_prevent_archiving_the_others(levels, clock, monkeypatch):
    first, second = (put_conversation(levels, name, 0) for name in "ab")
    move = archiving.archive_file

    def refuse(path, folder):
        if path == first:
            raise PermissionError(13, "Permission denied", str(path))
        return move(path, folder)

    monkeypatch.setattr(archiving, "archive_file", refuse)

    assert retain(levels, clock, 40) == ["episodic/conversations/b.json"]
    assert first.exists()
    assert not second.exists()


def put_archives(levels, numbers, size=100):
    folder = levels.tree.archive(levels.tree.sessions)
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        (folder / f"s{number:03}.jsonl.gz").write_bytes(bytes([number % 256]) * size)
    return folder


def members(folder):
    found = {}
    for path in sorted(folder.glob("packed-*.tar")):
        with tarfile.open(path) as tar:
            found |= {item.name: tar.extractfile(item).read() for item in tar}
    return found


def test_archived_files_are_packed_and_their_content_is_unchanged(levels):
    for number in range(0, 400, 20):
        folder = put_archives(levels, range(number, number + 20))
        levels.tidy_archives(10**9)
        assert len(list(folder.iterdir())) <= archiving.LOOSE + 1

    loose = {path.name: path.read_bytes() for path in folder.glob("*.gz")}
    found = {**members(folder), **loose}
    assert found == {f"s{n:03}.jsonl.gz": bytes([n % 256]) * 100 for n in range(400)}


def test_a_new_packed_archive_is_started_when_one_is_large(levels, monkeypatch):
    monkeypatch.setattr(archiving, "LARGEST", 60_000)
    folder = put_archives(levels, range(100))
    levels.tidy_archives(10**9)

    assert len(list(folder.glob("packed-*.tar"))) > 1
    assert len(members(folder)) == 100


def test_a_crash_after_packing_stores_no_file_twice(levels, monkeypatch):
    folder = put_archives(levels, range(40))
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(Path, "unlink", interrupted)
        levels.tidy_archives(10**9)
    levels.tidy_archives(10**9)

    assert [path.name for path in folder.iterdir()] == ["packed-0001.tar"]
    assert len(members(folder)) == 40


def interrupted(*arguments, **options):
    raise KeyboardInterrupt


def test_a_second_file_with_the_name_of_a_packed_one_is_also_kept(levels):
    folder = put_archives(levels, range(40))
    levels.tidy_archives(10**9)
    put_archives(levels, range(40), size=7)
    levels.tidy_archives(10**9)

    assert len(members(folder)) == 80


def test_a_damaged_packed_archive_stays_and_the_next_is_begun(levels, caplog):
    folder = put_archives(levels, range(40))
    (folder / "packed-0001.tar").write_bytes(b"x" * 700)
    levels.tidy_archives(10**9)

    assert (folder / "packed-0001.tar").read_bytes() == b"x" * 700
    assert "packed-0001.tar" in caplog.text
    (folder / "packed-0001.tar").unlink()
    assert len(members(folder)) == 40


def test_the_oldest_archives_above_the_limit_are_removed_and_recorded(levels, caplog):
    folder = put_archives(levels, range(20), size=1000)
    for number, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (number, number))
    removed = levels.tidy_archives(15_000)

    assert sorted(path.name for path in removed) == [f"s{n:03}.jsonl.gz" for n in range(5)]
    assert "s004.jsonl.gz was removed" in caplog.text
    noted = [line.data for line in levels.events.read()]
    assert noted[-1]["type"] == "archive_removed"
    assert noted[-1]["path"] == "sessions/archive/s004.jsonl.gz"


def test_versions_of_pages_count_towards_the_archive_limit(levels):
    for number in range(30):
        levels.write_memory({"Seen": f"{number} {os.urandom(300).hex()}"}, "semantic", "docks")
    versions = levels.tree.archive(levels.tree.knowledge) / "docks"
    before = len(list(versions.iterdir()))

    removed = levels.tidy_archives(3000)

    assert before > 10
    assert {path.parent for path in removed} == {versions}
    assert sum(path.stat().st_size for path in versions.iterdir()) <= 3000


def test_archives_are_removed_from_the_largest_folder_first(levels):
    folder = put_archives(levels, range(3), size=1000)
    flood = levels.tree.archive(levels.tree.events.parent)
    flood.mkdir(parents=True)
    for number in range(20):
        (flood / f"events-{number:03}.jsonl.gz").write_bytes(b"x" * 1000)
    for path in folder.iterdir():
        os.utime(path, (1, 1))
    removed = levels.tidy_archives(10_000)

    assert {path.parent for path in removed} == {flood}
    assert len(list(folder.iterdir())) == 3


def test_a_session_is_found_after_its_transcript_was_packed(levels):
    folder = levels.tree.archive(levels.tree.conversations)
    folder.mkdir(parents=True)
    for number in range(40):
        (folder / f"c{number}.json.gz").write_bytes(b"")
    levels.tidy_archives(10**9)

    assert levels.conversations.has("c7")
    assert not levels.conversations.has("c99")
