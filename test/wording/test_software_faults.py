"""What to do about faults of software, settings and commands (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.unexplained_failures import FIND_CAUSE, LOOK_BEFORE

_KNOWN = [
    (
        "arm logs an error: Parameter can_device not set, shutting down",
        "set the parameter can_device",
    ),
    ("arm_api logs an error: Failed to call service move_line", "the node that offers it runs"),
    ("nav logs an error: action server not available", "the node that offers it runs"),
    ("map_io logs an error: could not open file /maps/hall.yaml", "check the file that is meant"),
    ("map_saver logs an error: Failed to save map to /maps/hall", "free disk space"),
    ("lidar logs an error: Could not load calibration file!", "restore the calibration file"),
    ("hw logs an error: Joint 'a' not found in URDF", "robot description"),
    ("loop logs an error: Could not activate controller : 'arm'", "list_controllers"),
    ("nav logs an error: Costmap not updated, no laser scan received", "what supplies it"),
    ("ekf logs a warning: timestamp older than the last one", "the same time"),
    ("fcu logs a warning: TM: Wrong FCU time.", "the same time"),
    ("driver logs an error: unknown exception", "report it with its log"),
    ("nav logs a warning: incompatible QoS offered on /scan", "reliability and durability"),
    ("tree logs an error: coordinate frame odom is missing", "that this frame is published"),
    ("cpu logs a warning: This check is deprecated", "nothing is broken"),
    ("arm logs an error: Invalid trajectory: no points", "what sends the trajectory"),
    ("ik logs an error: no solution found for the pose", "goal is free and within reach"),
    ("nav logs an error: goal is off the global costmap", "choose another goal"),
    ("spot logs an error: Failed to authenticate with the robot", "renew the access data"),
    ("usb: topic warns: Frequency too low.", "that the device sends"),
    ("bus logs an error: More than one device (3) responded to address", "address of its own"),
    ("dxl logs an error: Failed to set the baudrate", "the same baud rate"),
    ("fleet logs a warning: MQTT broker connection lost", "network to it"),
    ("gps logs a warning: buffer overflow, dropping 3 bytes", "the load of the computer"),
    ("base logs an error: Could not stop motors", "emergency stop"),
]


@pytest.mark.parametrize(("text", "words"), _KNOWN)
def test_a_fault_of_software_has_a_first_step(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "base: Emergency tells what an operator did: Emergency stop pressed",
        "plc logs a warning: Red mushroom button pressed at panel 2",
    ],
)
def test_who_finds_a_person_s_stop_asks_who_pressed_it(text: str):
    assert "who pressed it" in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "base tells what an operator did: Emergency stop released",
        "fcu tells what an operator did: Mode changed to manual",
    ],
)
def test_who_finds_that_a_stop_is_over_or_is_none_has_nothing_to_do(text: str):
    assert advice_for(text) == ""


def test_a_program_that_cannot_hear_of_stops_is_no_stop():
    assert "release it" not in advice_for(
        "base logs an error: Failed to create the client of the E-stop topic"
    )


def test_a_broken_safety_circuit_is_no_stop_of_a_person():
    assert "wiring of the safety circuit" in advice_for(
        "base logs an error: E-stop circuit interrupted"
    )


def test_a_node_that_only_says_that_it_failed_has_its_log_read_and_is_restarted():
    assert advice_for("scheduler logs an error: Could not comply") == LOOK_BEFORE


def test_a_driver_that_only_says_that_it_failed_is_restarted_and_then_its_cable_is_checked():
    assert advice_for("ublox_gps logs an error: Failed to start RTCM 3 at rate 3") == (
        "read the log lines before this one; restart the driver while the robot stands still;"
        " if it fails again, check the GPS's cable and power"
    )


def test_a_node_that_works_with_a_device_is_not_its_driver():
    assert advice_for("arm_planner logs an error: Could not comply") == LOOK_BEFORE


def test_a_well_known_product_is_silent_though_its_name_says_no_part():
    assert advice_for("pf_driver logs an error: Time out: No packets received in 3 s") == (
        "check the lidar's cable and power"
    )


def test_an_error_without_any_known_word_has_its_cause_looked_for():
    assert advice_for("lidar_status reports an error: Lidar locked out.") == FIND_CAUSE


def test_a_warning_without_any_known_word_has_no_advice():
    assert advice_for("base logs a warning: Wheel type is: 'thin'") == ""


def test_a_text_of_no_driver_has_no_advice_for_software():
    assert advice_for("Timeouts of missions that failed have doubled") == ""


def test_a_sensor_that_a_bus_tells_of_has_a_cable_of_its_own():
    assert advice_for(
        "ethercat_hardware: hand warns: Sensor on left finger may not be connected"
    ) == ("check the sensor's cable and power")
