"""The signal that caused an onset is not one of its conditions."""

from __future__ import annotations

import pytest

from robot_memory.ledger import Key
from robot_memory.perception.occurrences.detection import Detection
from robot_memory.perception.operating_record import without_own


def left(
    *names: str,
    component: str,
    text: str = "Something fails",
    topic: str = "/diagnostics",
    is_table: bool = False,
    own_conditions: tuple[str, ...] = (),
) -> set[str]:
    detection = Detection(Key("any", component, "fails"), True, text)
    values = dict.fromkeys(names, 1.0)
    return set(
        without_own(
            values, detection, topic=topic, is_table=is_table, own_conditions=own_conditions
        )
    )


def test_readings_of_the_same_component_are_left_out():
    names = ("base: Motor 1 Temperature", "base: Motor 12 Temperature", "base: IMU Temperature")

    assert left(*names, component="base: Motor 1") == set(names[1:])


def test_a_table_column_that_the_entry_is_about_is_left_out():
    names = ("/log Current_J1", "/log Current_J12", "/log stop")

    assert left(*names, component="/log", text="/log Current_J1 leaves its range", topic="/log",
                is_table=True) == {"/log Current_J12", "/log stop"}  # fmt: skip


def test_all_measurements_of_the_reported_sensor_are_left_out():
    names = ("/imu angular_velocity.z", "/imu linear_acceleration.x", "/odom twist.linear.x")

    assert left(*names, component="/imu", topic="/imu") == {"/odom twist.linear.x"}


def test_other_axes_of_a_quantity_are_left_out():
    names = ("/rig force.x", "/rig force.y", "/rig torque.x")
    text = "/rig force.x shows strong vibration"

    assert left(*names, component="/rig", text=text, topic="/rig", is_table=True) == {
        "/rig torque.x"
    }


def test_conditions_that_are_reported_on_the_same_topic_are_left_out():
    assert left("battery", "load", "speed", component="/battery", topic="/battery",
                own_conditions=("battery", "load")) == {"speed"}  # fmt: skip


@pytest.mark.parametrize("text", ["Motor speed controller fails", "speed"])
def test_a_condition_is_kept_even_if_the_entry_text_contains_its_name(text: str):
    assert left("speed", component="motor", text=text) == {"speed"}
