"""Conversations of other tools: every usable part is used."""

from __future__ import annotations

import pytest

from robot_memory.foundation.text.conversation import is_person, read_conversation, speaker_of

NOON = "2026-11-20T12:00:00Z"


def talk(*turns, **fields):
    return {"session_id": "s1", "start_time": NOON, "turns": list(turns), **fields}


def said(words="hello", **fields):
    return {"timestamp": NOON, "role": "user", "content": words, **fields}


def test_an_unpaired_surrogate_reads_as_a_question_mark_anywhere():
    """Tools that cut UTF-16 in the middle write such JSON; files and databases refuse it."""
    data = talk(said("the door \ud83d sticks", role="a\ud83d"), said(speaker="b\ud83d"),
                session_id="s\ud83d")  # fmt: skip
    read = read_conversation(data, "x.json")

    assert read.session_id == "s?"
    assert [(turn.speaker, turn.content) for turn in read.turns] == [
        ("a?", "the door ? sticks"), ("b?", "hello"),
    ]  # fmt: skip


@pytest.mark.parametrize("never", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", 253402300799])
def test_a_placeholder_time_is_reported_and_replaced_by_the_start_time(never):
    read = read_conversation(talk(said(timestamp=never)), "x.json")

    assert [str(turn.time) for turn in read.turns] == ["2026-11-20 12:00:00+00:00"]
    assert [defect.path for defect in read.defects] == ["turns[0].timestamp"]


@pytest.mark.parametrize(
    "name", ["assistant", "agent:planner", "agent planner", "Assistant (GPT)", "robot Rover", "AI"]
)
def test_the_name_of_a_machine_is_not_a_persons(name):
    assert not is_person(name)


@pytest.mark.parametrize("name", ["ada", "user", "Robotics team", "Ai Weiwei", "Toolan", ""])
def test_an_ordinary_name_is_a_persons(name):
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
def test_a_machines_role_is_put_before_its_name(role, name, speaker):
    assert speaker_of(role, name) == speaker
    assert is_person(speaker) is (role not in ("assistant", "agent", "robot", "ai"))
