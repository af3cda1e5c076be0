"""An autopilot's report on its sensors."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from watching import Watching

STATUS = "mavros_msgs/msg/SysStatus"
GYROSCOPE, MAGNETOMETER, GPS, REMOTE = 1 << 0, 1 << 2, 1 << 5, 1 << 16
ALL = GYROSCOPE | MAGNETOMETER | GPS | REMOTE


def say(robot: Watching, until: float, ill: int, used: int = ALL) -> list[str]:
    status = Message(
        header=ros.header(), sensors_present=ALL, sensors_enabled=used, sensors_health=ALL & ~ill,
    )  # fmt: skip
    robot.every(1.0, until, lambda now: robot.send("/mavros/sys_status", STATUS, status))
    return sorted(robot.lessons)


def unhealthy(sensor: str) -> str:
    return f"The autopilot on /mavros/sys_status finds its {sensor} unhealthy"


def test_unhealthy_sensors_are_reported_by_name(robot: Watching):
    assert say(robot, 10.0, GYROSCOPE | MAGNETOMETER) == [
        unhealthy("gyroscope"), unhealthy("magnetometer"),
    ]  # fmt: skip


def test_the_fault_ends_when_the_sensor_recovers(robot: Watching):
    say(robot, 10.0, MAGNETOMETER)
    say(robot, 20.0, 0)

    assert [row.summary for row in robot.ends] == [unhealthy("magnetometer")]


@pytest.mark.parametrize("used", [ALL & ~MAGNETOMETER, 0])
def test_an_unused_sensor_is_not_reported_as_unhealthy(robot: Watching, used: int):
    assert say(robot, 10.0, MAGNETOMETER, used) == []


def test_a_part_that_is_not_a_sensor_is_not_reported(robot: Watching):
    assert say(robot, 10.0, REMOTE) == []


def test_gps_is_reported_unhealthy_only_after_it_was_healthy(robot: Watching):
    assert say(robot, 20.0, GPS) == []
    say(robot, 40.0, 0)

    assert say(robot, 60.0, GPS) == [unhealthy("GPS")]
