"""Which log messages report no fault (rules.md §5.2)."""

from __future__ import annotations

import pytest

from robot_memory.perception.detectors.log_detector import is_normal

NORMAL = ["Goal is executing", "Task 3 was accepted", "Preempting Row Follower", "Entering docking"]
MAYBE_A_FAULT = [
    "Goal not accepted", "Goal is executing too long", "Preempting: motor fault",
    "Entering emergency mode", "Starting docking failed",
    "Shutting down because of a low battery",
]  # fmt: skip


@pytest.mark.parametrize("message", [*NORMAL, *MAYBE_A_FAULT])
def test_log_messages_about_regular_goal_progress_are_not_faults(message: str):
    assert is_normal(message) == (message in NORMAL)
