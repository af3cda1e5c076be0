"""Two nodes of one name answer each other's calls: both report it; a dead node does not count."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from telling import WARN, Listening

from robot_memory.faces.ros import running_nodes
from robot_memory.faces.ros.running_nodes import NameWatch

pytestmark = pytest.mark.ros

WORDS = "2 nodes of this domain are called /robot_memory"


def test_two_nodes_of_the_same_name_are_reported_in_both_logs_and_diagnostics(start_node, robot):
    nodes = [start_node(), start_node(home="other")]
    listening = Listening(robot)

    robot.spin_until(lambda: all(node.logged(WORDS) for node in nodes), timeout=15.0)
    robot.spin_until(lambda: listening.says(WARN, WORDS))

    assert nodes[0].logged("namespace:=robot1")
    assert nodes[1].stop() == 0
    robot.spin_until(lambda: nodes[0].logged("the name of the node: it works again"))


class Watched:
    """A name watch with a graph set by the test, and its reports."""

    def __init__(self, monkeypatch, last_seen: float) -> None:
        self.now, self.problems, self.nodes = 1000.0, [], []
        clock = SimpleNamespace(monotonic=lambda: self.now, time=time.time)
        monkeypatch.setattr(running_nodes, "time", clock)
        node = SimpleNamespace(
            get_name=lambda: "robot_memory", get_namespace=lambda: "/",
            get_fully_qualified_name=lambda: "/robot_memory",
            get_node_names_and_namespaces=lambda: self.nodes,
        )  # fmt: skip
        issues = SimpleNamespace(update=lambda what, error, status: self.problems.append(error))
        self.watch = NameWatch(node, issues, last_seen)

    def tick(self, seconds: float) -> bool:
        """Advance the time; return whether a problem is reported."""
        self.now += seconds
        self.watch.tick()
        return bool(self.problems) and self.problems[-1] is not None


OWN = ("robot_memory", "/")


def test_a_node_killed_before_this_start_is_not_counted_as_a_second_node(monkeypatch):
    watched = Watched(monkeypatch, last_seen=time.time() - 5.0)
    watched.nodes = [OWN, OWN]
    assert not watched.tick(20.0)  # until DDS forgets the killed node
    watched.nodes = [OWN]
    assert not watched.tick(10.0)
    watched.nodes = [OWN, OWN]
    assert watched.tick(2.0)
    watched.nodes = [OWN, ("robot_memory", "/robot2")]
    assert not watched.tick(2.0)


def test_a_second_node_is_reported_at_once_if_no_node_ran_before(monkeypatch):
    watched = Watched(monkeypatch, last_seen=0.0)
    watched.nodes = [OWN, OWN]

    assert watched.tick(0.0)
