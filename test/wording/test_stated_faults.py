"""Advice that takes its names from the sentence, where no kind of fault is known (§1.14)."""

from __future__ import annotations

import time

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.clauses import clauses_of, name_in
from robot_memory.wording.setting_faults import IN_FILE
from robot_memory.wording.unexplained_failures import FIND_CAUSE, LOOK_BEFORE

_STATED = """
set wheel_gap in the launch or parameter file | base logs an error: Failed to get params wheel_gap
set lane_map in the launch | nav logs an error: You must specify lane_map
correct turn_rate_max in the launch | nav logs an error: turn_rate_max must be less than 3
compare the number of values | arm logs an error: Torque size (6) differs from joint count (7)
what makes the road map: it lacks edges | nav logs an error: The road map does not contain edges
what makes lanes: it lacks exit | nav logs an error: No exit in lanes
set use_sim_time to false | nav logs a warning: Waiting for valid ROS time
set min_gap in the launch | scan_filter logs an error: GapFilter was not given min_gap
what fills point list: it is empty | nav logs a warning: Received empty point list
what sends lane marks: that it runs | nav logs a warning: Waiting for lane marks
what sends the lane topic: that it runs | nav logs a warning: The lane topic timed out
localisation or odometry runs | nav logs a warning: No odometry received yet
what sends full lane map | nav logs an error: I don't have any full lane map to update
what fills TEB: it is empty | nav logs an error: TEB is empty
check lane finder: its settings | nav logs a warning: Something is wrong with lane finder
start lane finder first | nav logs a warning: Lane finder not initialized
in the log of gate server why it refused lane 4 | nav logs an error: Lane 4 rejected by gate server
reduce the velocity of curve 2 | nav logs an error: curve 2 exceeds its velocity limit
bring curve radius within its limit | nav logs an error: Curve radius is too large for lane
bring curve radius within its limit | nav logs an error: Curve radius is below its minimum
switch lane keeping on if | nav logs a warning: Lane keeping is disabled
change lane.mode in the launch | nav logs an error: Cannot turn if lane.mode is set to 0
look for lane group A, and check its name | nav logs an error: No lane group A found
that the frame lane_3 is published | nav logs an error: Unknown frame lane_3
versions of driver and firmware | nav logs an error: Unknown lane packet
""".strip().splitlines()

_STEPS = """
settings of lane finder and that | nav logs an error: Failed to create lane finder
what arrives for lane image: its type | nav logs an error: Could not convert lane image
the value for lane width is allowed | nav logs an error: Unable to set lane width
the lidar accepts scan rate | lidar_driver logs an error: Failed to set scan rate
value for the lane width is allowed | nav logs an error: The lane width couldn't be set
what holds it back | nav logs an error: Failed to close the gripper
source of lane width: that it runs | nav logs an error: Could not get lane width
emergency stop, mode and the faults | nav logs an error: Could not enable vehicle
see that nothing moves | nav logs an error: Could not cancel conveyor motion
another program uses lane socket | nav logs an error: Unable to close lane socket
then reset sorter base again | nav logs an error: Unable to recover sorter base
has room | nav logs an error: Failed to push lane marks
free memory | nav logs an error: Could not allocate image pool
what holds it back | nav logs an error: Could not follow lane
that lane graph exists, is complete | nav logs an error: Failed to import lane graph
look for lane marks, and check | nav logs an error: Cannot find lane marks
report it with its log | nav logs an error: Failed to get lane iterator
""".strip().splitlines()


@pytest.mark.parametrize("line", _STATED)
def test_the_form_of_a_statement_and_its_names_say_what_to_do(line: str):
    words, _, text = line.partition(" | ")

    assert words in advice_for(text)


@pytest.mark.parametrize("line", _STEPS)
def test_the_verb_of_a_step_that_failed_and_its_object_say_what_to_do(line: str):
    words, _, text = line.partition(" | ")

    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "nav logs an error: Could not comply",
        "nav logs an error: Failed to do it",
        "nav logs an error: Unable to stop",
    ],
)
def test_a_step_without_an_object_has_general_advice(text: str):
    assert advice_for(text) == LOOK_BEFORE


@pytest.mark.parametrize(
    "text",
    [
        "nav logs an error: Vehicle lost",
        "nav logs an error: The lane request timed out",
    ],
)
def test_a_statement_that_leaves_open_what_is_wrong_has_general_advice(text: str):
    assert advice_for(text) in ("", FIND_CAUSE, LOOK_BEFORE)


def test_a_driver_that_cannot_start_its_device_has_a_cable():
    assert "cable" in advice_for("lidar_driver logs an error: Failed to create scan stream")


def test_a_driver_that_waits_for_its_device_has_a_cable():
    assert "cable" in advice_for("grabber logs an error: Waiting for device initialization..")


def test_a_step_that_ends_in_a_code_has_it_looked_up_before_anything_else():
    assert advice_for("lidar_driver logs an error: Failed to begin scan: 8003") == (
        "look up code 8003 in its maker's manual; then check the lidar's cable and the log lines"
        " before this one"
    )


