"""`ros2 memory` is `robot-memory`, as ros2cli calls it."""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import entry_points
from types import ModuleType

import pytest

from robot_memory import RobotMemory


@pytest.fixture
def command(monkeypatch):
    """The command; where ros2cli is missing, over the one class of it that we need."""
    try:
        import ros2cli.command  # noqa: F401
    except ModuleNotFoundError:
        stand_in = ModuleType("ros2cli.command")
        stand_in.CommandExtension = type("CommandExtension", (), {"NAME": None})
        monkeypatch.setitem(sys.modules, "ros2cli", ModuleType("ros2cli"))
        monkeypatch.setitem(sys.modules, "ros2cli.command", stand_in)
    monkeypatch.delitem(sys.modules, "robot_memory.cli.ros2_command", raising=False)
    from robot_memory.cli.ros2_command import MemoryCommand

    yield MemoryCommand()
    sys.modules.pop("robot_memory.cli.ros2_command", None)


def run(command, *arguments):
    parser = argparse.ArgumentParser(prog="ros2 memory")
    command.add_arguments(parser, "ros2", argv=list(arguments))
    return command.main(parser=parser, args=parser.parse_args(arguments))


def test_its_verbs_are_those_of_the_command_line(command, home, capsys):
    with RobotMemory.open(home) as memory:
        memory.remember("environment_note", "The kitchen doorway has a lip")

    assert run(command, "show", "--home", str(home)) == 0

    assert "The kitchen doorway has a lip" in capsys.readouterr().out


def test_errors_are_reported_as_the_command_line_reports_them(command, home, capsys):
    assert run(command, "why", "mem-none", "--home", str(home)) == 2

    assert "no entry has the id 'mem-none'" in capsys.readouterr().err


@pytest.mark.ros
def test_ros2cli_finds_the_command_in_a_built_workspace(command):
    pytest.importorskip("rclpy", reason="needs ROS 2")

    found = [point for point in entry_points(group="ros2cli.command") if point.name == "memory"]

    assert {point.value for point in found} == {"robot_memory.cli.ros2_command:MemoryCommand"}
