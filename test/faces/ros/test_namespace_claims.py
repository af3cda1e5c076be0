"""A second memory node that claims this robot's namespace is reported (rules.md §5.1)."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest
from robot_memory.msg import MemoryEvent
from telling import ListLogger

from robot_memory.entries import EntryType, MemoryEntry
from robot_memory.faces.ros.namespace_claims import GraphNamespace, NamespaceClaims
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.ledger import Key
from robot_memory.perception.scope import Scope

pytestmark = pytest.mark.ros

NOON = datetime(2026, 12, 1, 12, tzinfo=timezone.utc)
WHEEL = MemoryEntry(
    "mem-1", EntryType.HARDWARE_OBSERVATION, "base: left wheel is stuck", 0.8, NOON, NOON,
    extra={"key": Key("diagnostics", "base: left wheel", "stuck").as_list()},
)  # fmt: skip


def claims(others, namespace="/"):
    logger = ListLogger()
    found = NamespaceClaims(
        Scope(namespace=namespace, others=others), lambda: [WHEEL], NodeLog(logger)
    )
    return found, logger


def test_a_claimed_namespace_that_entries_are_about_is_a_problem_logged_once():
    found, logger = claims({"/base"})
    found.check()
    found.check()

    (problem,) = found.problems()
    assert problem.startswith(
        "another memory node is in /base, so nothing more is learned about base: left wheel"
    )
    assert [text for text in logger.lines if "another memory node" in text] == [problem]


def test_a_claimed_namespace_that_no_entry_is_about_is_logged_but_no_problem():
    found, logger = claims({"/rover_2"})
    found.check()

    assert found.problems() == []
    assert ["another memory node is in /rover_2" in text for text in logger.lines] == [True]


class Graph:
    """A stand-in for a node in a graph in which everybody publishes."""

    def get_fully_qualified_name(self):
        return "/robot_memory"

    def get_namespace(self):
        return "/"

    def resolve_topic_name(self, name):
        return name.replace("~", "/robot_memory")

    def count_publishers(self, topic):
        return 1


def test_at_most_1024_other_robots_are_distinguished_and_more_are_logged():
    names = GraphNamespace(Graph())
    found, logger = claims(names.others)
    for number in range(3_000):
        topic = f"/robot_{number}/robot_memory/events"
        names.discover([(topic, ["robot_memory/msg/MemoryEvent"])])
    found.check()
    found.check()

    assert names.others == {f"/robot_{number}" for number in range(1_024)}
    assert len(found._told) == 1_024
    (line,) = [text for text in logger.lines if "more are not told apart" in text]
    assert line.startswith("there are 1024 namespaces of other memory nodes, and more are not")


def test_a_node_that_only_subscribes_to_events_is_not_a_memory_node(robot):
    names = GraphNamespace(robot.make_node("memory"))
    other = robot.make_node("other")
    other.create_subscription(MemoryEvent, "/arm/robot_memory/events", lambda event: None, 1)
    other.create_publisher(MemoryEvent, "/base/robot_memory/events", 1)

    def discovered():
        names.discover(other.get_topic_names_and_types())
        return names.others

    assert robot.spin_until(discovered) == {"/base"}