def test_what_is_waited_for_in_vain_has_no_source():
    assert "what sends" not in advice_for("nav logs a warning: Waiting for a motion of the lift")


def test_what_is_tried_has_not_failed():
    assert advice_for("nav logs a warning: Trying to set a lane") == ""


def test_a_step_that_ends_in_a_count_has_no_code():
    assert "code" not in advice_for("lidar_driver logs an error: Failed to begin scan 3 of 5")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nav logs an error: This group can only have 3 lanes", "what the text says is possible"),
        ("rtk logs an error: no provider: YAML node is undefined", "add the section"),
        ("cam logs an error: LIBUSB - Cannot claim it", "close the other program"),
        ("nav logs a warning: stopped for a potential collision", "clear that place"),
        ("nav logs an error: Error in setInverter(): cannot do it", LOOK_BEFORE),
        ("cam logs a warning: image has not been remapped!", "remap the topic"),
        ("arm logs an error: Twist command value 3 is not finite", "what sends that request"),
        ("merge logs a warning: Could not estimate transforms", "what arrives for transforms"),
        ("view logs an error: Failed to save image.", "free disk space"),
        ("reader logs a warning: invalid packet received", "versions of driver and firmware"),
        ("grab logs an error: Laser not ready. Retrying.", "the laser's cable and power"),
        (
            "nav logs a warning: The /scan observation buffer has not been updated",
            "what sends the /",
        ),
        ("grab logs an error: The camera has been removed", "camera's cable and power"),
        ("grab logs an error: Device busy", "close the other program"),
        ("arm logs an error: Exceeded goal_time_tolerance", "what holds the joint back"),
        ("bus logs an error: duplicate entry for node id 3", "an address of its own"),
        ("nav logs an error: Lane load failed", "that lane exists, is complete"),
        ("slam logs an error: Localization error is high!", "set the robot's pose"),
        ("arm logs an error: Joint 3 is not claimed by any active controller", "list_controllers"),
        ("cam logs an error: Unable to send to the image encoder port", "check the link"),
        ("arm logs an error: Could not parse wheel_offset", "correct wheel_offset in the launch"),
        ("arm logs an error: Timeout waiting for the arm action result", "node that offers"),
        ("nav logs an error: Number of lanes does not match number of trajectories", "compare the"),
        ("io logs an error: Could not open /x/y.bin for write", "free disk space"),
        (
            "cam logs an error: set_info service called while it was not running",
            "start what is not",
        ),
        ("ctl reports an error: realtime loop only ran at 3 Hz", "the load of the computer"),
        ("arm logs an error: Parameter 'tool_mass' < 0", "correct the parameter tool_mass"),
        ("arm logs an error: /get_state could not be called", "the node that offers it"),
        ("sick logs an error: addCartesianPlan(): unknown exception", "report it with its log"),
        ("nav logs an error: LAND PLUGIN: cannot do it", LOOK_BEFORE),
        ("nav logs an error: Unable to obtain joint state handle for axle", "the joint names"),
        ("nav logs an error: Failed to save settings", "can be written"),
    ],
)
def test_what_stands_in_a_sentence_beside_the_fault_decides_nothing(text: str, words: str):
    assert words in advice_for(text)


def test_the_emergency_stop_of_an_arm_is_looked_at_once():
    advice = advice_for("Arm (kuka_rsi) logs an error: Could not enable robot.")

    assert advice.count("emergency stop") == 1


def test_a_setting_is_set_in_a_file_and_a_request_where_it_comes_from():
    assert advice_for("nav logs an error: lane_width must be positive").endswith(IN_FILE)
    assert "what sends it" in advice_for("nav logs an error: No lane specified for the request")


def test_a_reason_counts_more_than_what_it_prevents():
    assert advice_for("nav logs an error: Could not create lanes because lane_map is not set") == (
        f"set lane_map {IN_FILE}"
    )


@pytest.mark.parametrize(
    "text",
    [
        "[lanes] No map set",
        "## ERROR: no map set",
        "Lanes::read(): No map set",
        "LANES: No map set",
    ],
)
def test_what_stands_before_a_statement_is_no_part_of_it(text: str):
    assert clauses_of(text)[0].lower() == "no map set"


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("the map", "the map"),
        ("a 'lane_map' parameter", "lane_map"),
        ("joint 'elbow'", "joint elbow"),
        ("width of 2.5", "width"),
        ("it", ""),
        ("an error", ""),
        ("lane that is not there", ""),
    ],
)
def test_a_name_is_a_thing_without_its_value(words: str, name: str):
    assert name_in(words) == name


def test_a_long_message_takes_a_fraction_of_a_second():
    texts = [f"nav logs an error: {words * 60}" for words in ("no lane ", "could not get a b c ")]

    began = time.process_time()
    for text in texts:
        advice_for(text)

    assert time.process_time() - began < 0.5
