"""A detector reads only the fields it declares, so nothing else is decoded for it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import robot_messages as ros
from watching import SHIPPED, Watching


class Watched:
    """A message that records which of its fields are read."""

    def __init__(self, message: Any, path: str, read: set[str]) -> None:
        self._message, self._path, self._read = message, path, read

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._message, name)
        return wrap(value, f"{self._path}.{name}".lstrip("."), self._read)


def wrap(value: Any, path: str, read: set[str]) -> Any:
    if isinstance(value, list) and value and isinstance(value[0], SimpleNamespace):
        return [wrap(item, path, read) for item in value]
    if isinstance(value, SimpleNamespace):
        return Watched(value, path, read)
    read.add(path)
    return value


def vector(z: float) -> SimpleNamespace:
    return SimpleNamespace(x=0.1, y=0.2, z=z)


def imu(z: float) -> SimpleNamespace:
    return SimpleNamespace(header=ros.header(), linear_acceleration=vector(z),
                           angular_velocity=vector(0.1), orientation=vector(0.0))  # fmt: skip


def satellites(status: int) -> SimpleNamespace:
    return SimpleNamespace(
        header=ros.header(), status=SimpleNamespace(status=status), latitude=48.0, longitude=11.0,
        altitude=500.0, position_covariance=[1.0] * 9, position_covariance_type=2,
    )  # fmt: skip


def pose(value: SimpleNamespace) -> SimpleNamespace:
    header = ros.header()
    header.frame_id = "map"
    return SimpleNamespace(header=header, pose=value)


MESSAGES = {
    ros.DIAGNOSTICS: [
        ros.diagnostics(ros.status("base: Motor", level, "hot", "board", temperature="70.5"))
        for level in (ros.OK, ros.ERROR)
    ],
    ros.LOG: [ros.log("base", "too hot", level) for level in (20, 30, 40)],
    ros.BATTERY: [
        ros.battery(24.0, 0.5, -2.0, location="slot 1", serial="7"),
        ros.battery(24.0, 0.1, 2.0, health=3, supply=1),
        ros.battery(0.0, present=False),
    ],
    ros.ODOMETRY: [ros.odometry(1.0, 0.1, 2.0, 3.0, stamp=1.8e9)],
    ros.TEMPERATURE: [ros.temperature(20.0)],
    ros.IMU: [imu(z) for z in (9.8, 9.9, 30.0)],
    "sensor_msgs/msg/NavSatFix": [satellites(0), satellites(-1)],
    "geometry_msgs/msg/PoseStamped": [pose(SimpleNamespace(position=vector(1.0)))],
    "geometry_msgs/msg/PoseWithCovarianceStamped": [
        pose(SimpleNamespace(pose=SimpleNamespace(position=vector(1.0)), covariance=[sigma] * 36))
        for sigma in (0.01, 9.0)
    ],
}


@pytest.mark.parametrize("message_type", MESSAGES)
def test_detectors_read_only_the_fields_that_are_decoded(message_type: str):
    robot = Watching([rule for rule in SHIPPED if rule.detector != "normal"])  # reads what is there
    read: set[str] = set()
    for count in range(60):
        for message in MESSAGES[message_type]:
            robot.wait(count * 1.0)
            robot.send("/topic", message_type, Watched(message, "", read))

    fields = robot.perception.topics.fields_read("/topic", message_type)

    assert read
    assert fields is not None
    assert {path for path in read if not any(is_within(path, field) for field in fields)} == set()


def is_within(path: str, field: str) -> bool:
    return path == field or path.startswith(f"{field}.")
