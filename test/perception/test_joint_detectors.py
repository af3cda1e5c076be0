"""Arms: from a JointState, and an Imu, to lessons of joints and of zeros."""

from __future__ import annotations

import math
from types import SimpleNamespace as Message

import robot_messages as ros
from watching import Watching

from robot_memory.perception import Rule
from robot_memory.perception.fields.field_path import FieldPath

JOINTS = "sensor_msgs/msg/JointState"
RULES = [Rule("torque_residual", type=JOINTS), Rule("kinematic_residual", type=JOINTS)]
EXERTION = "/joint_states elbow effort is more than is normal for how it moves"


def work(
    robot: Watching, until: float, elbow: float = 3.0, *, swing: float = 0.0, odd: float = 0.0,
) -> None:  # fmt: skip
    """Two joints swing; the elbow rubs, Nm, and may swing at 6 Hz on top of it."""

    def send(now: float) -> None:
        angles = [math.sin(0.8 * now) + swing * math.sin(38.0 * now), math.sin(0.5 * now)]
        speeds = [0.8 * math.cos(0.8 * now) + 38.0 * swing * math.cos(38.0 * now),
                  0.5 * math.cos(0.5 * now)]  # fmt: skip
        rubs = [elbow * math.tanh(speeds[0] / 0.02), 2.0 * math.tanh(speeds[1] / 0.02)]
        efforts = [20.0 * math.cos(angles[0]) + rubs[0] + odd, rubs[1]]
        robot.send("/joint_states", JOINTS, Message(
            header=ros.header(), name=["elbow", "wrist"], position=angles, velocity=speeds,
            effort=efforts,
        ))  # fmt: skip

    robot.every(0.2, until, send)


def test_a_joint_of_an_arm_that_rubs_more_is_reported_within_minutes() -> None:
    robot = Watching(RULES)
    work(robot, 1500.0)
    work(robot, 1700.0, elbow=5.0)

    assert robot.lessons == {EXERTION: 1}


def test_a_joint_that_swings_is_reported() -> None:
    robot = Watching(RULES[1:])
    work(robot, 900.0)
    work(robot, 1100.0, swing=0.02)

    assert robot.lessons == {
        "/joint_states elbow velocity does not fit how the position changes": 1
    }


def test_what_was_learned_of_an_arm_outlives_a_restart() -> None:
    before = Watching(RULES)
    work(before, 1500.0)
    after = Watching(RULES, baselines=before.perception.baselines.states())
    work(after, 200.0, elbow=5.0)

    assert after.lessons == {EXERTION: 1}


def test_a_joint_that_was_replaced_is_learned_anew() -> None:
    before = Watching(RULES)
    work(before, 1500.0)
    after = Watching(RULES, baselines=before.perception.baselines.states())
    work(after, 10.0)
    after.perception.renew("/joint_states elbow")
    work(after, 210.0, elbow=5.0)

    assert after.rows == []


def test_what_a_joint_state_leaves_out_or_garbles_tells_nothing() -> None:
    robot = Watching(RULES)
    names = [f"joint {number}" for number in range(40)]
    for content in (
        Message(name=["elbow"], position=[1.0], velocity=[], effort=[]),
        Message(name=["elbow"], position=[1.0], velocity=[math.nan], effort=[math.inf]),
        Message(name=names, position=[0.0] * 40, velocity=[1.0] * 40, effort=[1.0] * 40),
    ):
        content.header = ros.header()
        robot.every(0.2, robot.now + 5.0, lambda _, it=content: robot.send("/a", JOINTS, it))

    assert robot.rows == []


def test_what_gets_warm_since_its_joint_works_harder_than_ever_is_not_reported() -> None:
    warm = Rule("signal", type=ros.TEMPERATURE, field=FieldPath.parse("temperature"))
    lessons = []
    for odd in (0.0, 30.0):
        robot = Watching([*RULES, warm])
        get_warm(robot, 1500.0)
        get_warm(robot, 2400.0, odd=odd)
        lessons.append([text for text in robot.lessons if "temperature" in text])

    assert lessons == [
        ["/elbow/temperature temperature leaves the range that is normal for it"],
        [],
    ]


def get_warm(robot: Watching, until: float, *, odd: float = 0.0) -> None:
    """Let the elbow get a little warm by turns, and after 1500 s more and more."""
    while robot.now < until:
        work(robot, robot.now + 1.0, odd=odd)
        degrees = 30.0 + math.sin(0.01 * robot.now) + 0.02 * max(0.0, robot.now - 1500.0)
        robot.send("/elbow/temperature", ros.TEMPERATURE, Message(
            header=ros.header(), temperature=round(degrees, 1), variance=0.0,
        ))  # fmt: skip


def test_a_unit_whose_zero_has_moved_is_reported() -> None:
    robot = Watching([Rule("rest_bias", type=ros.IMU)])

    def send(zero: float) -> None:
        def imu(now: float) -> None:
            drives = now % 60.0 < 20.0
            shake = math.sin(50.0 * now) * (1.0 if drives else 0.01)
            robot.send("/imu", ros.IMU, Message(
                header=ros.header(),
                angular_velocity=Message(x=zero, y=0.0, z=0.3 if drives else 0.0),
                linear_acceleration=Message(x=0.0, y=0.0, z=9.81 + shake),
            ))  # fmt: skip

        robot.every(0.1, robot.now + 600.0, imu)

    send(0.0)
    assert robot.rows == []
    send(0.15)
    assert robot.lessons == {"/imu angular_velocity.x leaves the range that is normal for it": 1}
