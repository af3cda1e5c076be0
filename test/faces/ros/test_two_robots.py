"""Several robots in one domain, one of them faulty: the others learn nothing (rules.md §5.1)."""

from __future__ import annotations

import pytest
from diagnostic_msgs.msg import DiagnosticArray
from robot_memory.srv import GetContext
from sensor_msgs.msg import BatteryState
from telling import diagnostics

pytestmark = pytest.mark.ros


class Faulty:
    """A driver that reports faults in every way."""

    def __init__(self, robot, namespace: str) -> None:
        node = robot.make_node("driver", namespace=namespace)
        self._publish = [
            (node.create_publisher(DiagnosticArray, "/diagnostics", 10),
             diagnostics(f"{namespace}/base: Left encoder".lstrip("/"))),
            (node.create_publisher(DiagnosticArray, "diagnostics", 10),
             diagnostics(f"{namespace}/arm: Elbow".lstrip("/"))),
            (node.create_publisher(BatteryState, "battery", 10),
             BatteryState(voltage=21.0, percentage=0.05)),
        ]  # fmt: skip
        self._log = node.get_logger()
        node.create_timer(0.1, self._say)

    def _say(self) -> None:
        for publisher, message in self._publish:
            publisher.publish(message)
        self._log.error("Gripper does not answer", throttle_duration_sec=1.0)


FAULTS = ("Left encoder", "Elbow", "runs low", "Gripper does not answer")


def knows_all(node) -> bool:
    return all(node.tells(fault) for fault in FAULTS)


def test_a_robot_learns_nothing_of_one_in_another_namespace(start_node, robot):
    other = start_node(home="faulty", namespace="/robot2")
    healthy = {
        namespace: start_node(home=f"healthy{namespace.strip('/')}", namespace=namespace)
        for namespace in ("/", "/robot1")
    }
    for namespace in ("", "/robot1", "/robot2"):
        robot.call(GetContext, f"{namespace}/robot_memory/get_context")
    robot.spin(1.5)  # without a namespace the node looks for other robots once a second
    before = {namespace: node.file.read_bytes() for namespace, node in healthy.items()}

    Faulty(robot, "/robot2")
    robot.spin_until(lambda: knows_all(other))
    robot.spin(1.0)
    assert {namespace: node.file.read_bytes() for namespace, node in healthy.items()} == before

    for namespace in healthy:
        Faulty(robot, namespace)
    robot.spin_until(lambda: all(map(knows_all, healthy.values())))
    for node in healthy.values():
        assert node.stop() == 0
        assert "robot2" not in node.file.read_text()
    assert "robot1" not in healthy["/"].file.read_text()


def test_hardware_ids_separate_robots_without_namespaces(start_node, robot):
    node = start_node("-p", "hardware_ids:=rover, more")
    publisher = robot.publisher(DiagnosticArray, "/diagnostics")
    others, own = diagnostics(hardware_id="mule"), diagnostics("arm: Elbow", hardware_id="rover")

    def is_learned() -> bool:
        publisher.publish(others)
        publisher.publish(own)
        return node.tells("Elbow")

    robot.spin_until(is_learned)

    assert node.stop() == 0
    assert not node.tells("Left encoder")
