"""`ros2 memory` is `robot-memory`, called by ros2cli."""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import entry_points
from types import ModuleType, SimpleNamespace

import pytest

from robot_memory import RobotMemory
from robot_memory.foundation.home import Home


@pytest.fixture
def nodes(monkeypatch):
    """The running memory nodes; none of them is queried over ROS."""
    for variable in ("ROBOT_MEMORY_HOME", "CASTOR_ROBOT_MEMORY_FILE"):
        monkeypatch.setenv(variable, "")  # the command sets both; they are restored afterwards
    monkeypatch.setenv("HOME", "/nonexistent")
    found = []
    for name, member, stand_in in (
        ("robot_memory.faces.ros.running_nodes", "RunningNode", object),
        ("robot_memory.faces.cli.ros2_nodes", "running_nodes", lambda: found),
    ):
        module = ModuleType(name)
        setattr(module, member, stand_in)
        monkeypatch.setitem(sys.modules, name, module)
    return found


def node(name, folder, is_here=True, is_alone=True):
    home = Home(folder, folder / "robot-memory.md")
    return SimpleNamespace(name=name, home=home, is_here=is_here, is_alone=is_alone)


@pytest.fixture
def command(monkeypatch, nodes):
    """The command; without ros2cli, with a stand-in for the one class it needs."""
    try:
        import ros2cli.command  # noqa: F401
    except ModuleNotFoundError:
        stand_in = ModuleType("ros2cli.command")
        stand_in.CommandExtension = type("CommandExtension", (), {"NAME": None})
        monkeypatch.setitem(sys.modules, "ros2cli", ModuleType("ros2cli"))
        monkeypatch.setitem(sys.modules, "ros2cli.command", stand_in)
    monkeypatch.delitem(sys.modules, "robot_memory.faces.cli.ros2_command", raising=False)
    from robot_memory.faces.cli.ros2_command import MemoryCommand

    yield MemoryCommand()
    sys.modules.pop("robot_memory.faces.cli.ros2_command", None)


def run(command, *arguments):
    parser = argparse.ArgumentParser(prog="ros2 memory")
    command.add_arguments(parser, "ros2", argv=list(arguments))
    return command.main(parser=parser, args=parser.parse_args(arguments))


def test_ros2_memory_runs_the_verbs_of_the_command_line(command, home, capsys):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")

    assert run(command, "show", "--home", str(home)) == 0

    assert "The kitchen doorway has a lip" in capsys.readouterr().out


@pytest.fixture
def note(home):
    """A home with a note."""
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")


@pytest.mark.parametrize("where", ["before", "after"])
def test_common_options_may_stand_before_or_after_the_verb(command, home, note, capsys, where):
    options = ["--home", str(home), "--now", "2030-01-01T00:00:00Z", "--json"]

    assert run(command, *(["show", *options] if where == "after" else [*options, "show"])) == 0

    assert json.loads(capsys.readouterr().out)["entries"]


def test_the_home_of_the_running_node_is_the_default(command, nodes, home, note, capsys):
    nodes.append(node("/robot_memory", home))

    assert run(command, "show") == 0

    assert "The kitchen doorway has a lip" in capsys.readouterr().out


def test_with_several_nodes_a_node_or_a_home_must_be_given(command, nodes, home, note, capsys):
    nodes += [node("/r1/robot_memory", home), node("/r2/robot_memory", home.with_name("other"))]

    assert run(command, "show") == 2
    said = capsys.readouterr().err
    assert f"/r1/robot_memory with {home}" in said and "--node NAME" in said and "--home" in said
    assert run(command, "--node", "/r1/robot_memory", "show") == 0
    assert "The kitchen doorway has a lip" in capsys.readouterr().out
    assert run(command, "--node", "/r3/robot_memory", "show") == 2
    assert "there is no memory node /r3/robot_memory" in capsys.readouterr().err


def test_the_home_of_a_node_on_another_machine_is_refused(command, nodes, home, note, capsys):
    nodes.append(node("/robot_memory", home, is_here=False))

    assert run(command, "show") == 2
    assert "log in where the node runs" in capsys.readouterr().err
    assert run(command, "--home", str(home), "show") == 0


def test_two_nodes_of_the_same_name_are_refused(command, nodes, home, note, capsys):
    nodes.append(node("/robot_memory", home, is_alone=False))

    assert run(command, "show") == 2

    assert "several nodes of this domain are called /robot_memory" in capsys.readouterr().err


def test_a_replay_never_writes_to_the_home_of_the_running_node(command, nodes, home, tmp_path):
    nodes.append(node("/robot_memory", home))
    recording = tmp_path / "values.csv"
    recording.write_text("time,value\n1,1\n2,1\n")

    run(command, "replay", str(recording))

    assert not home.exists()


@pytest.mark.ros
def test_ros2cli_finds_the_command_in_a_built_workspace(command):
    pytest.importorskip("rclpy", reason="needs ROS 2")

    found = [point for point in entry_points(group="ros2cli.command") if point.name == "memory"]

    assert {point.value for point in found} == {"robot_memory.faces.cli.ros2_command:MemoryCommand"}
