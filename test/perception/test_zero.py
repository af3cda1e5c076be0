"""Sensors that read exactly zero where they would measure something."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import SimpleNamespace as Message
from typing import Any

import pytest
import robot_messages as ros
from watching import Watching

from robot_memory.ledger import Severity

MAGNETIC, WRENCH = "sensor_msgs/msg/MagneticField", "geometry_msgs/msg/WrenchStamped"
PRESSURE = "sensor_msgs/msg/FluidPressure"
GRAVITY = 9.81
DEAD = "Acceleration on /imu is exactly zero, without gravity"
NOTHING = (0.0, 0.0, 0.0)
Vector = tuple[float, float, float]


def vector(values: Vector) -> Message:
    return Message(x=values[0], y=values[1], z=values[2])


def imu(acceleration: Vector = NOTHING, turn: Vector = NOTHING, unmeasured: bool = False) -> Any:
    return Message(
        header=ros.header(),
        linear_acceleration=vector(acceleration),
        linear_acceleration_covariance=[-1.0 if unmeasured else 0.0] + [0.0] * 8,
        angular_velocity=vector(turn),
        angular_velocity_covariance=[0.0] * 9,
    )


def field(values: Vector) -> Message:
    return Message(header=ros.header(), magnetic_field=vector(values))


def wrench(values: Vector) -> Message:
    return Message(header=ros.header(), wrench=Message(force=vector(values), torque=vector(values)))


def noise(scale: float = 0.01, z: float = 0.0) -> Callable[[], Vector]:
    random_ = random.Random(1)
    return lambda: (random_.gauss(0, scale), random_.gauss(0, scale), z + random_.gauss(0, scale))


def send(
    robot: Watching, until: float, topic: str, type_name: str, make: Callable[[], Any]
) -> None:
    robot.every(0.1, until, lambda now: robot.send(topic, type_name, make()))


def zeros(robot: Watching) -> dict[str, int]:
    return {row.summary: 1 for row in robot.onsets if row.detector == "zero"}


def lives_on(robot: Watching) -> Watching:
    """The robot after a restart."""
    return Watching(baselines=robot.perception.baselines.states())


# -- what is never zero --------------------------------------------------------------------


def test_an_inertial_unit_that_reads_nothing_but_zero_measures_no_gravity(robot: Watching):
    send(robot, 60.0, "/imu", ros.IMU, imu)

    assert robot.lessons == {DEAD: 1}


def test_an_acceleration_that_becomes_zero_in_operation_is_told_at_once(robot: Watching):
    still, turn = noise(z=GRAVITY), noise()
    send(robot, 20.0, "/imu", ros.IMU, lambda: imu(still(), turn()))
    send(robot, 26.0, "/imu", ros.IMU, lambda: imu(NOTHING, turn()))

    assert zeros(robot) == {DEAD: 1}
    assert robot.onsets[0].severity is Severity.ERROR


def test_an_acceleration_that_is_back_is_over(robot: Watching):
    still = noise(z=GRAVITY)
    send(robot, 20.0, "/imu", ros.IMU, lambda: imu(still()))
    send(robot, 30.0, "/imu", ros.IMU, imu)
    send(robot, 50.0, "/imu", ros.IMU, lambda: imu(still()))

    assert [row.summary for row in robot.ends] == [DEAD]


def test_a_magnetometer_that_reads_zero_measures_no_field(robot: Watching):
    send(robot, 60.0, "/mag", MAGNETIC, lambda: field(NOTHING))

    assert robot.lessons == {"Magnetometer on /mag is exactly zero, without the Earth's field": 1}


def test_a_driver_that_says_zero_until_it_measures_is_well(robot: Watching):
    still = noise(z=GRAVITY)
    send(robot, 20.0, "/imu", ros.IMU, imu)
    send(robot, 60.0, "/imu", ros.IMU, lambda: imu(still()))

    assert robot.rows == []


def test_a_simulated_inertial_unit_without_noise_is_well(robot: Watching):
    send(robot, 120.0, "/imu", ros.IMU, lambda: imu((0.0, 0.0, GRAVITY)))

    assert robot.rows == []


def test_a_unit_that_measures_no_acceleration_and_says_so_is_well(robot: Watching):
    turn = noise()
    send(robot, 200.0, "/imu", ros.IMU, lambda: imu(NOTHING, (0.0, 0.0, turn()[2]), True))

    assert robot.rows == []


def test_a_unit_that_leaves_gravity_out_rests_at_zero(robot: Watching):
    for _ in range(3):
        send(
            robot, robot.now + 20.0, "/imu", ros.IMU, lambda: imu((0.3, 0.0, 0.0), (0.1, 0.0, 0.0))
        )
        send(robot, robot.now + 20.0, "/imu", ros.IMU, imu)

    assert robot.rows == []


def test_a_unit_without_acceleration_that_does_not_say_so_is_misconfigured(robot: Watching):
    turn = noise()
    send(robot, 120.0, "/imu", ros.IMU, lambda: imu(NOTHING, turn()))

    (text,) = robot.lessons
    assert text.startswith(DEAD)
    assert "misconfigured" in text


# -- what worked before --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("topic", "type_name", "alive", "dead", "text"),
    [
        ("/wrench", WRENCH, lambda value: wrench((1.0, 2.0, value)), lambda: wrench(NOTHING),
         "Force sensor on /wrench is exactly zero"),
        ("/temp", ros.TEMPERATURE, lambda value: ros.temperature(40.0 + value),
         lambda: ros.temperature(0.0), "Temperature sensor on /temp is exactly zero"),
        ("/baro", PRESSURE, lambda value: Message(header=ros.header(), fluid_pressure=1e5 + value),
         lambda: Message(header=ros.header(), fluid_pressure=0.0),
         "Pressure sensor on /baro is exactly zero"),
        ("/imu", ros.IMU, lambda value: imu((0.0, 0.0, GRAVITY + value), (value, 0.0, 0.0)),
         lambda: imu((0.1, 0.0, GRAVITY)), "Rotation rate on /imu is exactly zero"),
    ],
)  # fmt: skip
def test_what_worked_in_an_earlier_run_and_is_zero_now_is_told(
    robot: Watching, topic: str, type_name: str, alive: Any, dead: Any, text: str
):
    value = noise()
    send(robot, 70.0, topic, type_name, lambda: alive(value()[0]))
    again = lives_on(robot)
    send(again, 60.0, topic, type_name, dead)

    assert zeros(robot) == {}
    assert zeros(again) == {text: 1}


@pytest.mark.parametrize(
    ("topic", "type_name", "alive", "dead"),
    [
        ("/mag", MAGNETIC, lambda value: field((2e-5 + value, 1e-5, 4e-5)),
         lambda: field((2e-5, 1e-5, 4e-5))),
        ("/temp", ros.TEMPERATURE, lambda value: ros.temperature(40.0 + value),
         lambda: ros.temperature(40.0)),
    ],
)  # fmt: skip
def test_what_varied_in_an_earlier_run_and_is_constant_now_is_told(
    robot: Watching, topic: str, type_name: str, alive: Any, dead: Any
):
    value = noise(1e-7 if type_name == MAGNETIC else 0.1)
    robot.every(0.5, 400.0, lambda now: robot.send(topic, type_name, alive(value()[0])))
    again = lives_on(robot)
    again.every(0.5, 60.0, lambda now: again.send(topic, type_name, dead()))

    assert [text for text in again.lessons if "stands still at one value" in text]


def test_a_force_sensor_that_was_never_anything_but_zero_is_told(robot: Watching):
    send(robot, 150.0, "/wrench", WRENCH, lambda: wrench(NOTHING))

    assert robot.lessons == {"Force sensor on /wrench is exactly zero": 1}


def test_a_force_that_is_zero_while_nothing_touches_is_well(robot: Watching):
    push = noise()
    for _ in range(4):
        send(robot, robot.now + 30.0, "/wrench", WRENCH, lambda: wrench(NOTHING))
        send(robot, robot.now + 20.0, "/wrench", WRENCH, lambda: wrench(push()))
    send(robot, robot.now + 100.0, "/wrench", WRENCH, lambda: wrench(NOTHING))

    assert zeros(robot) == {}


def test_a_commanded_force_may_be_zero(robot: Watching):
    send(robot, 150.0, "/wrench_command", WRENCH, lambda: wrench(NOTHING))

    assert zeros(robot) == {}


def test_a_sensor_that_was_replaced_has_no_past(robot: Watching):
    value = noise()
    send(robot, 70.0, "/temp", ros.TEMPERATURE, lambda: ros.temperature(40.0 + value()[0]))
    robot.perception.renew("/temp")
    send(robot, 130.0, "/temp", ros.TEMPERATURE, lambda: ros.temperature(0.0))

    assert zeros(robot) == {}
