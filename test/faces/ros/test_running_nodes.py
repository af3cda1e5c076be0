"""Tools find the home of a running node by asking the node."""

from __future__ import annotations

import threading

import pytest
from robot_memory.srv import GetContext

from robot_memory.faces.ros.running_nodes import find_running_nodes

pytestmark = pytest.mark.ros


def test_running_nodes_report_the_homes_they_keep(start_node, robot, home, tmp_path, monkeypatch):
    monkeypatch.setenv("ROBOT_MEMORY_HOME", str(home))
    start_node("-p", "home:=''")
    file = tmp_path / "elsewhere.md"
    start_node("-p", f"memory_file:={file}", namespace="/robot1", home="other")
    for name in ("/robot_memory", "/robot1/robot_memory"):
        robot.call(GetContext, f"{name}/get_context")

    other, first = find_running_nodes()

    assert (first.name, first.home.folder) == ("/robot_memory", home)
    assert other.name == "/robot1/robot_memory"
    assert (other.home.folder, other.home.memory_file) == (home.with_name("other"), file)
    assert first.is_here and other.is_here


@pytest.fixture
def impostor(robot, home, tmp_path):
    """A function that makes a node that offers a memory node's services and claims its home."""

    def make(name):
        node = robot.make_node(name)
        node.declare_parameter("home", str(home))
        node.declare_parameter("memory_file", str(tmp_path / "forged.md"))
        node.create_service(GetContext, f"/{name}/get_context", lambda _, answer: answer)
        return node

    return make


def found_beside(robot):
    """Return the nodes that are found while the robot's nodes answer."""
    is_done = threading.Event()
    answering = threading.Thread(target=robot.spin_until, args=(is_done.is_set,))
    answering.start()
    try:
        return find_running_nodes()
    finally:
        is_done.set()
        answering.join()


def test_a_node_that_claims_the_home_or_name_of_another_is_detected(
    start_node, robot, home, impostor
):
    start_node()
    robot.call(GetContext, "/robot_memory/get_context")
    impostor("helper")
    helper, real = found_beside(robot)

    assert (helper.name, helper.home.folder, helper.is_here) == ("/helper", home, False)
    assert (real.name, real.is_here, real.is_alone) == ("/robot_memory", True, True)

    impostor("robot_memory")
    _, real = found_beside(robot)

    assert not real.is_alone
    assert (real.home.folder, real.home.memory_file) == (home, home / "robot-memory.md")
