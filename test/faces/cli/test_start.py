"""Ctrl-C always ends the command line in the same way, however early; the verb is optional."""

from __future__ import annotations

import configparser
import json
import sys
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli import start
from robot_memory.faces.cli.main import main

ROOT = Path(__file__).parents[3]


class Interrupted:
    """An import hook that raises KeyboardInterrupt, as if Ctrl-C was typed during the import."""

    def find_spec(self, name, path=None, target=None):
        if name == "robot_memory.faces.cli.main":
            raise KeyboardInterrupt


def test_an_interrupt_during_import_shows_no_traceback(monkeypatch):
    monkeypatch.delitem(sys.modules, "robot_memory.faces.cli.main")
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])

    assert start.main() == 130


def test_the_installed_command_points_to_start_main():
    setup = configparser.ConfigParser()
    setup.read(ROOT / "setup.cfg")

    scripts = setup["options.entry_points"]["console_scripts"]
    assert "robot-memory = robot_memory.faces.cli.start:main" in scripts


def test_options_without_a_verb_print_the_status(home, clock, capsys):
    with RobotMemory.open(home, clock=clock) as memory:
        memory.remember("environment_note", "Kitchen doorway has a 3 cm lip")

    assert main(["--home", str(home)]) == 0
    assert capsys.readouterr().out.split(": ")[1].startswith("no fault is known")
    assert main(["--json", "--home", str(home)]) == 0
    assert json.loads(capsys.readouterr().out)["entries"] == 1


def test_an_unknown_option_without_a_verb_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--hme", "here"])

    assert ended.value.code == 2
    assert "'here' is not one of status, show" in capsys.readouterr().err
