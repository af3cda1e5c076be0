"""A shell completes verbs, options and the ids of entries."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from robot_memory import RobotMemory
from robot_memory.faces.cli.verb_arguments import entry_ids
from robot_memory.faces.cli.verb_parsers import add_verbs
from robot_memory.faces.cli.verbs.completion import SHELLS

pytest.importorskip("argcomplete", reason="argcomplete is not there")
ROOT = Path(__file__).parents[3]
LIP = "Kitchen doorway has a 3 cm lip"


def completed(line):
    """Return argcomplete's suggestions for a line, as a shell gets them."""
    import argcomplete

    parser = argparse.ArgumentParser("robot-memory")
    add_verbs(parser, line.split())
    *words, last = line.split(" ")
    finder = argcomplete.CompletionFinder(parser)
    return [word.strip() for word in finder._get_completions(words, last, "", None)]


@pytest.fixture
def noted(home):
    with RobotMemory.open(home) as memory:
        return memory.remember("environment_note", LIP).id


def test_a_subcommand_is_completed():
    assert {"card", "trust", "list", "revoke"} <= set(completed("robot-memory peers "))


@pytest.mark.parametrize(
    "line", ["why {}", "resolve {}", "mute {}", "forget {}", "timeline {} --entry"]
)
def test_the_id_of_an_entry_is_completed(line, home, noted):
    assert noted in completed(f"robot-memory {line.format(f'--home {home}')} mem-")


def test_an_unreadable_home_gives_no_completions_and_prints_nothing(home, capfd):
    home.mkdir()
    (home / "settings.yaml").write_text("home: [")

    assert entry_ids(argparse.Namespace(home=str(home))) == {}
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_completion_script_is_valid_for_each_shell(shell, command):
    script = command("completion", shell)

    assert script.status == 0
    assert "robot-memory" in script.out
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"there is no {shell}")
    done = subprocess.run([program, "-n"], input=script.out, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_program_itself_returns_completions_to_the_shell(home, noted, tmp_path):
    answer = tmp_path / "answer"
    line = f"robot-memory why --home {home} mem"
    given = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)),
             "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(answer)}  # fmt: skip
    subprocess.run([sys.executable, "-m", "robot_memory.faces.cli.main"], cwd=ROOT, timeout=60,
                   env={**os.environ, **given}, check=True)  # fmt: skip

    assert answer.read_text().split() == [noted]


@pytest.mark.ros
def test_sourcing_a_built_workspace_lets_bash_complete():
    pytest.importorskip("rclpy", reason="needs ROS 2")
    bash = shutil.which("bash")
    if bash is None or shutil.which("register-python-argcomplete") is None:
        pytest.skip("there is no bash, or argcomplete has no program here")
    prefixes = map(Path, os.environ.get("AMENT_PREFIX_PATH", "").split(":"))
    scripts = (prefix / "share/robot_memory/local_setup.bash" for prefix in prefixes)
    script = next(script for script in scripts if script.exists())
    done = subprocess.run([bash, "-c", f"source {script}; complete -p robot-memory"],
                          capture_output=True, text=True, timeout=60)  # fmt: skip

    assert "_python_argcomplete robot-memory" in done.stdout, done.stderr


def test_without_argcomplete_the_error_names_what_to_install(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    refused = command("completion", "bash")

    assert refused.status == 2
    assert "apt install python3-argcomplete" in refused.err
    assert "pip install '.[completion]'" in refused.err
