"""Tools beside a node ask it for its home."""

from __future__ import annotations

import pytest
from robot_memory.srv import GetContext

from robot_memory.ros.running_nodes import find_running_nodes

pytestmark = pytest.mark.ros


def test_running_nodes_tell_the_homes_that_they_keep(start_node, robot, home, tmp_path):
    start_node()
    file = tmp_path / "elsewhere.md"
    start_node("-p", f"memory_file:={file}", namespace="/robot1", home="other")
    for name in ("/robot_memory", "/robot1/robot_memory"):
        robot.call(GetContext, f"{name}/get_context")

    other, first = find_running_nodes()

    assert (first.name, first.home.folder) == ("/robot_memory", home)
    assert other.name == "/robot1/robot_memory"
    assert (other.home.folder, other.home.memory_file) == (home.with_name("other"), file)
    assert first.is_here and other.is_here


def test_a_node_tells_the_home_of_its_environment_too(start_program, robot, monkeypatch, tmp_path):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(tmp_path / "named"))
    start_program("-p", "home:=''")
    robot.call(GetContext, "/robot_memory/get_context")

    (node,) = find_running_nodes()

    assert node.home.folder == tmp_path / "named"
    assert node.is_here
