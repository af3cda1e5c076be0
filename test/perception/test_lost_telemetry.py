"""Readings that cannot be are a lost link, no fault of the part."""

from __future__ import annotations

import pytest
from entries_of import texts_of
from robot_messages import ERROR, OK, WARN, status
from watching import Watching

from robot_memory.ledger import Severity


def report(robot: Watching, name: str, message: str, **values: str) -> None:
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status(name, WARN, message, **values)))


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"Voltage": "0.00", "Current": "1.2"}, "it tells 0 V while the robot runs"),
        ({"Voltage": "0,0 V"}, "it tells 0 V while the robot runs"),
        ({"present": "false", "Voltage": "12.3"}, "it tells present: false"),
    ],
)
def test_a_low_battery_whose_values_cannot_be_sends_no_telemetry(
    robot: Watching, values: dict[str, str], told: str
):
    report(robot, "bms: Battery", "Low voltage", **values)

    assert texts_of(robot) == [f"No telemetry from bms: Battery ({told})"]
    assert robot.onsets[0].severity is Severity.STALE


def test_a_driver_whose_readings_are_all_zero_sends_no_telemetry(robot: Watching):
    report(robot, "mc: channel 1", "Fault", Voltage="0.0", Current="0", Temperature="0.0", Mode="3")

    assert texts_of(robot) == ["No telemetry from mc: channel 1 (all readings are zero)"]


@pytest.mark.parametrize(
    "values",
    [
        {"Voltage": "21.3"},
        {"Voltage": "0.4"},
        {"Current": "0.0", "Speed": "0.0", "Position": "0.0"},  # it stands
        {"error count": "0", "Voltage": "21.3", "Temperature": "0.0"},
        {"Voltage limit": "0.0"},
        {"Temperature": "0.0", "Charge": "0"},  # two readings that are zero may be
    ],
)
def test_readings_that_may_be_are_a_fault_of_the_part(robot: Watching, values: dict[str, str]):
    report(robot, "bms: Battery", "Low voltage", **values)

    (text,) = texts_of(robot)
    assert text.startswith("bms: Battery warns: Low voltage")


def test_a_battery_whose_voltage_falls_to_zero_while_the_robot_runs_is_lost(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.battery(24.0))
    robot.every(1.0, 80.0, lambda now: robot.battery(0.0))

    assert texts_of(robot) == ["Battery sends no telemetry: it tells 0 V while the robot runs"]


def test_a_battery_that_never_told_a_voltage_is_not_lost(robot: Watching):
    robot.every(1.0, 80.0, lambda now: robot.battery(0.0))

    assert robot.rows == []


def test_a_driver_that_recovers_is_told_by_its_own_words(robot: Watching):
    bad = {"Voltage": "0.0", "Temperature": "0.0", "Current": "0.0"}
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("mc", ERROR, "Fault", **bad)))
    good = {"Voltage": "24.0", "Temperature": "31.0", "Current": "0.0"}
    robot.every(1.0, 10.0, lambda now: robot.diagnose(status("mc", ERROR, "Fault", **good)))
    robot.every(1.0, 20.0, lambda now: robot.diagnose(status("mc", OK, "fine", **good)))

    assert texts_of(robot) == [
        "No telemetry from mc (all readings are zero)", "mc reports an error: Fault",
    ]  # fmt: skip
