"""Which log messages tell of no fault (rules.md §5.2)."""

from __future__ import annotations

import pytest

from robot_memory.wording.normal_states import is_normal, is_test_program


@pytest.mark.parametrize(
    "message",
    ["Goal is executing", "Task 3 was accepted", "Preempting Row Follower", "Entering docking"],
)
def test_what_a_goal_or_a_behaviour_regularly_does_is_normal(message: str):
    assert is_normal(message)


@pytest.mark.parametrize(
    "message",
    [
        "Goal not accepted",
        "Goal is executing too long",
        "Preempting: motor fault",
        "Entering emergency mode",
        "Starting docking failed",
        "Shutting down because of a low battery",
    ],
)
def test_what_may_be_a_fault_is_not(message: str):
    assert not is_normal(message)


@pytest.mark.parametrize(
    ("logger", "is_test"),
    [("nav_system_tests", True), ("motor_self_tests", False), ("brake_test", False)],
)
def test_a_program_that_tests_programs_is_told_from_a_test_of_a_device(logger: str, is_test: bool):
    assert is_test_program(logger) is is_test
