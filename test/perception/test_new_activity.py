"""What is far from normal while the robot does something new is an effect of that."""

from __future__ import annotations

import random
from types import SimpleNamespace as Message

from robot_messages import ODOMETRY, odometry
from watching import Watching

from robot_memory.perception.findings.new_activity import ActivityRange, NewActivity

FLOAT = "std_msgs/msg/Float64"
JOINTS = "sensor_msgs/msg/JointState"


def drive(known: ActivityRange, activity: NewActivity, begin: int, end: int, speed: float) -> None:
    for second in range(begin, end):
        activity.observe(known, float(second), speed)


def test_a_robot_that_begins_to_drive_does_something_new() -> None:
    known, activity = ActivityRange(), NewActivity()
    drive(known, activity, 0, 100, 0.0)
    assert not activity.is_on(99.0)

    drive(known, activity, 100, 102, 0.5)
    assert activity.is_on(115.0)


def test_what_a_robot_did_for_a_minute_is_not_new() -> None:
    known, activity = ActivityRange(), NewActivity()
    drive(known, activity, 0, 100, 0.0)
    drive(known, activity, 100, 170, 0.5)
    drive(known, activity, 170, 300, 0.0)
    drive(known, activity, 300, 310, 0.5)

    assert not activity.is_on(310.0)


def test_what_a_robot_does_from_the_start_is_not_new() -> None:
    known, activity = ActivityRange(), NewActivity()
    drive(known, activity, 0, 100, 0.5)

    assert not activity.is_on(100.0)


def fed(robot: Watching, *, moves: bool) -> dict[str, int]:
    """A current that rises to thirty times its spread after two minutes, while it moves or not."""
    noise = random.Random(3)

    def tell(now: float) -> None:
        is_late = now >= 120.0
        robot.send("/odom", ODOMETRY, odometry(0.4 if moves and is_late else 0.0))
        robot.send("/pump/ampere", FLOAT, Message(data=noise.gauss(5.0 if is_late else 2.0, 0.1)))

    robot.every(0.2, 140.0, tell)
    return robot.lessons


def test_a_current_that_leaps_while_nothing_else_happens_is_told(robot: Watching) -> None:
    assert fed(robot, moves=False) == {"/pump/ampere leaves the range that is normal for it": 1}


def test_a_current_that_leaps_when_the_robot_first_drives_is_normal(robot: Watching) -> None:
    assert fed(robot, moves=True) == {}


def test_a_robot_that_begins_to_move_in_its_first_minute_does_something_new() -> None:
    known, activity = ActivityRange(), NewActivity()
    drive(known, activity, 0, 40, 0.0)
    drive(known, activity, 40, 50, 0.5)

    assert activity.is_on(54.0)
    assert not activity.is_on(57.0)


def effort_lessons(robot: Watching, *, moves: bool) -> int:
    """How many lessons six joints give that all exert more after two minutes, moving or not."""
    noise = random.Random(3)

    def tell(now: float) -> None:
        is_late = now >= 120.0
        level, speed = (9.0, 0.5) if is_late else (2.0, 0.0)
        joints = Message(
            name=[f"joint_{number}" for number in range(6)],
            position=[],
            velocity=[speed if moves else 0.0] * 6,
            effort=[noise.gauss(level, 0.1) for _ in range(6)],
        )
        robot.send("/joint_states", JOINTS, joints)

    robot.every(0.2, 140.0, tell)
    return len(robot.lessons)


def test_joints_that_all_exert_more_while_nothing_moves_are_one_lesson(robot: Watching) -> None:
    assert effort_lessons(robot, moves=False) == 1


def test_joints_that_all_exert_more_when_they_first_move_are_well(robot: Watching) -> None:
    assert effort_lessons(robot, moves=True) == 0
