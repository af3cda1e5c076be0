"""The signals of a simulated robot are consistent."""

from __future__ import annotations

import numpy as np
import pytest
from simulation import Robot, make_robot
from simulation.stream import Stream

_ROVER_SEEDS = (12, 15, 18)


def healthy(seed: int, kind: str) -> Robot:
    return make_robot(seed, kind, hours=0.2, healthy=True)


def one_of(robot: Robot, kind: str) -> Stream:
    return next(one for one in robot.streams if one.type.endswith(f"/{kind}"))


@pytest.fixture(scope="module")
def rovers() -> list[Robot]:
    return [healthy(seed, "rover") for seed in _ROVER_SEEDS]


@pytest.fixture(scope="module")
def multirotor() -> Robot:
    return healthy(3, "multirotor")


def test_the_distance_of_odometry_is_the_integral_of_its_speed(rovers: list[Robot]) -> None:
    for robot in rovers:
        odometry = one_of(robot, "Odometry")
        session = robot.timeline.sessions[0]
        here = odometry.during([(session.begin, session.end)])
        x, y, speed = (odometry.fields[name][here] for name in ("x", "y", "vx"))
        way = np.hypot(np.diff(x), np.diff(y)).sum()
        summed = np.sum(np.abs(speed[1:]) * np.diff(odometry.stamps[here]))

        assert way == pytest.approx(summed, rel=0.1, abs=1.0)


def test_wheel_velocities_agree_with_odometry(rovers: list[Robot]) -> None:
    for robot in rovers:
        wheels, odometry = one_of(robot, "JointState"), one_of(robot, "Odometry")
        turned = wheels.fields["velocity"].mean(axis=1)
        driven = np.interp(wheels.stamps, odometry.stamps, odometry.fields["vx"])

        assert np.corrcoef(turned, driven)[0, 1] > 0.97


def test_the_temperature_of_a_motor_changes_slowly(rovers: list[Robot]) -> None:
    told = [one for one in rovers[0].telling("temperature") if one.part.startswith("motor")]
    probe = told[0]
    session = rovers[0].timeline.sessions[0]
    told_after_start = probe.stream.during([(session.begin + 15.0, session.end)])
    degrees = probe.values[told_after_start] / probe.scale

    assert np.abs(np.diff(degrees)).max() < 3.0  # noise and the converter's step
    assert np.ptp(degrees) > 1.0


def test_the_voltage_of_a_battery_drops_under_load(multirotor: Robot) -> None:
    battery = one_of(multirotor, "BatteryState")
    known = battery.fields["voltage"] > 1.0
    load = np.interp(battery.stamps, multirotor.timeline.t, multirotor.busy)[known]
    voltage = battery.fields["voltage"][known]
    steps = np.diff(load)

    assert steps.any()
    lift, land = np.flatnonzero(steps > 0.4), np.flatnonzero(steps < -0.4)
    assert all(voltage[at + 10] < voltage[at - 30] for at in lift)
    assert len(lift) > 0 and len(land) > 0


def test_messages_may_be_delayed_but_never_early(rovers: list[Robot]) -> None:
    late = [one.sent - one.stamps for robot in rovers for one in robot.streams]

    assert max(one.max() for one in late) > 0.3
    assert min(one.min() for one in late) >= 0.0
