"""Who is a person in what tools write down of conversations."""

from __future__ import annotations

import pytest

from robot_memory.foundation.text.conversation import is_person, speaker_of


@pytest.mark.parametrize(
    "name", ["assistant", "agent:planner", "agent planner", "Assistant (GPT)", "robot Rover", "AI"]
)
def test_a_machine_with_a_name_is_no_person(name):
    assert not is_person(name)


@pytest.mark.parametrize("name", ["ada", "user", "Robotics team", "Ai Weiwei", "Toolan", ""])
def test_a_name_is_a_persons(name):
    assert is_person(name)


@pytest.mark.parametrize(
    ("role", "name", "speaker"),
    [
        ("user", "ada", "ada"),
        ("", "ada", "ada"),
        ("ada", "", "ada"),
        ("assistant", "planner", "assistant planner"),
        ("agent", "ada", "agent ada"),
        ("robot", "Rover", "robot Rover"),
        ("ai", "ada", "agent ada"),
        ("agent", "agent ada", "agent ada"),
    ],
)
def test_a_role_of_a_machine_stands_before_the_name(role, name, speaker):
    assert speaker_of(role, name) == speaker
    assert is_person(speaker) is (role not in ("assistant", "agent", "robot", "ai"))
