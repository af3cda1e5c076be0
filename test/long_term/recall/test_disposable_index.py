"""``index.db`` may be interrupted, damaged, deleted and shared at any time: it is only a copy."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from remembered import NOON, Remembered

from robot_memory.long_term.graph import FactGraph
from robot_memory.long_term.levels import Levels
from robot_memory.long_term.recall import recall_index
from robot_memory.long_term.recall.query import Query
from robot_memory.long_term.recall.recall import MemorySearch, RecallSources

HERE = Path(__file__).parent
SAID = [("Ada", f"The gripper dropped crate {number}") for number in range(40)]


def ids(robot: Remembered, query: str = "gripper") -> list[tuple[str, int | None]]:
    return [(hit.id, hit.turn) for hit in robot.find(query, limit=100)]


def test_a_search_in_a_missing_home_creates_nothing(home, clock):
    recall = MemorySearch(home, clock, RecallSources(Levels(home, clock), FactGraph(home)))

    assert recall.find(Query("gripper")) == []
    recall.refresh()
    recall.close()

    assert not home.exists()


def test_a_home_that_is_created_later_is_searched(home, clock):
    recall = MemorySearch(home, clock, RecallSources(Levels(home, clock), FactGraph(home)))
    recall.find(Query("gripper"))
    (home / "daily").mkdir(parents=True)
    (home / "daily" / "2026-12-01.md").write_text("- The gripper squeaks\n")

    assert len(recall.find(Query("gripper"))) == 1
    assert (home / "index.db").exists()
    recall.close()


def test_a_deleted_index_is_rebuilt(robot):
    robot.talk(*SAID)
    before = ids(robot)
    robot.recall.close()
    for path in robot.home.glob("index.db*"):
        path.unlink()

    assert ids(robot) == before


@pytest.mark.parametrize(
    "content", [b"", b"no database" * 1000, None], ids=["empty", "garbage", "middle"]
)
def test_a_damaged_index_is_rebuilt_and_reported(robot, content, caplog):
    robot.talk(*SAID)
    before = ids(robot)
    robot.recall.close()
    path = robot.home / "index.db"
    data = path.read_bytes()
    if content is None:
        content = data[:4096] + b"\xff" * (len(data) - 8192) + data[-4096:]
    path.write_bytes(content)

    assert ids(robot) == before
    assert not content or "is made anew" in caplog.text


def test_an_index_of_another_version_is_rebuilt(robot, monkeypatch, caplog):
    robot.talk(*SAID)
    before = ids(robot)
    robot.recall.close()
    monkeypatch.setattr(recall_index, "VERSION", recall_index.VERSION + 1)

    assert ids(robot) == before
    assert (
        f"is made anew from what it was made from: it is of version {recall_index.VERSION - 1}"
        in (caplog.text)
    )


def test_the_index_is_kept_in_memory_if_it_cannot_be_written(robot, monkeypatch, caplog):
    """For root in a container no folder is read-only; only the system's error counts."""
    robot.talk(*SAID)
    make = os.open

    def refuse(path: object, *more: object, **others: object) -> int:
        if str(path).endswith("index.db"):
            raise PermissionError(30, "Read-only file system", str(path))
        return make(path, *more, **others)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "open", refuse)

    assert len(ids(robot)) == 40
    assert "no index can be kept" in caplog.text
    assert not (robot.home / "index.db").exists()


def test_on_a_full_disk_the_old_index_is_used_and_the_problem_logged(robot, monkeypatch, caplog):
    robot.talk(*SAID)
    before = ids(robot)
    robot.talk(("Bob", "The gripper is new"), name="s2")

    def refuse(*more: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("robot_memory.long_term.recall.recall_index.RecallIndex.put", refuse)

    assert ids(robot) == before
    assert "index.db is not up to date: database or disk is full" in caplog.text
    monkeypatch.undo()
    assert len(ids(robot)) == 41


def test_an_index_whose_writer_was_killed_is_completed_by_the_next_search(robot):
    robot.talk(*SAID)
    command = [sys.executable, str(HERE / "dying_recall.py"), str(robot.home)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parents[2]), str(HERE)])}

    died = subprocess.run([*command, "7"], env=environment, capture_output=True, check=False)

    assert died.returncode == -signal.SIGKILL, died.stderr
    assert len(ids(robot)) == 40


