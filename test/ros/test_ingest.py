"""Topics come and go, and what cannot be heard is said; with real DDS, in this process."""

from __future__ import annotations

import pytest
from sensor_msgs.msg import BatteryState, Temperature

from robot_memory.clock import SystemClock
from robot_memory.perception import Perception, Scope
from robot_memory.perception.rules import Rule
from robot_memory.ros import ingest as ingest_module
from robot_memory.ros.ingest import Ingest
from robot_memory.ros.territory import Territory
from robot_memory.ros.troubles import Troubles
from robot_memory.settings import Settings

pytestmark = pytest.mark.ros

RULES = (Rule("rate", type="sensor_msgs/msg/Temperature"), Rule("rate", topic="/named"))


@pytest.fixture
def ingest(robot, monkeypatch):
    """Ingest in the namespace /robot1; it advances as the robot spins."""
    monkeypatch.setattr(ingest_module, "_LOOK_AROUND", 0.05)
    names = robot.make_node("memory", namespace="/robot1")
    territory = Territory(names)
    perception = Perception(
        territory.resolve_rules(RULES), Settings(), SystemClock(), lambda observation: None,
        scope=Scope(namespace=territory.namespace, others=territory.others),
    )  # fmt: skip
    ingest = Ingest(
        robot.make_node("_ingest", namespace="/robot1"), names, territory,
        perception, lambda: True, Troubles(print),
    )  # fmt: skip
    robot.node.create_timer(0.05, ingest.advance)
    return ingest


def test_it_lets_go_of_a_topic_that_is_long_gone(ingest, robot, monkeypatch):
    publisher = robot.node.create_publisher(Temperature, "/robot1/probe", 10)
    robot.spin_until(lambda: "/robot1/probe" in ingest.ears)
    robot.spin_until(publisher.get_subscription_count)

    robot.node.destroy_publisher(publisher)
    robot.spin(0.5)
    assert "/robot1/probe" in ingest.ears  # it may come back, and its silence is worth knowing
    monkeypatch.setattr(ingest_module, "_GONE", 0.2)

    robot.spin_until(lambda: "/robot1/probe" not in ingest.ears)
    assert "/robot1/probe" not in ingest._perception._bindings
    assert {"/rosout", "/diagnostics", "/robot1/diagnostics"} <= ingest.ears.keys()


def test_it_hears_what_is_in_its_namespace_and_what_a_rule_names_in_full(ingest, robot):
    robot.node.create_publisher(Temperature, "/robot2/probe", 10)
    robot.node.create_publisher(Temperature, "/probe", 10)
    robot.node.create_publisher(BatteryState, "/named", 10)
    robot.node.create_publisher(Temperature, "/robot1/memory/own", 10)
    robot.node.create_publisher(Temperature, "/robot1/_hidden", 10)
    robot.node.create_publisher(Temperature, "/robot1/deep/probe", 10)

    robot.spin_until(lambda: {"/named", "/robot1/deep/probe"} <= ingest.ears.keys())

    assert ingest.ears.keys() == {
        "/named", "/robot1/deep/probe", "/rosout", "/diagnostics", "/robot1/diagnostics"
    }  # fmt: skip


def test_a_type_that_is_not_installed_is_said_and_tried_again(ingest, robot, monkeypatch):
    real = ingest_module.find_type

    def find_type(name: str) -> object:
        if name == "sensor_msgs/msg/Temperature":
            raise ModuleNotFoundError("No module named 'sensor_msgs'")
        return real(name)

    monkeypatch.setattr(ingest_module, "find_type", find_type)
    robot.node.create_publisher(Temperature, "/robot1/probe", 10)

    robot.spin_until(lambda: "/robot1/probe" in ingest.complaints)
    assert ingest.complaints == {
        "/robot1/probe": "/robot1/probe: sensor_msgs/msg/Temperature cannot be heard: "
        "No module named 'sensor_msgs'"
    }

    monkeypatch.setattr(ingest_module, "find_type", real)
    robot.spin_until(lambda: "/robot1/probe" in ingest.ears)
    robot.spin_until(lambda: not ingest.complaints)
