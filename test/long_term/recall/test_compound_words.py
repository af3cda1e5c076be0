"""A word is found inside compound words: "Pumpe" finds "Bewässerungspumpe"."""

from __future__ import annotations

import pytest

from robot_memory import RobotMemory

NOTES = (
    "Bewässerungspumpe tropft", "Hubmotor heiß", "Gartenschlauch undicht",
    "Rasenmähroboter 4 lädt nicht", "Spritzdüse links verstopft", "Akkutemperatur zu hoch",
)  # fmt: skip


@pytest.fixture
def memory(home, clock):
    with RobotMemory.open(home, clock=clock) as opened:
        for text in NOTES:
            opened.remember("environment_note", text)
        yield opened


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("pumpe", NOTES[0]), ("Was ist mit der Pumpe?", NOTES[0]), ("Pumpen", NOTES[0]),
        ("Motor", NOTES[1]), ("Schlauch", NOTES[2]), ("Roboter 4", NOTES[3]),
    ],
)  # fmt: skip
def test_a_word_is_found_at_the_end_of_compound_words(memory, question, text):
    assert memory.recall(question)[0].text == text


def test_an_exact_word_ranks_before_compound_words(memory):
    memory.remember("environment_note", "Pumpe 2 tropft")

    assert memory.recall("Pumpe")[0].text == "Pumpe 2 tropft"


@pytest.mark.parametrize("question", ["wasserung", "dus", "rten"])
def test_a_fragment_inside_a_word_is_not_an_answer(memory, question):
    assert not any(hit.is_answer for hit in memory.recall(question))
