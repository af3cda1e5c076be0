"""A message as plain words."""

from __future__ import annotations

import pytest

from robot_memory.wording.plain_words import plain_words


@pytest.mark.parametrize(
    "text",
    ["ROBOT_EMERGENCY_STOP", "robotEmergencyStop", "Robot emergency-stop", "robot/emergency.stop"],
)
def test_spellings_of_one_name_are_the_same_words(text: str):
    assert plain_words(text) == "robot emergency stop"
