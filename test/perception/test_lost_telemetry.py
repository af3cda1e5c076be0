"""Impossible readings are a lost link, not a fault of the part."""

from __future__ import annotations

import pytest
from entries_of import texts_of
from robot_messages import ERROR, OK, WARN, status
from watching import Watching

from robot_memory.ledger import Severity
from robot_memory.perception.masking.lost_telemetry import says_zero_volts

LOG_WARN = 30


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
def test_a_low_battery_with_impossible_values_is_reported_as_no_telemetry(
    robot: Watching, values: dict[str, str], told: str
):
    report(robot, "bms: Battery", "Low voltage", **values)

    assert texts_of(robot) == [f"No telemetry from bms: Battery ({told})"]
    assert robot.onsets[0].severity is Severity.STALE


def test_a_driver_with_only_zero_readings_is_reported_as_no_telemetry(robot: Watching):
    report(robot, "mc: channel 1", "Fault", Voltage="0.0", Current="0", Temperature="0.0", Mode="3")

    assert texts_of(robot) == ["No telemetry from mc: channel 1 (all readings are zero)"]


@pytest.mark.parametrize("name", ["bms: Percentage", "bms: State of charge"])
def test_a_charge_is_no_telemetry_if_its_node_reports_zero_volts(robot: Watching, name: str):
    charge = status(name, ERROR, "Critical", percentage="3.0")
    voltage = status("bms: Voltage", WARN, "Voltage low", voltage="0.0")
    for statuses in ([charge, voltage], [voltage, charge]):
        robot.every(1.0, robot.now + 5.0, lambda now, it=statuses: robot.diagnose(*it))

    (text,) = texts_of(robot)
    assert text == f"No telemetry from {name} (its node tells 0 V while the robot runs)"
    assert not any("Critical" in row.summary for row in robot.rows)


def test_a_charge_that_stays_low_after_the_voltage_returns_is_reported(robot: Watching):
    charge = status("bms: Charge", ERROR, "Critical", percentage="3.0")
    for volts in ("0.0", "21.0"):
        voltage = status("bms: Voltage", WARN, "Voltage low", voltage=volts)
        robot.every(1.0, robot.now + 9.0, lambda now, it=voltage: robot.diagnose(charge, it))

    assert any("Charge reports an error: Critical" in text for text in texts_of(robot))


@pytest.mark.parametrize(
    ("name", "message"), [("bms: Fan", "Fan stalled"), ("arm_bms: Charge", "Charge critical")]
)
def test_zero_volts_do_not_hide_faults_of_other_parts_and_nodes(
    robot: Watching, name: str, message: str
):
    other = status(name, ERROR, message)
    voltage = status("bms: Voltage", WARN, "Voltage low", voltage="0.0")
    robot.every(1.0, 5.0, lambda now: robot.diagnose(voltage, other))

    assert any(f"{name.rpartition(':')[2]} reports an error" in text for text in texts_of(robot))


@pytest.mark.parametrize(
    "values",
    [
        {"Voltage": "21.3"},
        {"Voltage": "0.4"},
        {"Current": "0.0", "Speed": "0.0", "Position": "0.0"},  # the robot stands
        {"error count": "0", "Voltage": "21.3", "Temperature": "0.0"},
        {"Voltage limit": "0.0"},
        {"Temperature": "0.0", "Charge": "0"},  # two readings may be zero
    ],
)
def test_plausible_readings_are_reported_as_a_fault_of_the_part(
    robot: Watching, values: dict[str, str]
):
    report(robot, "bms: Battery", "Low voltage", **values)

    (text,) = texts_of(robot)
    assert text.startswith("bms: Battery warns: Low voltage")


def test_a_log_of_zero_volts_is_lost_telemetry_and_of_low_voltage_is_a_fault(robot: Watching):
    robot.log("power", "Battery voltage low: 0.00 V", LOG_WARN)
    robot.wait(20.0)
    robot.log("power", "Battery voltage low: 21.3 V", LOG_WARN)

    assert texts_of(robot) == [
        "No telemetry from the battery: power logs: Battery voltage low: 0.00 V",
        "power logs a warning: Battery voltage low: 21.3 V",
    ]


@pytest.mark.parametrize(
    ("message", "is_zero"),
    [
        ("Low voltage (Voltage: 0.0 V)", True),
        ("Battery at 0 V", True),
        ("battery voltage 10.0 V", False),
        ("Motor torque limited to 0.0 Nm", False),
        ("voltage drop of 0.05 V", False),
    ],
)
def test_only_a_voltage_of_zero_in_a_text_is_recognised(message: str, is_zero: bool):
    assert says_zero_volts(message) is is_zero


def test_a_fault_is_reported_with_its_own_text_after_telemetry_returns(robot: Watching):
    bad = {"Voltage": "0.0", "Temperature": "0.0", "Current": "0.0"}
    robot.every(1.0, 5.0, lambda now: robot.diagnose(status("mc", ERROR, "Fault", **bad)))
    good = {"Voltage": "24.0", "Temperature": "31.0", "Current": "0.0"}
    robot.every(1.0, 10.0, lambda now: robot.diagnose(status("mc", ERROR, "Fault", **good)))
    robot.every(1.0, 20.0, lambda now: robot.diagnose(status("mc", OK, "fine", **good)))

    assert texts_of(robot) == [
        "No telemetry from mc (all readings are zero)", "mc reports an error: Fault",
    ]  # fmt: skip
