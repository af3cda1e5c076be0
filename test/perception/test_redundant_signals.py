"""Signals of one kind: which of them falls out."""

from __future__ import annotations

import functools
import random
from types import SimpleNamespace as Message
from typing import Any

import pytest
import robot_messages as ros
from robot_messages import DIAGNOSTICS
from watching import Watching

from robot_memory.perception import Rule
from robot_memory.perception.fields.field_path import FieldPath

JOINTS = "sensor_msgs/msg/JointState"
WHEELS = Rule("signal", type=JOINTS, field=FieldPath.parse("velocity[*]"), options={"every": 0.2})
RULE = Rule("signal", type=DIAGNOSTICS, field=FieldPath.parse("status[*].values[*]"))


@pytest.fixture
def noise() -> random.Random:
    return random.Random(7)


def fly(
    robot: Watching,
    until: float,
    noise: random.Random,
    *,
    lame: int | None = None,
    slower: float = 0.85,
    odometry: bool = True,
) -> None:
    """Four rotors turn as hard as the craft has to work, each a little differently."""

    def report(now: float) -> None:
        work = 5000.0 + 1500.0 * (int(now / 7.0) * 7919 % 11 - 5) / 5.0
        statuses = []
        for rotor in range(4):
            rpm = work * (1.0 + 0.02 * rotor) + noise.gauss(0.0, 20.0)
            rpm *= slower if rotor == lame else 1.0
            values = [Message(key="RPM", value=f"{rpm:.0f}")]
            name = f"esc: Rotor {rotor}"
            statuses.append(
                Message(level=b"\0", name=name, message="", hardware_id="", values=values)
            )
        robot.send("/diagnostics", DIAGNOSTICS, Message(status=statuses))
        if odometry:
            robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=work / 5000.0))

    robot.every(1.0, until, report)


@functools.cache
def after_sessions(count: int) -> dict[str, Any]:
    """Return what is known after so many sessions of 25 minutes."""
    if not count:
        return {}
    robot = Watching([RULE], baselines=after_sessions(count - 1))
    fly(robot, 1500.0, random.Random(count))
    return dict(robot.perception.baselines.states())


def test_a_rotor_that_turns_slower_than_the_others_is_reported(noise: random.Random):
    robot = Watching([RULE])
    fly(robot, 1500.0, noise)
    fly(robot, 1700.0, noise, lame=2)

    assert robot.lessons == {"esc: Rotor 2 RPM differs from the others of its kind": 1}


def test_rotors_that_work_harder_together_are_well(noise: random.Random):
    robot = Watching([RULE])
    fly(robot, 1800.0, noise)

    assert robot.rows == []


def test_what_siblings_have_to_do_with_one_another_outlives_a_restart(noise: random.Random):
    robot = Watching([RULE], baselines=after_sessions(1))
    fly(robot, 400.0, noise, lame=1)

    assert robot.lessons == {"esc: Rotor 1 RPM differs from the others of its kind": 1}


@pytest.mark.parametrize(("sessions", "is_told"), [(1, False), (2, False), (3, True)])
def test_it_takes_three_sessions_to_know_how_sessions_differ(
    noise: random.Random, sessions: int, is_told: bool
):
    robot = Watching([RULE], baselines=after_sessions(sessions))
    fly(robot, 400.0, noise, lame=1, slower=0.89)

    assert bool(robot.lessons) is is_told


def test_a_damaged_relation_is_learned_anew(noise: random.Random, caplog: pytest.LogCaptureFixture):
    before = Watching([RULE])
    fly(before, 100.0, noise)
    states = {
        name: {"names": state["names"]} if "siblings" in name else state
        for name, state in before.perception.baselines.states().items()
    }
    after = Watching([RULE], baselines=states)
    fly(after, 100.0, noise)

    assert after.rows == []
    assert "siblings that move is learned anew" in caplog.text


