"""Advice does not take words for a setting, a cable or a program that they do not mean (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.remedies import COUNTS, REPORT, SAME_TIME, SET_AGAIN, VERSIONS
from robot_memory.wording.setting_faults import IN_FILE


@pytest.mark.parametrize(
    "text",
    [
        "tracker logs an error: Marker pose estimate is invalid",
        "snake logs an error: enter failed: local position invalid",
        "pilot logs an error: NaN detected in the vehicle state",
        "mapper logs a warning: Elevation map contains NaN values",
    ],
)
def test_a_value_that_is_measured_is_no_setting(text: str):
    assert advice_for(text).startswith("check the sensors")


def test_a_value_that_is_set_stays_a_setting():
    text = "mapper logs an error: Parameter 'odom_covariance' is invalid"

    assert advice_for(text).endswith(IN_FILE)


def test_a_value_that_a_device_holds_is_not_set_in_a_file():
    text = "bridge logs a warning: Failed to get parameter 'ROLL_GAIN' from the autopilot"

    assert IN_FILE not in advice_for(text)
    assert "firmware" in advice_for(text)


def test_a_number_that_is_none_has_the_program_checked_that_computes_it():
    advice = advice_for("tracker logs an error: NaN detected in variable 'cmd.jerk.x'")

    assert advice == "find what computes or sends that value, and check its input"


def test_a_program_that_sets_a_value_to_zero_has_no_setting():
    advice = advice_for("so3 logs an error: NaN detected in variable 'k[0]', setting it to 0")

    assert advice == "find what computes or sends that value, and check its input"


def test_what_a_driver_could_not_set_has_its_link_checked():
    assert advice_for("imager logs an error: Could not set size of the window") == SET_AGAIN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("stereo logs an error: Left and depth image differ in size: 640x480", "of the images"),
        ("axis_can logs a warning: Incorrect status frame length: 3 != 8", "same id"),
        ("axis_can logs an error: invalid frame size (3 bytes received)", "same id"),
        ("mixer logs an error: Invalid frame (format=s16, channels=4)", "compare format"),
    ],
)
def test_a_size_or_a_format_is_no_count_no_transform_and_no_cable(text: str, words: str):
    assert words in advice_for(text)


def test_a_different_number_of_values_stays_a_count():
    text = "mixer logs an error: Number of gains differs from the number of joints"

    assert advice_for(text) == COUNTS


def test_what_a_program_makes_of_its_data_is_not_started():
    advice = advice_for("geo_node logs an error: Local projection not initialized")

    assert not advice.startswith("start")
    assert "that it begins with" in advice


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("fusion logs a warning: measured stamps must be increasing", SAME_TIME),
        ("drive_bus logs an error: unknown control byte value", VERSIONS),
        ("track logs an error: Unknown state!", REPORT),
        ("track logs an error: Invalid index in insert_at (index=9)", REPORT),
    ],
)
def test_time_an_answer_and_the_inside_of_a_program_are_no_settings(text: str, advice: str):
    assert advice_for(text) == advice


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nav logs an error: Received map message is malformed", "what sends that message"),
        ("loader logs an error: Can't parse config string 'x'", "in the configuration"),
    ],
)
def test_a_message_or_a_string_that_is_malformed_has_no_firmware(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "odom_calc logs an error: wheel_radius error",
        "plan_tree logs an error: Input port 'frame_id' missing in XML.",
        "husky_arm logs an error: Failed to update robot state.",
    ],
)
def test_a_radius_an_id_and_a_state_are_no_wheel_no_frame_and_no_setting(text: str):
    advice = advice_for(text)

    assert "manual" not in advice
    assert "this frame is published" not in advice
    assert "accepts" not in advice


def test_a_device_is_not_set_to_itself():
    assert "accepts" not in advice_for("imu_node logs a warning: Unable to set IMU to run mode")


def test_what_is_known_by_a_time_is_not_looked_for_by_its_name():
    advice = advice_for("smoother logs a warning: Failed to find a state at time 12.5")

    assert "time stamps" in advice
    assert "name" not in advice


def test_an_interface_before_a_colon_is_not_what_is_wrong():
    text = "leg_hw logs an error: Error in the hardware interface: leg-1 is no valid topic name"

    assert "controller wants" not in advice_for(text)
