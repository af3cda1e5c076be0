"""Joints that get stiff: from a JointState to a lesson."""

from __future__ import annotations

import math
from types import SimpleNamespace as Message

import robot_messages as ros
from watching import Watching

from robot_memory.perception import Rule

JOINTS = "sensor_msgs/msg/JointState"
RULE = Rule("friction", type=JOINTS)


def work(
    robot: Watching, until: float, elbow: float, wrist: float = 1.0, *, moves: bool = False
) -> None:
    """Two joints swing against friction; Nm."""

    def send(now: float) -> None:
        velocity = math.cos(0.8 * now)
        efforts = [friction * math.copysign(1.0, velocity) for friction in (elbow, wrist)]
        names = ["elbow", "wrist"]
        robot.send("/joint_states", JOINTS, Message(
            header=ros.header(), name=names, position=[], velocity=[velocity] * 2, effort=efforts,
        ))  # fmt: skip
        if moves:
            robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=velocity))

    robot.every(0.2, until, send)


def test_a_joint_that_gets_stiff_is_reported() -> None:
    robot = Watching([RULE])
    work(robot, 1500.0, elbow=3.0)
    work(robot, 2400.0, elbow=6.0)

    assert robot.lessons == {
        "/joint_states elbow effort is more than is normal for how it moves": 1
    }


def test_a_joint_that_does_the_work_of_another_is_in_another_task() -> None:
    robot = Watching([RULE])
    work(robot, 1500.0, elbow=3.0)
    work(robot, 2400.0, elbow=6.0, wrist=-2.0)

    assert robot.rows == []


def test_what_is_over_after_some_minutes_was_another_task() -> None:
    robot = Watching([RULE])
    work(robot, 1500.0, elbow=3.0)
    work(robot, 1900.0, elbow=6.0)
    work(robot, 2400.0, elbow=3.0)

    assert robot.rows == []


def test_a_wheel_that_gets_stiff_is_reported_within_minutes() -> None:
    robot = Watching([RULE, Rule("localisation", type=ros.ODOMETRY)])
    work(robot, 1500.0, elbow=3.0, moves=True)
    work(robot, 1900.0, elbow=6.0, moves=True)

    assert len(robot.lessons) == 1


def test_joints_that_tell_no_effort_tell_nothing() -> None:
    robot = Watching([RULE])
    robot.send("/joint_states", JOINTS, Message(
        header=ros.header(), name=["elbow"], position=[1.0], velocity=[1.0], effort=[],
    ))  # fmt: skip

    assert robot.rows == []