def test_where_nothing_tells_how_the_robot_moves_each_part_may_have_a_task_of_its_own(
    noise: random.Random,
):
    robot = Watching([RULE])
    fly(robot, 1500.0, noise, odometry=False)
    fly(robot, 1700.0, noise, lame=2, odometry=False)

    assert robot.rows == []


def drive(robot: Watching, until: float, noise: random.Random, *, slip: float = 1.0) -> None:
    """Two wheels turn as fast as the robot drives; it stops dead now and then."""

    def send(now: float) -> None:
        speed = 0.0 if now % 100.0 < 20.0 else 1.0 + 0.5 * (int(now / 7.0) * 7919 % 11 - 5) / 5.0
        wheels = [
            0.0 if not speed else speed * factor + noise.gauss(0.0, 0.01) for factor in (1.0, slip)
        ]
        robot.send("/joint_states", JOINTS, Message(
            header=ros.header(), name=["left", "right"], position=[], velocity=wheels, effort=[],
        ))  # fmt: skip
        robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=speed))

    robot.every(0.5, until, send)


def test_of_two_that_part_both_are_named(noise: random.Random):
    robot = Watching([WHEELS])
    drive(robot, 2500.0, noise)
    drive(robot, 2600.0, noise, slip=0.6)

    assert robot.lessons == {
        "/joint_states left velocity and /joint_states right velocity part from each other": 1
    }


def test_wheels_that_stop_dead_do_not_part(noise: random.Random):
    robot = Watching([WHEELS])
    drive(robot, 2400.0, noise)

    assert robot.rows == []


def warm(robot: Watching, until: float, noise: random.Random, ambient: float) -> None:
    """Two motors warm up as the robot drives, the second by a fifth more."""
    warmths, since = [0.0, 0.0], robot.now

    def report(now: float) -> None:
        work = 1.0 + 0.5 * (int((now - since) / 150.0) * 7919 % 11 - 5) / 5.0
        for motor, rise in enumerate((8.0, 9.6)):
            warmths[motor] += (rise * work - warmths[motor]) / 400.0
            degrees = round(ambient + warmths[motor] + noise.gauss(0.0, 0.1), 1)
            robot.send(
                f"/motor_{motor}/temperature",
                "sensor_msgs/msg/Temperature",
                Message(header=ros.header(), temperature=degrees, variance=0.0),
            )
        robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=work))

    robot.every(1.0, until, report)


@pytest.mark.parametrize("morning", [12.0, 29.0])
def test_motors_that_begin_a_second_day_warmer_or_colder_do_not_part(
    noise: random.Random, morning: float
):
    robot = Watching()
    warm(robot, 1500.0, noise, ambient=18.0)
    robot.jump(45_000.0)
    warm(robot, 47_000.0, noise, ambient=morning)

    assert robot.lessons == {}


@pytest.mark.parametrize(("warmer", "is_told"), [(0.6, False), (6.0, True)])
def test_a_step_of_its_resolution_is_not_what_parts_a_motor_from_the_others(
    warmer: float, is_told: bool
):
    robot, warmths = Watching(), [0.0] * 4

    def report(now: float) -> None:
        work = 1.0 + 0.5 * (int(now / 150.0) * 7919 % 11 - 5) / 5.0
        for motor in range(4):
            rise = 3.0 + (warmer if motor == 3 and now > 2400.0 else 0.0)
            warmths[motor] += (rise * work - warmths[motor]) / 400.0
            robot.send(
                f"/motor_{motor}/temperature",
                "sensor_msgs/msg/Temperature",
                Message(
                    header=ros.header(), temperature=round(18.3 + warmths[motor]), variance=0.0
                ),
            )
        robot.send("/odom", ros.ODOMETRY, ros.odometry(speed=work))

    robot.every(1.0, 3900.0, report)

    told = "/motor_3/temperature temperature differs from the others of its kind"
    assert (told in robot.lessons) is is_told
