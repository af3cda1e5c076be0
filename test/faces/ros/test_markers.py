"""Notes with a place are shown at that place."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest
from geometry_msgs.msg import PoseWithCovarianceStamped
from place_events import recover
from rcl_interfaces.msg import Log
from telling import LATCHED
from visualization_msgs.msg import Marker, MarkerArray

from robot_memory import RobotMemory

pytestmark = pytest.mark.ros


@pytest.fixture
def home_with_events(tmp_path: Path) -> None:
    """A home in which the robot had to recover twice at (12, −3), on two long drives."""
    with RobotMemory.open(tmp_path / "home") as memory:
        recover(memory, 2, 12.0, -3.0)


def pose(x: float, y: float) -> PoseWithCovarianceStamped:
    message = PoseWithCovarianceStamped()
    message.header.frame_id = "map"
    message.pose.pose.position.x, message.pose.pose.position.y = x, y
    message.pose.covariance[0] = message.pose.covariance[7] = 0.01
    return message


def actions(array: MarkerArray) -> list[int]:
    return [marker.action for marker in array.markers]


def test_a_place_is_shown_as_a_marker_until_its_entry_is_resolved(
    home_with_events, start_node, robot, tmp_path
):
    start_node()
    poses = robot.publisher(PoseWithCovarianceStamped, "/amcl_pose")
    logs = robot.publisher(Log, "/rosout")
    heard = robot.listen(MarkerArray, "/robot_memory/markers", LATCHED)
    line = Log(level=20, name="behavior_server", msg="Running backup")
    line.stamp.sec = int(datetime.now(timezone.utc).timestamp())

    for _ in range(10):  # until the robot knows its position
        poses.publish(pose(12.0, -3.0))
        robot.spin(0.1)
    logs.publish(line)
    robot.spin_until(lambda: any(len(array.markers) > 1 for array in heard))
    _, cylinder, text = heard[-1].markers
    assert (cylinder.type, cylinder.header.frame_id) == (Marker.CYLINDER, "map")
    assert cylinder.pose.position.x == pytest.approx(12.0, abs=0.2)
    assert cylinder.pose.position.y == pytest.approx(-3.0, abs=0.2)
    assert cylinder.scale.x == pytest.approx(1.0, abs=0.5)
    assert text.text == "Navigation has to recover near (12, -3) in `map`"
    assert actions(heard[-1]) == [Marker.DELETEALL, Marker.ADD, Marker.ADD]

    late = robot.listen(MarkerArray, "/robot_memory/markers", LATCHED)
    robot.spin_until(lambda: late)
    assert [marker.text for marker in late[-1].markers] == ["", "", text.text]

    (entry_id,) = {item.id for item in entries(robot) if "recover" in item.text}
    with RobotMemory.open(tmp_path / "home") as memory:  # a person at the machine
        memory.resolve(entry_id, "door is wide now", source="person:ada")
    robot.spin_until(lambda: actions(heard[-1]) == [Marker.DELETEALL])


def entries(robot):
    from robot_memory.srv import ListEntries

    return robot.call(ListEntries, "/robot_memory/list_entries").entries
