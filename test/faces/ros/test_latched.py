"""A latched message from before the node's start is learned once, despite restarts."""

from __future__ import annotations

from array import array

import pytest
from nav_msgs.msg import OccupancyGrid
from sensor_msgs.msg import BatteryState
from std_msgs.msg import Bool
from telling import LATCHED

from robot_memory import RobotMemory
from robot_memory.perception.surroundings.floor_map import FLOOR_MAP, wall_lines

pytestmark = pytest.mark.ros

FLAG = "Arm protective stop is raised in operation"
BATTERY = "Arm battery is dead"


def counts(node) -> dict[str, int]:
    """Return how often each entry was observed, from the home of a stopped node."""
    with RobotMemory.open(node.home, read_only=True) as memory:
        return {entry.text: entry.observation_count for _, entry in memory.entries()}


def latch(robot, kind, topic: str, message):
    """Publish a latched message before anybody listens."""
    publisher = robot.node.create_publisher(kind, topic, LATCHED)
    publisher.publish(message)
    return publisher


def dead_battery(robot) -> BatteryState:
    message = BatteryState(present=True, power_supply_health=BatteryState.POWER_SUPPLY_HEALTH_DEAD)
    message.header.stamp = robot.node.get_clock().now().to_msg()
    return message


def test_a_latched_map_is_stored(start_node, robot_apart):
    side = 600
    message = OccupancyGrid(data=array("b", bytes(side * side)))
    message.header.frame_id = "map"
    message.info.resolution, message.info.width, message.info.height = 0.05, side, side
    message.info.origin.orientation.w = 1.0
    message.data[: side // 2] = array("b", [100] * (side // 2))
    publisher = latch(robot_apart, OccupancyGrid, "/map", message)

    node = start_node()
    robot_apart.spin_until(publisher.get_subscription_count)
    robot_apart.spin(2.0)
    node.stop()

    with RobotMemory.open(node.home, read_only=True) as memory:
        assert wall_lines(memory.ledger.baselines()[FLOOR_MAP]) == [[0.0, 0.05, 15.0, 0.05]]


def test_latched_messages_from_before_the_start_count_once_over_restarts(start_node, robot_apart):
    robot = robot_apart
    latch(robot, Bool, "/arm/protective_stop", Bool(data=True))
    latch(robot, BatteryState, "/arm/battery", dead_battery(robot))

    node = start_node()
    robot.spin_until(lambda: node.tells(FLAG) and node.tells(BATTERY))
    node.kill()
    node = start_node()
    robot.spin_until(lambda: node.log.read_text().count("remembers in") == 2)
    robot.spin(3.0)  # in which the flag is delivered again
    node.stop()

    counted = counts(node)
    assert {text: n for text, n in counted.items() if text.startswith("Arm ")} == {
        FLAG: 1,
        BATTERY: 1,
    }
