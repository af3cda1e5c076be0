"""A message as plain words."""

from __future__ import annotations

import pytest

from robot_memory.foundation.wording.plain_words import plain_words


@pytest.mark.parametrize(
    "text",
    ["ROBOT_EMERGENCY_STOP", "robotEmergencyStop", "Robot emergency-stop", "robot/emergency.stop"],
)
def test_different_spellings_of_a_name_give_the_same_plain_words(text: str):
    assert plain_words(text) == "robot emergency stop"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("GPSTimeout", "gps timeout"), ("CANBusOff", "can bus off"), ("IMUs", "imus"),
        ("TFmini", "tfmini"), ("CANopen node", "canopen node"), ("E-Stop", "e stop"),
        ("No PLCs found", "no plcs found"), ("ROBOT", "robot"),
    ],
)  # fmt: skip
def test_an_abbreviation_becomes_one_plain_word(text: str, words: str):
    assert plain_words(text) == words
