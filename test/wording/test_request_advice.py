"""Advice where a transform, a request, a setting or data is in the way, not a part (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.request_states import OFFERED, WAIT
from robot_memory.wording.setting_faults import IN_FILE

_NEEDS = "check that localisation or odometry runs and publishes the transform"


@pytest.mark.parametrize(
    ("text", "frames"),
    [
        ("nav logs an error: Could not transform the goal from map to base_link", "map and base"),
        ("loc logs a warning: No transform from 'laser' to 'base_link'", "laser and base_link"),
        ("slam logs an error: No guess between frames 'odom' -> 'base'", "odom and base"),
        ("ekf logs a warning: twist not converted to odom frame", "to odom"),
        ("nav logs an error: Could not transform the pose of frame [cam] to frame [map]", "map"),
        ("nav logs an error: Could not get robot pose", "that it needs"),
        ("nav logs a warning: current pose is 3.1s old", "that it needs"),
    ],
)
def test_a_missing_transform_has_its_frames_named(text: str, frames: str):
    advice = advice_for(text)

    assert advice.startswith(_NEEDS)
    assert frames in advice
    assert "compare the clocks" in advice


@pytest.mark.parametrize(
    "text",
    [
        "camera logs an error: failed to transform color space",
        "planner logs an error: failed to get the grasp pose",
        "arm logs an error: cannot get the current pose of the gripper",
        "nav logs an error: transform failed: extrapolation into the future",
    ],
)
def test_what_no_transform_would_mend_has_no_transform_published(text: str):
    assert _NEEDS not in advice_for(text)


def test_odometry_that_is_lost_stops_the_robot_first():
    assert advice_for("vslam logs a warning: Odometry lost!").startswith("stop the robot")


def test_odometry_that_lost_another_thing_is_not_lost():
    assert "stop the robot" not in advice_for("base logs an error: odometry lost its counter")


def test_a_message_that_its_stamp_rules_out_has_the_clocks_compared():
    assert "clocks" in advice_for("ekf logs a warning: Dropping odometry with stamp 3 of the past")


@pytest.mark.parametrize(
    "text",
    [
        "cam logs a warning: cannot change the mode while a goal is being executed",
        "dock logs an error: Cannot reload the database while docking",
        "gripper logs an error: Rejected, another goal is already active",
    ],
)
def test_what_is_busy_is_waited_for(text: str):
    assert advice_for(text) == WAIT


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("fleet logs a warning: No active order to cancel", "check what sent the request"),
        ("lift logs an error: order is not in the paused state", "let the old one end"),
        ("nav logs an error: changing the speed is not yet implemented", "cancel it, then send"),
        ("nav logs an error: pause not implemented", "do not send that request"),
        ("dock logs an error: navigation request to bay failed", "that navigation is active"),
        ("bt logs an error: the action was aborted", "why it failed"),
    ],
)
def test_the_state_of_a_request_decides_what_to_do(text: str, words: str):
    advice = advice_for(text)

    assert words in advice
    assert OFFERED not in advice


def test_a_lost_action_has_the_node_that_offers_it_named():
    assert advice_for("bt logs an error: Action server 'compute_path_to_pose' not available") == (
        "check that the node that offers the action compute_path_to_pose (planner_server) runs and"
        " is active; start it if not"
    )


def test_a_service_of_an_unknown_node_is_named_alone():
    assert "offers the service lamp_on runs" in advice_for(
        "ui logs an error: service 'lamp_on' not available"
    )


def test_a_robot_that_lost_what_drives_it_is_stopped_first():
    assert advice_for("nav logs an error: Lost connection to the action '/follow_path'").startswith(
        "see that the robot has stopped; then check that the node"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("net logs an error: cannot log in, param 'token' was not set", "set the parameter token"),
        ("dock logs an error: Parameter 'rate' is invalid", "correct the parameter rate"),
        ("base logs an error: wheel_names must not be empty", "set wheel_names"),
        ("nav logs an error: map file not found: NONE", "set the map file"),
        ("pub logs an error: publisher with no topic name set", "set the topic name"),
        ("can logs an error: the address provided was invalid", "correct the address"),
        ("spot logs an error: password not set", "set the password"),
        ("arm logs an error: parameter type mismatch for gains", "correct the type"),
    ],
)
def test_a_setting_wins_over_words_for_plans_topics_and_access(text: str, words: str):
    advice = advice_for(text)

    assert words in advice
    assert advice.endswith(IN_FILE)


@pytest.mark.parametrize(
    "text",
    [
        "arm logs an error: Parameter server not found",
        "arm logs an error: next_trajectory cannot be empty",
        "nav logs an error: map file not found: /maps/hall.yaml",
    ],
)
def test_what_is_no_setting_is_not_set(text: str):
    assert not advice_for(text).startswith("set ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arm logs an error: trajectory is empty", "what sends the trajectory"),
        ("arm logs a warning: zero points in the path", "what sends the trajectory"),
        ("ik logs an error: could not get the joint state", "joint state broadcaster"),
        ("base logs a warning: empty driver status", "the motor driver has power"),
        ("gps_node logs a warning: no more data", "what the GPS sends"),
        ("base logs a warning: got empty response", "the program that sends it"),
        ("arm logs an error: could not find the third joint of the hand", "the joint names"),
    ],
)
def test_data_that_is_missing_has_its_source_checked(text: str, words: str):
    assert words in advice_for(text)


def test_a_cable_is_never_that_of_nothing():
    assert "its cable" not in advice_for(
        "hub logs an error: Cannot open the serial line: crc error"
    )


def test_a_device_that_gave_a_value_back_keeps_its_cable():
    assert advice_for("imu_driver logs an error: Filter set to 4, but reads 2").startswith(
        "check that this model and its firmware accept"
    )
    assert "cable" not in advice_for("imu_driver logs an error: setup failed, sensor replied 3")


def test_a_code_that_a_call_returned_is_looked_up_with_its_sign():
    assert advice_for("arm_api logs a warning: set_speed, ret=-5") == (
        "look up code -5 in its maker's manual"
    )


def test_a_call_that_returned_nothing_wrong_has_no_code():
    assert advice_for("arm_api logs a warning: set_speed, ret=0") == ""


def test_a_safety_function_is_not_restarted_first():
    advice = advice_for("safety_monitor logs an error: could not comply")

    assert advice.startswith("check emergency stop, battery")
    assert "restart" not in advice


@pytest.mark.parametrize("said", ["bond lost by the planner", "internal error", "the node crashed"])
def test_no_restart_of_a_safety_function_comes_first(said: str):
    assert "restart" not in advice_for(f"safety_monitor logs an error: {said}")


def test_a_safety_function_with_a_mended_setting_is_restarted_at_rest():
    assert advice_for("safety_monitor logs an error: Parameter 'rate' is invalid").endswith(
        f"{IN_FILE} while the robot stands still"
    )


def test_a_setting_of_a_drone_is_not_mended_in_flight():
    assert advice_for("drone_pilot logs an error: Parameter 'rate' is invalid").endswith(
        "restart the node once the drone has landed"
    )


def test_a_drone_has_landed_before_a_restart():
    assert advice_for("drone_pilot logs an error: could not comply").endswith(
        "restart the node once the drone has landed"
    )


def test_a_text_that_only_asks_for_a_restart_leaves_out_what_to_check():
    assert "power" in advice_for("xarm logs an error: Connection failed! Please shut down")


def test_factory_data_that_is_missing_is_not_calibrated_again():
    assert "calibrate" not in advice_for("pad logs an error: factory calibration data is missing")
