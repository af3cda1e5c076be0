"""A fault of which only the class is sure has a first step that is never wrong (§1.14)."""

from __future__ import annotations

import re

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.fault_class import FaultClass
from robot_memory.wording.fault_classes import class_of_fault
from robot_memory.wording.unexplained_failures import FIND_CAUSE, LOOK_BEFORE

_OF_CLASS = """
EXCEPTION | nav logs an error: Invalid pointer in the lane list
EXCEPTION | nav logs an error: Unknown error in the lane finder
NOT_INSTALLED | nav logs an error: Failed to load the lane plugin
MODEL | arm logs an error: Could not find the wheel in the URDF
DEFAULT | nav logs a warning: lane width falls back to its default
SETTING | nav logs an error: The lane width is not loaded from the parameter server
WRITE | nav logs an error: Failed to save the image
FILE | nav logs an error: Lane file does not exist
FILE | nav logs an error: No such file or directory: /opt/robot/config/lane.bin
ACCESS | eye logs an error: Permission denied opening device 3 on bus 3
COMPUTED | nav logs an error: could not calculate the lane heading
CONTROL | arm logs an error: Could not switch controllers, due to a conflict
CONTROL | arm logs an error: JointLaneController: Could not get state interface from hardware
JOINTS | arm logs an error: Unknown joint in the trajectory
PLAN | nav logs an error: No valid lane path found
NOT_SEEN | eye logs a warning: Lane not detected
SERVICE | nav logs an error: lane action server not connected
SERVICE | nav logs an error: Failed to call GetLaneParameters
REFUSED | nav logs an error: Lane goal was rejected
REFUSED | base logs an error: drive was called but motion is not allowed
ALREADY | base logs an error: Base is already docked!
ALREADY | base logs a warning: Cannot add lane, already added.
ALREADY | base logs an error: Lane name (mud) already exist !!
LOAD | nav logs a warning: Control rate was missed
HELD | board logs a warning: Failed to get parameter 'ROLL_GAIN' from the firmware
HELD | mixer logs an error: Could not apply the gain
NOT_READY | nav logs an error: no lanes because the finder is not enabled
NOT_READY | pad logs a warning: Mode Switcher not initialized
NOT_READY | nav logs a warning: Lanes need to be started prior to a turn
NO_CONNECTION | sonde logs a warning: Connect timed out, retrying
NO_CONNECTION | plough logs an error: Implement seems not to respond
MOTION | nav logs an error: Lane action did not finish before the timeout
NO_DATA | tractor logs a warning: Oil temp stale (>2 s)
NO_DATA | nav logs a warning: Waiting for lane marks
NO_DATA | nav logs a warning: Lanelet map is not set
NO_DATA | smoother logs a warning: Failed to find a state at time 12.5
UNSUPPORTED | nav logs a warning: Lane marks of this kind are not supported
NOT_UNDERSTOOD | reader logs a warning: invalid packet received
NOT_UNDERSTOOD | mixer logs an error: Invalid frame (format=s16, channels=4)
COUNT | arm logs an error: Torque size (6) differs from joint count (7)
COUNT | stereo logs an error: Left and depth image differ in size: 640x480
CALIBRATION | lane_cam logs a warning: Calibration is wrong!
NOT_STARTED | nav logs an error: Failed to create lane finder
SENSED | tracker logs an error: Marker pose estimate is invalid
SENSED | nav logs a warning: Odometry.position has a non finite element
NOT_GIVEN | nav logs an error: You must specify a lane
NOT_GIVEN | tuner logs a warning: NO LANE SELECTED
VALUE | nav logs an error: Invalid lane mark
VALUE | nav logs an error: lane offset is larger than the lane
ENABLE | base logs an error: Could not enable vehicle
NOT_FOUND | nav logs an error: Cannot find lane marks
""".strip().splitlines()


@pytest.mark.parametrize("line", _OF_CLASS)
def test_a_fault_has_the_first_step_of_its_class(line: str):
    kind, _, text = line.partition(" | ")

    assert advice_for(text) == FaultClass[kind]


def test_every_class_has_an_example():
    assert {line.partition(" | ")[0] for line in _OF_CLASS} == {kind.name for kind in FaultClass}


@pytest.mark.parametrize("kind", list(FaultClass))
def test_no_class_lets_anybody_release_enable_or_reset_anything(kind: FaultClass):
    assert re.search(r"\b(?:release|unlock|switch|reset|re-?enable|acknowledge)\b", kind) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("nav logs an error: lane_gain in the filter is not loaded from parameters", "lane_gain"),
        ("nav logs an error: lane_num is not valid", "lane_num"),
        ("nav logs an error: Could not find parameter `lane`", "lane"),
        ("nav logs an error: The 'lane' parameter is empty", "lane"),
        ("nav logs an error: Could not get parameter ~lane_id", "~lane_id"),
        ("nav logs an error: Invalid or no d_lane parameters provided", "d_lane"),
    ],
)
def test_a_setting_has_its_name(text: str, name: str):
    assert advice_for(text).startswith(f"check the setting {name}: its name, value and type")


@pytest.mark.parametrize(
    "text",
    [
        "nav logs an error: get_lane() cannot detect lanes under that parameter",
        "nav logs an error: Bad value in parameters of send_lane_mark",
    ],
)
def test_a_name_that_is_not_that_of_the_setting_is_left_out(text: str):
    assert advice_for(text).startswith("find which setting is meant")


def test_the_words_of_a_path_are_none_about_a_setting():
    assert class_of_fault("Cannot find /opt/config/lane.bin") is FaultClass.NOT_FOUND


@pytest.mark.parametrize("tag", ["LaneService: ", "[LaneService]: ", "(LaneService): "])
def test_a_name_before_a_colon_is_no_part_of_the_fault(tag: str):
    assert class_of_fault(f"{tag}failed to comply") is None
    assert advice_for(f"nav logs an error: {tag}failed to comply") == LOOK_BEFORE


def test_the_name_of_a_function_is_no_word_about_a_fault():
    assert advice_for("nav logs an error: Error in laneService(): failed to do it") == LOOK_BEFORE


def test_a_message_that_is_not_about_a_setting_names_none():
    assert class_of_fault("next_trajectory is missing") is not FaultClass.SETTING


def test_the_device_of_a_driver_without_a_connection_has_its_cable_checked():
    assert advice_for("lidar_driver logs an error: Not connected yet, retrying") == (
        "check the lidar's cable and power"
    )


def test_the_device_of_a_driver_that_cannot_start_has_a_cable():
    assert "cable" in advice_for("lidar_driver logs an error: Failed to create scan stream")


def test_a_step_that_ends_in_a_code_has_it_looked_up_before_anything_else():
    assert advice_for("lidar_driver logs an error: Failed to begin scan: 8003") == (
        "look up code 8003 in its maker's manual; then read the log lines before this one"
    )


def test_a_step_that_ends_in_a_count_has_no_code():
    assert "code" not in advice_for("lidar_driver logs an error: Failed to begin scan 3 of 5")


@pytest.mark.parametrize(
    "text",
    [
        "nav logs an error: Could not comply",
        "nav logs an error: Vehicle lost",
        "nav logs an error: Something is wrong with the lane finder",
    ],
)
def test_a_fault_of_no_class_has_its_log_read(text: str):
    assert advice_for(text) in (FIND_CAUSE, LOOK_BEFORE)


def test_what_is_tried_has_not_failed():
    assert advice_for("nav logs a warning: Trying to set a lane") == ""
