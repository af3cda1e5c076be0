"""What to do about a fault that the whole sentence names, whatever device it names (§1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.request_states import OFFERED
from robot_memory.wording.setting_faults import IN_FILE

_SETTINGS = [
    ("arm_driver logs an error: Incorrect link timeout!", "correct the link timeout"),
    ("lidar logs an error: Invalid scan frequency", "correct the scan frequency"),
    ("gripper_driver logs an error: Missing host_name or port for the link", "set host_name or"),
    ("lidar logs a warning: port not set", "set the port"),
    ("rate_monitor logs an error: min_rate not a float or int", "set min_rate to a number"),
    ("lidar logs an error: Cannot begin at 400deg. Begin at 0deg instead.", "what the text says"),
    ("arm_hw logs an error: Could not read 'tool_mass' param", "the setting tool_mass"),
]
_NO_SETTINGS = [
    "lidar logs an error: connection timeout",
    "base logs an error: invalid packets at port 3",
    "nav logs an error: Invalid goal angle",
    "camera logs a warning: Cannot use the GPU, using the CPU instead",
]


@pytest.mark.parametrize(("text", "words"), _SETTINGS)
def test_a_setting_is_named_though_a_device_stands_beside(text: str, words: str):
    advice = advice_for(text)

    assert words in advice
    assert advice.endswith(IN_FILE)


@pytest.mark.parametrize("text", _NO_SETTINGS)
def test_words_for_settings_alone_are_no_wrong_setting(text: str):
    assert IN_FILE not in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "mower logs an error: Dock server service not found.",
        "nav logs an error: plan route action server not available",
        "arm_ui logs an error: could not call the gripper service",
    ],
)
def test_a_missing_service_is_software_whatever_its_name_contains(text: str):
    assert advice_for(text) == OFFERED


def test_a_failed_magnetic_calibration_keeps_away_from_iron():
    assert "iron" in advice_for("imu_driver logs a warning: Mag calibration failed")


def test_a_calibration_with_too_little_motion_has_more():
    assert advice_for("imu_driver logs a warning: insufficient pitch motion for calibration") == (
        "calibrate again, with more turns about each axis"
    )


def test_a_driver_that_fails_to_send_has_its_link_checked_first():
    assert advice_for("ublox_gps logs an error: Could not send the CFG-RST message") == (
        "check the GPS's cable and power"
    )


def test_an_arm_is_brought_to_rest_and_its_driver_is_not_restarted_first():
    advice = advice_for("Arm (kuka_rsi) logs an error: Could not comply")

    assert advice.startswith("with the arm at rest, check its emergency stop, mode and alarms")
    assert "restart" not in advice


def test_a_program_has_no_cable_and_its_device_has_one():
    assert advice_for("xsens_inertial_driver logs an error: Unable to begin").endswith(
        "check the inertial sensor's cable and power"
    )


def test_an_arm_that_says_how_it_moves_again_is_looked_at_first():
    assert advice_for(
        "Arm (motoman_driver) logs an error: Motion failed. If safe, call the enable service."
    ) == ("first check the emergency stop, the mode and the alarms of the arm")


def test_what_is_no_arm_has_no_arm_looked_at():
    assert "arm" not in advice_for("base logs an error: Motion failed. If safe, drive on.")


def test_a_tool_that_speaks_of_safe_motion_has_no_arm_looked_at():
    assert advice_for("rviz2 logs an error: the arm stopped. If safe, plan again.") == ""


def test_controllers_that_cannot_be_stopped_may_still_move():
    assert advice_for("Arm (rsi) logs an error: Could not stop controllers").startswith(
        "see that nothing moves"
    )


@pytest.mark.parametrize(
    "text",
    [
        "base: Emergency tells of a stop: Emergency stop engaged",
        "arm logs an error: Robot is e-stopped, cannot continue.",
        "panel logs an error: reason of the emergency stop is unknown",
    ],
)
def test_a_stop_that_no_person_is_said_to_have_made_may_have_other_causes(text: str):
    advice = advice_for(text)

    assert "scanner, bumper or safety circuit" in advice
    assert "who" not in advice


@pytest.mark.parametrize(
    "text",
    [
        "estop_monitor logs an error: Exception in pulse check: can't compare these",
        "estop_node logs a warning: pulse callback took 80 ms",
        "estop_node logs a warning: late message on the pulse topic",
        "estop_node logs an error: no publisher on the pulse topic",
        "panel logs an error: Exception in estop_callback: bad key",
    ],
)
def test_a_program_that_fails_beside_the_emergency_stop_is_no_stop(text: str):
    assert "release it" not in advice_for(text)


def test_a_robot_whose_emergency_stop_is_in_doubt_stays_stopped():
    text = "estop_monitor logs an error: Exception in pulse check"

    assert advice_for(text).startswith("keep the robot stopped and test its emergency stop")


def test_a_stop_that_a_program_makes_of_silence_has_the_sender_checked_first():
    advice = advice_for("rotors tells of a stop: No command received for 2.5s, triggering estop")

    assert advice == (
        "check what should have sent it, and the link to it, before the stop is released"
    )


def test_a_stop_that_a_program_makes_of_an_obstacle_has_the_place_cleared_first():
    advice = advice_for("pilot logs an error: 1.2 m to collision, emergency stop!")

    assert advice == (
        "look for what is in its way, and clear the place before the stop is released"
    )


def test_a_stop_that_a_program_makes_of_a_fault_has_that_fault_mended():
    advice = advice_for("guard logs a warning: Triggering the E-Stop due to an error.")

    assert "what triggered the stop" in advice


@pytest.mark.parametrize(
    "text",
    [
        "estop_monitor logs an error: panel 2 pressed",
        "base logs an error: Cannot move: emergency stop is active",
        "E-Stop reports an error: Triggered",
        "E-Stop reports an error: ON",
    ],
)
def test_a_stop_that_is_stated_is_one(text: str):
    assert "release it" in advice_for(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("guard logs an error: Safety check failed, stopping", "secure the robot"),
        ("spawner logs an error: 'leg-1' is not a valid node name", "rename"),
        ("watch logs a warning: liveliness lost for nodes: gait", "check that the node runs"),
        ("radar logs a warning: Sending param not successful: range", "firmware accept"),
        ("drive logs a warning: gain was set to 0.0 and 0.2 was requested", "firmware accept"),
        ("left_wheel reports an error: driver (4) has a current fault", "short circuit"),
        ("mapper logs an error: 0 places found after query", "the database holds"),
        ("lio logs a warning: Large velocity, reset preintegration", "the estimate is made"),
        ("eye logs a warning: Reduced performance is expected", "faster port"),
        ("lift_adapter logs an error: Unable to retrieve level", "controller of the lift"),
    ],
)
def test_a_plain_fault_has_its_plain_remedy(text: str, words: str):
    assert words in advice_for(text)
