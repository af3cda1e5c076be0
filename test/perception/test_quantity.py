"""Quantities in messages of any type: known by the name of the field, its unit, or its comment."""

from __future__ import annotations

import random
from types import SimpleNamespace as Message

import pytest
import robot_messages as ros
from definition_texts import DEFINITIONS
from watching import Watching

from robot_memory.perception import Rule
from robot_memory.perception.status_messages.quantity_words import is_quantity

FEEDBACK = "clearpath_platform_msgs/msg/Feedback"
JOINTS = "control_msgs/msg/DynamicJointState"


@pytest.fixture
def robot() -> Watching:
    return Watching(definition_of=lambda name: DEFINITIONS.get(name, ""))


@pytest.mark.parametrize(
    "name",
    ["motor_temperature", "temperature", "fet_temp", "motorTemp", "temp_c", "bus_voltage",
     "voltage_v", "voltage5v_v", "vbus", "current", "current_a", "current_ma_left",
     "current_battery_1", "iq_measured", "esc_rpm", "accel_vibration_metric", "oil_pressure"],
)  # fmt: skip
def test_a_name_tells_a_quantity(name: str):
    assert is_quantity(name)


@pytest.mark.parametrize(
    "name",
    ["x", "template_id", "current_waypoint", "current_distance", "current_state", "attempts",
     "max_temperature", "voltage_limit", "temperature_valid", "current_setpoint", "rpm_target",
     "pos_estimate", "yaw"],
)  # fmt: skip
def test_what_is_set_or_is_something_else_is_none(name: str):
    assert not is_quantity(name)


@pytest.mark.parametrize("comment", ["[degC] of the board", "in degrees Celsius", "[V]", "volts"])
def test_a_comment_tells_a_quantity_by_its_unit(comment: str):
    assert is_quantity("value", comment)


def test_a_comment_without_a_unit_tells_none():
    assert not is_quantity("value", "# a vector in C++ order")


@pytest.mark.parametrize(
    ("type_name", "is_read"),
    [(FEEDBACK, True), ("acme_msgs/msg/Pose2", False), ("unknown_msgs/msg/MotorStatus", True),
     ("unknown_msgs/msg/Path", False)],
)  # fmt: skip
def test_types_are_read_that_have_quantities(type_name: str, is_read: bool):
    robot = Watching([Rule("quantity")], definition_of=lambda name: DEFINITIONS.get(name, ""))

    assert robot.perception.topics.wants("/topic", type_name) is is_read


def feedback(left: float, right: float) -> Message:
    drivers = [
        Message(current=1.0, motor_temperature=it, driver_fault=False) for it in (left, right)
    ]
    return Message(header=ros.header(), drivers=drivers, commanded_mode=0)


def test_a_temperature_that_stands_still_is_told_with_its_part(robot: Watching):
    random_ = random.Random(1)

    def send(now: float) -> None:
        left, right = 40.0 + random_.gauss(0, 0.3), 41.0 + random_.gauss(0, 0.3)
        robot.send("/motors", FEEDBACK, feedback(left, right if now < 500.0 else 41.2))

    robot.every(1.0, 600.0, send)

    assert robot.lessons == {"/motors drivers 1 motor_temperature stands still at one value": 1}


def test_interfaces_of_joints_are_quantities(robot: Watching):
    names = ["position", "temperature"]
    values = [Message(interface_names=names, values=[0.1, 38.2])]
    robot.send("/joints", JOINTS, Message(joint_names=["elbow"], interface_values=values))

    assert robot.perception.readings.now(robot.now) == {"/joints elbow temperature": 38.2}


def test_a_temperature_that_worked_in_an_earlier_run_and_is_zero_now_is_told(robot: Watching):
    random_ = random.Random(1)

    def send(now: float) -> None:
        robot.send("/motors", FEEDBACK, feedback(40.0 + random_.gauss(0, 0.3), 41.0))

    robot.every(1.0, 100.0, send)
    again = Watching(
        definition_of=lambda name: DEFINITIONS.get(name, ""),
        baselines=robot.perception.baselines.states(),
    )
    again.every(1.0, 60.0, lambda now: again.send("/motors", FEEDBACK, feedback(0.0, 41.0)))

    assert robot.rows == []
    assert again.lessons == {"/motors drivers 0 motor_temperature is exactly zero": 1}


def test_a_temperature_that_was_never_measured_is_not_missed(robot: Watching):
    robot.every(1.0, 200.0, lambda now: robot.send("/motors", FEEDBACK, feedback(0.0, 41.0)))

    assert robot.rows == []
