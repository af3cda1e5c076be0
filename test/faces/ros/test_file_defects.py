"""A damaged memory file is reported in the log, in the health status and in each answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from robot_memory.srv import GetContext, Remember
from telling import OK, WARN, Listening, ListLogger

from robot_memory.faces.ros.diagnostic_statuses import FileDefects
from robot_memory.foundation.errors import Defect

FILE = Path("/home/robot-memory.md")
FIRST, SECOND = Defect("entries[0].type", "is missing"), Defect("entries[4]", "is not YAML")


@pytest.fixture
def log():
    return ListLogger()


@pytest.fixture
def file_defects(log):
    return FileDefects(FILE, log, clock=lambda: 0.0)


def test_a_file_without_defects_is_not_mentioned(file_defects, log):
    file_defects.update(())

    assert log.lines == []


def test_a_defect_is_logged_once_with_its_path_and_advice(file_defects, log):
    file_defects.update((FIRST,))
    file_defects.update((FIRST,))

    (line,) = log.lines
    assert line.startswith("/home/robot-memory.md: entries[0].type: is missing")
    assert "robot-memory check" in line


def test_several_defects_are_logged_with_their_number(file_defects, log):
    file_defects.update((FIRST,))
    file_defects.update((SECOND, FIRST))

    assert "entries[4]: is not YAML, and 1 more" in log.lines[-1]


def test_the_end_of_all_defects_is_logged(file_defects, log):
    file_defects.update((FIRST,))
    file_defects.update(())
    file_defects.update(())

    assert len(log.lines) == 2
    assert log.lines[-1] == "/home/robot-memory.md: nothing is wrong with it any more"


@pytest.mark.ros
def test_a_damaged_line_is_reported_until_it_is_removed_and_hides_no_entry(start_node, robot):
    node = start_node()
    listening = Listening(robot)
    note = {"type": "environment_note", "source": "person", "text": "Ramp is steep"}
    assert robot.call(Remember, "/robot_memory/remember", **note).success
    robot.spin_until(lambda: node.tells("Ramp is steep"))
    sound = node.file.read_text()

    node.file.write_text(sound.replace("entries:\n", "entries:\n\t- bad: [tab\n"))
    robot.spin_until(lambda: listening.says(WARN, "entries[0]", "memory"))
    answer = robot.call(GetContext, "/robot_memory/get_context")
    assert "Ramp is steep" in answer.context
    assert answer.message == "not used of the file: 1 damaged items; run robot-memory check"
    robot.spin_until(lambda: node.logged("entries[0]: is not YAML"))
    damaged = node.file.read_text()

    node.file.write_text(damaged.replace("\t- bad: [tab\n", ""))
    robot.spin_until(lambda: listening.says(OK, "remembering", "memory"))
    assert robot.call(GetContext, "/robot_memory/get_context").message == ""
    robot.spin_until(lambda: node.logged("nothing is wrong with it any more"))
    lines = node.log.read_text().splitlines()
    assert sum("entries[0]: is not YAML" in line for line in lines) == 1
    assert sum("nothing is wrong with it any more" in line for line in lines) == 1
