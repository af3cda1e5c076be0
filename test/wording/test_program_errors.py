"""The text of an exception of a program tells of that program (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.advice import advice_for
from robot_memory.wording.remedies import REPORT


@pytest.mark.parametrize(
    "text",
    [
        "mapper logs an error: 'NoneType' object has no attribute 'width'",
        "player logs an error: parse file failed: list index out of range",
        "odom_node logs an error: Joint state error: 'wheel_1' is not in list",
        "gui logs an error: publish error: publisher's context is invalid",
        "hub logs an error: accept: [Errno 9] Bad file descriptor",
    ],
)
def test_an_exception_of_a_program_is_reported(text: str):
    assert advice_for(text) == REPORT


def test_what_a_program_cannot_read_as_a_number_comes_from_elsewhere():
    text = "follow logs an error: Error parsing place: could not convert string to float: ''"

    assert advice_for(text).startswith("check what arrives")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("eye logs an error: Could not detect green buoy", "in view"),
        ("eye logs an error: Tag detection failed, skipping", "is in view"),
        ("px4_link logs an error: Arm failed: timeout", "flight controller"),
        ("park logs an error: ImportError: gear", "install what is missing"),
        ("gear_ctl logs an error: Can not read gear name(s)", "which setting"),
        ("est logs a warning: cycle_time is too big: 2310us!", "load of the computer"),
        ("pre logs a warning: Warning, path has less than 2 poses", "too few points"),
        ("call logs an error: Action client not initialized", "was started"),
        ("match logs an error: No keypoints found for the left eye", "is in view"),
        ("relay logs a warning: CAMERA decode failed | bytes=12", "encoding"),
        ("plan logs a warning: No heat map yet, cannot plan", "publishes it"),
        ("gains logs an error: Failed to wait for service: [/a/set_parameters]", "offers it"),
        ("arm_action logs an error: Failed to start state monitor", "log lines before"),
        ("pick logs a warning: Grasp failed, retrying", "force of the gripper"),
        ("tuner logs a warning: No model path provided", "check the file"),
        ("ik_node logs an error: Failed to construct KDL tree", "robot description"),
        ("map_node logs an error: Transform error: source_frame is missing", "localisation"),
    ],
)
def test_what_a_program_works_with_decides(text: str, words: str):
    assert words in advice_for(text)


def test_a_network_is_not_looked_at():
    assert "in view" not in advice_for("net logs a warning: Unable to detect network interfaces")


def test_a_tag_that_a_file_has_not_is_not_looked_at():
    assert "view" not in advice_for("tags logs a warning: Tag ID 9 not found in YAML file.")


def test_a_simulation_has_no_sim_card():
    assert "SIM" not in advice_for("sim_runner logs an error: Failed to start the sim")
