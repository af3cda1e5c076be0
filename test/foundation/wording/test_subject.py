"""What an entry is about, by its words."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.subject import Subject, subject_of, verb_for


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("bms warns: battery critically low", Subject.ENERGY),
        ("power logs an error: Battery voltage too low, shutting down", Subject.ENERGY),
        ("nav logs a warning: parameter 'max_vel' not declared", Subject.CONFIGURATION),
        ("driver logs a warning: option use_sim is deprecated", Subject.CONFIGURATION),
        ("tf logs an error: frame base does not exist", Subject.CONFIGURATION),
        ("amcl: alpha is 0.8, was 0.2 at the last good start", Subject.CONFIGURATION),
        ("driver logs an error: Closed loop modes need PID gains", Subject.CONFIGURATION),
        ("nav logs a warning: parameter 'x' is incorrectly set to 1.5", Subject.CONFIGURATION),
        ("nav logs an error: Invalid type, options are OPEN and CLOSED", Subject.CONFIGURATION),
        ("driver logs an error: Length of names list must match ids", Subject.CONFIGURATION),
        ("driver logs a warning: mode set to voltage control", Subject.HARDWARE),
        ("rviz2 logs an error: cannot load mesh", Subject.TOOL),
        ("rosbag2_recorder logs a warning: cache full", Subject.TOOL),
        ("base warns: Emergency Stop!", Subject.OPERATOR),
        ("fcu logs a warning: disarmed", Subject.OPERATOR),
        ("base warns: operator intervention, manual_override", Subject.OPERATOR),
        ("gnss warns: only 3 satellites", Subject.SURROUNDINGS),
        ("net warns: wireless signal weak", Subject.SURROUNDINGS),
        ("camera warns: image too dark", Subject.SURROUNDINGS),
        ("nav warns: GPS signal lost, switching to manual control", Subject.SURROUNDINGS),
        ("base warns: left wheel encoder stuck", Subject.HARDWARE),
        ("gnss reports an error: receiver does not answer", Subject.HARDWARE),
        ("battery warns: cell 3 imbalance", Subject.HARDWARE),
        ("log says: parameter server slow", Subject.HARDWARE),
    ],
)
def test_words_say_what_an_entry_is_about(text, subject):
    assert subject_of(text) is subject


@pytest.mark.parametrize(
    "text",
    [
        "amcl logs an error: AMCL pose was NaN, likely due to an invalid configuration!",
        "ekf logs an error: state is inf, check your configuration",
        "tf logs an error: no transform between odom and base: NaN in the quaternion",
        "scan logs a warning: range is not finite, invalid config",
        "drive logs an error: motor 3 does not answer, probably caused by a misconfigured bus",
        "lidar logs a warning: rate too low, the device might be misconfigured",
    ],
)
def test_a_value_that_is_no_number_and_a_guess_are_no_configuration(text):
    assert subject_of(text) is Subject.HARDWARE


@pytest.mark.parametrize(
    "text",
    [
        "controller logs an error: parameter 'kp' is out of range: nan",
        "amcl: alpha is nan, was 0.2 at the last good start",
        "nav logs a warning: option inflation may be deprecated",
        "driver logs an error: invalid configuration, likely a typing error",
    ],
)
def test_what_is_said_of_a_setting_stays_a_configuration(text):
    assert subject_of(text) is Subject.CONFIGURATION


@pytest.mark.parametrize(
    "text",
    [
        "ur_node logs an error: Safety mode is now ROBOT_EMERGENCY_STOP",
        "base reports an error: E-stop pressed",
        "fcu logs a warning: Kill-switch engaged",
        "low_level_driver logs a warning: Switched to manual mode",
        "nav logs a warning: goal cancelled by user",
        "/estop is raised in operation",
        "plc logs a warning: Red mushroom button pressed at panel 2",
        "mux logs a warning: Joystick took over control",
        "fcu logs a warning: RTL activated by pilot",
        "pendant logs a warning: Enabling switch released",
    ],
)
def test_what_somebody_did_on_purpose_is_the_operators(text):
    assert subject_of(text) is Subject.OPERATOR


@pytest.mark.parametrize(
    "text",
    [
        "base reports an error: E-stop circuit fault",
        "remote logs an error: lost connection to the e-stop transmitter",
        "base logs an error: Emergency stop due to overcurrent on motor 2",
        "base logs an error: Emergency stop: motor 3 overcurrent",
        "fcu logs an error: Failed to disarm",
        "fcu logs a warning: Mode changed to RTL because of low battery",
        "stop_node logs an error: Emergency service not ready",
        "estop_monitor logs an error: Exception in pulse check",
    ],
)
def test_a_stop_that_failed_or_had_another_cause_is_no_act_of_an_operator(text):
    assert subject_of(text) is Subject.HARDWARE


@pytest.mark.parametrize(
    "name",
    ["rosbridge_websocket", "plotjuggler", "rosbag2_player", "_ros2cli_48213", "foxglove_bridge"],
)
def test_tools_are_no_robot(name):
    assert subject_of(f"{name} logs an error: cannot go on") is Subject.TOOL


def test_a_topic_of_a_receiver_that_falls_silent_is_hardware():
    assert subject_of("/gps/fix falls silent while the robot runs") is Subject.HARDWARE
    assert subject_of("gnss: GPS fix lost") is Subject.SURROUNDINGS


@pytest.mark.parametrize(
    ("message", "verb"),
    [
        ("Emergency stop active", "tells of a stop"),
        ("Emergency stop button pressed", "tells what an operator did"),
        ("Emergency stop released", "tells what an operator did"),
        ("Emergency stop circuit broken", "warns"),
    ],
)
def test_a_stop_is_an_act_of_an_operator_if_the_words_say_so(message: str, verb: str):
    assert verb_for("plc", message, "warns") == verb
