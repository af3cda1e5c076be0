"""Advice names the part that a text is about (rules.md §1.14)."""

from __future__ import annotations

import pytest

from robot_memory.wording.part_noun import with_noun

_ADVICE = "check {its} cable"


def _told(speaker: str, said: str) -> str:
    return with_noun(_ADVICE, f"{speaker}: {said}", said)


@pytest.mark.parametrize(
    ("speaker", "said", "told"),
    [
        ("base", "no data from the lidar", "check the lidar's cable"),
        ("rear lidar", "no data", "check the lidar's cable"),
        ("arm", "left wheel encoder is silent", "check the wheel encoder's cable"),
        ("motor controller", "device lost", "check the motor controller's cable"),
        ("base", "device lost", "check the device's cable"),
        ("base", "motors silent", "check the motors' cable"),
        ("base", "gps silent", "check the GPS's cable"),
        ("arduino", "silent", "check the Arduino's cable"),
        ("base", "m1 silent", "check motor M1's cable"),
        ("urg node", "silent", "check the lidar's cable"),
        ("base", "silent", "check the device's cable"),
    ],
)
def test_the_noun_is_the_part_that_was_spoken_of_else_the_one_that_speaks(
    speaker: str, said: str, told: str
):
    assert _told(speaker, said) == told


def test_a_general_word_gives_way_to_the_name_of_the_part_that_speaks():
    assert _told("front camera", "the device is gone") == "check the camera's cable"


def test_advice_without_a_place_for_the_noun_stays():
    assert with_noun("close it", "lidar: open", "open") == "close it"