def test_two_processes_share_the_index(robot):
    robot.talk(*SAID)
    command = [sys.executable, str(HERE / "dying_recall.py"), str(robot.home), "-1"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parents[2]), str(HERE)])}
    other = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)

    for number in range(20):
        robot.seen(f"Gripper stalls {number}")
        robot.find("gripper")

    assert int(other.communicate()[0]) >= 40
    assert other.returncode == 0
    assert len(robot.find("gripper", limit=100)) == 60


def test_deleted_sources_are_no_longer_found(robot):
    (chunk_id, *_) = robot.talk(*SAID).created
    page = robot.page("semantic/knowledge/gripper.md", "- The gripper has two fingers\n")
    session = robot.levels.sessions.start(robot.now)
    session.add_turn("user", "The gripper is fine", robot.now)
    assert len(ids(robot)) == 42

    page.unlink()
    session.log.unlink()
    for chunk in robot.chunks.list_chunks():
        robot.chunks.delete_chunk(chunk.id)
    (robot.home / "episodic" / "conversations" / "s1.json").unlink()

    assert ids(robot) == []
    assert chunk_id


def test_a_page_that_changes_twice_within_a_tick_of_the_clock_is_read_again(robot):
    page = robot.page("semantic/knowledge/dock.md", "- The dock is in bay 3\n")
    now = time.time_ns() + 1_000_000_000  # a file dated now may change without a trace
    os.utime(page, ns=(now, now))
    assert robot.find("dock")[0].text == "The dock is in bay 3"

    page.write_text("- The dock is in bay 4\n")
    os.utime(page, ns=(now, now))

    assert robot.find("dock")[0].text == "The dock is in bay 4"


def test_rotated_events_are_no_longer_found(robot):
    for number in range(30):
        robot.levels.note("gripper_checked", name=f"finger {number}")
    assert len(robot.find("gripper checked", limit=100)) == 30
    path = robot.home / "episodic" / "events" / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)

    path.write_bytes(b"".join(lines[20:]))

    assert len(robot.find("gripper checked", limit=100)) == 10


def test_a_replaced_event_file_is_read_from_its_beginning(robot):
    for number in range(3):
        robot.levels.note("gripper_checked", name=f"finger {number}")
    assert len(robot.find("gripper")) == 3

    robot.page("episodic/events/events.jsonl", '{"type": "lift_checked", "by": "ada"}\n' * 100)

    assert robot.find("gripper") == []
    assert len(robot.find("lift")) == 1


def test_a_replaced_ledger_is_indexed_instead_of_the_first(robot):
    from robot_memory.ledger import Ledger

    robot.seen("Gripper stalls")
    assert len(robot.find("stalls")) == 1
    robot.recall.close()
    robot.ledger.close()
    for path in robot.home.glob("observations.db*"):
        path.unlink()
    robot.ledger = Ledger(robot.home / "observations.db")
    robot.seen("Paint is green")
    robot.recall = robot.another()

    assert robot.find("stalls") == []
    assert len(robot.find("paint")) == 1


def test_observation_times_in_the_index_follow_a_clock_correction(robot):
    from robot_memory.foundation.time.clock import Instant

    robot.ledger.append([
        _row("Gripper stalls", Instant(NOON.replace(year=2020), 5.0, "boot", trusted=False))
    ])  # fmt: skip
    assert robot.find("stalls")[0].time.year == 2020

    robot.ledger.retime(Instant(NOON, 10.0, "boot", trusted=True), after=robot.ledger.last())

    assert robot.find("stalls")[0].time.year == 2026


def _row(summary, instant):
    from robot_memory.ledger import Kind, Observation, Source

    return Observation(Kind.EVENT, instant, summary, Source.DETECTOR)


def test_a_file_name_that_is_not_utf_8_does_not_prevent_indexing_others(robot):
    robot.talk(*SAID)
    for folder in ("episodic/conversations", "semantic/knowledge"):
        name = os.fsencode(robot.home / folder) + b"/bad\xff."
        (robot.home / folder).mkdir(parents=True, exist_ok=True)
        for kind, text in ((b"json", b"{}"), (b"md", b"- The gripper is gone\n")):
            with open(name + kind, "wb") as file:  # noqa: PTH123  a Path cannot be made of bytes
                file.write(text)

    assert robot.find("gripper")[0].conversation_id == "s1"


def test_deeply_nested_json_is_indexed_without_error(robot):
    deep = "[" * 900 + '"zebra"' + "]" * 900
    robot.page("semantic/knowledge/deep.json", f'{{"gripper": {deep}}}')
    robot.page("episodic/events/events.jsonl", f'{{"type": "lift", "data": {deep}}}\n')

    assert robot.sources("gripper") == ["knowledge"]
    assert robot.sources("lift") == ["event"]
