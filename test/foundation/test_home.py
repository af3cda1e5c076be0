"""Where a robot's memory lives (document 000 §3.1; architecture, "Memory home")."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.home import find_home
from robot_memory.foundation.settings import Settings


@pytest.fixture(autouse=True)
def _user(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_default_is_the_path_of_the_document(tmp_path):
    home = find_home(Settings(), {})

    assert home.memory_file == tmp_path / ".opencastor" / "robot-memory.md"


def test_robot_memory_home_moves_the_home_and_the_file_with_it():
    home = find_home(Settings(), {"ROBOT_MEMORY_HOME": "/srv/robot"})

    assert home.folder == Path("/srv/robot")
    assert home.memory_file == Path("/srv/robot/robot-memory.md")
    assert home.archive == Path("/srv/robot/robot-memory.archive.md")


def test_castor_robot_memory_file_moves_the_file_alone(tmp_path):
    home = find_home(Settings(), {"CASTOR_ROBOT_MEMORY_FILE": "/srv/mem.md"})

    assert home.memory_file == Path("/srv/mem.md")
    assert home.folder == tmp_path / ".opencastor"


def test_a_home_that_is_given_wins_over_both_variables():
    home = find_home(
        Settings(home="/tmp/x"),
        {"ROBOT_MEMORY_HOME": "/srv/robot", "CASTOR_ROBOT_MEMORY_FILE": "/srv/mem.md"},
    )

    assert home.folder == Path("/tmp/x")
    assert home.memory_file == Path("/tmp/x/robot-memory.md")


def test_a_memory_file_that_is_given_wins_over_all():
    home = find_home(
        Settings(home="/tmp/x", memory_file="/tmp/y.md"), {"CASTOR_ROBOT_MEMORY_FILE": "/z.md"}
    )

    assert home.memory_file == Path("/tmp/y.md")


def test_the_users_home_and_relative_paths_are_made_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    home = find_home(Settings(home="robot", memory_file="~/mine.md"), {})

    assert home.folder == tmp_path / "robot"
    assert home.memory_file == tmp_path / "mine.md"


def test_empty_variables_count_as_not_set(tmp_path):
    home = find_home(Settings(), {"ROBOT_MEMORY_HOME": "", "CASTOR_ROBOT_MEMORY_FILE": ""})

    assert home.memory_file == tmp_path / ".opencastor" / "robot-memory.md"


def test_the_archive_lies_beside_the_file_and_the_evidence_in_the_home():
    home = find_home(Settings(home="/srv/robot", memory_file="/var/mem.md"), {})

    assert home.archive == Path("/var/mem.archive.md")
    assert home.ledger == Path("/srv/robot/observations.db")


@pytest.mark.parametrize(("mode", "is_told"), [(0o700, False), (0o777, True), (0o1777, False)])
def test_a_home_that_everybody_may_write_in_is_reported(tmp_path, mode, is_told):
    home = find_home(Settings(home=str(tmp_path)), {})
    tmp_path.chmod(mode)
    told = home.exposure
    tmp_path.chmod(0o700)

    assert (f"chmod o-w {tmp_path}" in told) is is_told


def test_a_home_that_is_not_there_yet_is_open_to_nobody(tmp_path):
    assert find_home(Settings(home=str(tmp_path / "none")), {}).exposure == ""
