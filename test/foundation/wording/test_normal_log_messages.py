"""Which log messages tell of no fault (rules.md §5.2)."""

from __future__ import annotations

import pytest

from robot_memory.perception.detectors.log_detector import is_normal


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
