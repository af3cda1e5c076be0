"""What to do about a fault whose kind is known by its words (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rear_lidar logs a warning: poll() timeout", "check the lidar's cable and power"),
        ("Rear lidar falls silent while the robot runs", "check the lidar's cable and power"),
        ("motor_left reports an error: Overtemperature", "let the motor cool"),
        ("pc: CPU Temperature reports an error: Critical", "let the CPU cool"),
        ("base: Battery warns: Low voltage (Voltage: 21.3 V)", "charge the battery"),
        ("board warns: Undervoltage on 5 V rail", "check the supply"),
        (
            "scanner reports an error: Error state (Contamination error)",
            "the scanner's window",
        ),
        ("base: left wheel encoder reports an error: no pulses for 15 ms", "encoder's cable"),
        ("drive logs an error: following error 0.8 rad", "holds the drive back"),
        ("drive logs an error: overcurrent on phase U", "look for a jam"),
        ("gps logs an error: antenna short circuit", "check the antenna"),
        ("bus logs an error: CAN bus can0 went BUS-OFF", "termination"),
        ("arm logs a warning: Safety mode is now PROTECTIVE_STOP", "release the stop"),
        ("arm_hw logs a warning: Joint 3 encoder battery low", "replace that battery"),
        ("Wheel slip near (12, −3) in `map`", "drive slowly there"),
        ("pc warns: Very low disk space", "free disk space"),
        ("node logs an error: memory leak, out of memory", "what uses the memory"),
    ],
)
def test_a_kind_that_is_known_has_advice(text: str, words: str):
    assert words in advice_for(text)


@pytest.mark.parametrize(
    "text",
    [
        "planner logs a warning: the sun is bright",
        "base: Mode tells what an operator did: Mode changed to manual",
        "amcl logs a warning: Please set the initial pose",
        "rosbag2_recorder logs a warning: messages lost, no data",
        "joint 4 is beyond its usual level",
    ],
)
def test_what_is_no_fault_or_unknown_or_says_it_itself_has_none(text: str):
    assert advice_for(text) == ""
