"""The subject of an entry, found from its words."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.subject import Subject, subject_of, verb_for

ABOUT = {
    Subject.ENERGY: [
        "bms warns: battery critically low",
        "power logs an error: Battery voltage too low, shutting down",
    ],
    Subject.CONFIGURATION: [
        "nav logs a warning: parameter 'max_vel' not declared",
        "tf logs an error: frame base does not exist",
        "amcl: alpha is 0.8, was 0.2 at the last good start",
        "driver logs an error: Closed loop modes need PID gains",
        "nav logs an error: Invalid type, options are OPEN and CLOSED",
        "driver logs an error: Length of names list must match ids",
        # about a setting, but without a number, or a guess
        "controller logs an error: parameter 'kp' is out of range: nan",
        "amcl: alpha is nan, was 0.2 at the last good start",
        "nav logs a warning: option inflation may be deprecated",
        "driver logs an error: invalid configuration, likely a typing error",
    ],
    Subject.TOOL: [
        "rviz2 logs an error: cannot load mesh",
        "rosbag2_recorder logs a warning: cache full",
        "rosbridge_websocket logs an error: cannot go on",
    ],
    Subject.OPERATOR: [
        "base warns: Emergency Stop!",
        "fcu logs a warning: Kill-switch engaged",
        "low_level_driver logs a warning: Switched to manual mode",
        "nav logs a warning: goal cancelled by user",
        "/estop is raised in operation",
        "plc logs a warning: Red mushroom button pressed at panel 2",
        "mux logs a warning: Joystick took over control",
        "fcu logs a warning: RTL activated by pilot",
        "pendant logs a warning: Enabling switch released",
    ],
    Subject.SURROUNDINGS: [
        "gnss warns: only 3 satellites", "net warns: wireless signal weak",
        "camera warns: image too dark", "gnss: GPS fix lost",
        "nav warns: GPS signal lost, switching to manual control",
    ],
    Subject.HARDWARE: [
        "base warns: left wheel encoder stuck",
        "gnss reports an error: receiver does not answer",
        "/gps/fix falls silent while the robot runs",
        "battery warns: cell 3 imbalance",
        "driver logs a warning: mode set to voltage control",
        # a value that is not a number, and a guess at the configuration
        "amcl logs an error: AMCL pose was NaN, likely due to an invalid configuration!",
        "tf logs an error: no transform between odom and base: NaN in the quaternion",
        "drive logs an error: motor 3 does not answer, probably caused by a misconfigured bus",
        # a stop that failed, or that had another cause
        "remote logs an error: lost connection to the e-stop transmitter",
        "base logs an error: Emergency stop due to overcurrent on motor 2",
        "fcu logs an error: Failed to disarm",
        "fcu logs a warning: Mode changed to RTL because of low battery",
        "stop_node logs an error: Emergency service not ready",
        "estop_monitor logs an error: Exception in pulse check",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "subject"), [(text, subject) for subject, texts in ABOUT.items() for text in texts]
)
def test_the_subject_of_an_entry_is_derived_from_its_words(text, subject):
    assert subject_of(text) is subject


@pytest.mark.parametrize(
    ("message", "verb"),
    [
        ("Emergency stop active", "tells of a stop"),
        ("Emergency stop button pressed", "tells what an operator did"),
        ("Emergency stop released", "tells what an operator did"),
        ("Emergency stop circuit broken", "warns"),
    ],
)
def test_a_stop_counts_as_an_operators_action_only_if_the_message_says_so(message: str, verb: str):
    assert verb_for("plc", message, "warns") == verb
