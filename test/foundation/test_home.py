"""Where a robot's memory lives (document 000 §3.1; architecture, "Memory home")."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot_memory.foundation.home import find_home
from robot_memory.foundation.settings import Settings


@pytest.fixture(autouse=True)
def _user(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_default_memory_file_is_the_one_of_document_000(tmp_path):
    home = find_home(Settings(), {})

    assert home.memory_file == tmp_path / ".opencastor" / "robot-memory.md"


def test_castor_robot_memory_file_moves_the_file_alone(tmp_path):
    home = find_home(Settings(), {"CASTOR_ROBOT_MEMORY_FILE": "/srv/mem.md"})

    assert home.memory_file == Path("/srv/mem.md")
    assert home.archive == Path("/srv/mem.archive.md")
    assert home.ledger == tmp_path / ".opencastor" / "observations.db"


def test_a_home_in_the_settings_overrides_both_environment_variables():
    variables = {"ROBOT_MEMORY_HOME": "/srv/robot", "CASTOR_ROBOT_MEMORY_FILE": "/srv/mem.md"}
    home = find_home(Settings(home="/tmp/x"), variables)

    assert (home.folder, home.memory_file) == (Path("/tmp/x"), Path("/tmp/x/robot-memory.md"))


@pytest.mark.parametrize(
    ("given", "variables", "folder", "file"),
    [
        ({}, {"ROBOT_MEMORY_HOME": "/srv/robot"}, "/srv/robot", "/srv/robot/robot-memory.md"),
        ({}, {"ROBOT_MEMORY_HOME": "", "CASTOR_ROBOT_MEMORY_FILE": ""},
         "~/.opencastor", "~/.opencastor/robot-memory.md"),
        ({"home": "/tmp/x", "memory_file": "/tmp/y.md"}, {"CASTOR_ROBOT_MEMORY_FILE": "/z.md"},
         "/tmp/x", "/tmp/y.md"),
        ({"home": "robot", "memory_file": "~/mine.md"}, {}, "~/robot", "~/mine.md"),
    ],
    ids=["a variable moves both", "an empty one counts as none", "a file that is given wins",
         "paths are made absolute"],
)  # fmt: skip
def test_settings_come_before_variables(tmp_path, monkeypatch, given, variables, folder, file):
    monkeypatch.chdir(tmp_path)
    home = find_home(Settings(**given), variables)

    assert (home.folder, home.memory_file) == (Path(folder).expanduser(), Path(file).expanduser())


@pytest.mark.parametrize(("mode", "is_told"), [(0o700, False), (0o777, True), (0o1777, False)])
def test_a_world_writable_home_is_reported_unless_sticky(tmp_path, mode, is_told):
    home = find_home(Settings(home=str(tmp_path)), {})
    tmp_path.chmod(mode)
    told = home.exposure
    tmp_path.chmod(0o700)

    assert (f"chmod o-w {tmp_path}" in told) is is_told


def test_a_home_that_does_not_exist_yet_is_not_reported_as_exposed(tmp_path):
    assert find_home(Settings(home=str(tmp_path / "none")), {}).exposure == ""
