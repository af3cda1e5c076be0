"""Each change of an entry is in events.jsonl, once."""

from __future__ import annotations

import errno
import json

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.disk import files
from robot_memory.foundation.time.clock import ManualClock
from robot_memory.foundation.time.stamps import from_text

NOON = from_text("2026-11-20T12:00:00Z")


@pytest.fixture
def clock():
    return ManualClock(NOON, kind="wall", boot="a test")


@pytest.fixture
def robot(tmp_path, clock):
    with RobotMemory.open(tmp_path / "home", clock=clock) as memory:
        yield memory


def told(memory):
    path = memory.home.folder / "episodic/events/events.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_new_entry_is_recorded_once_when_it_is_saved(robot):
    noted = robot.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    robot.save()
    robot.save()

    (event,) = told(robot)
    assert event["type"] == "entry_created"
    assert (event["id"], event["text"]) == (noted.id, "Kitchen doorway has a 3 cm lip")
    assert event["source"] == "person"


def test_an_entry_that_a_person_deletes_from_the_file_is_reported_as_archived(robot):
    robot.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    robot.save()
    file = robot.home.memory_file
    head, _, _ = file.read_text().partition("entries:")
    file.write_text(f"{head}entries: []\n---\n")
    robot.tick()
    robot.save()

    assert [event["type"] for event in told(robot)] == ["entry_created", "entry_archived"]


def test_an_entry_is_saved_even_if_its_event_cannot_be_recorded(robot, monkeypatch):
    append = files.append_durably
    full = OSError(errno.ENOSPC, "No space left on device")

    def refuse(path, data):
        raise full

    monkeypatch.setattr(files, "append_durably", refuse)
    robot.remember("environment_note", "Kitchen doorway has a 3 cm lip")
    robot.save()
    assert "Kitchen doorway" in robot.home.memory_file.read_text()
    assert "No space left on device" in robot.problem
    assert told(robot) == []

    monkeypatch.setattr(files, "append_durably", append)
    robot.save(force=True)
    assert [event["type"] for event in told(robot)] == ["entry_created"]
    assert robot.problem is None
