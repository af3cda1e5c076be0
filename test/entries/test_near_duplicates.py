"""Notes in nearly the same words become one entry; different facts never do (rules.md §1.2)."""

from __future__ import annotations

import pytest
from entry_builders import make_entry
from hypothesis import given
from hypothesis import strategies as st

from robot_memory.entries.near_duplicates import find_echo
from robot_memory.entries.normal_words import normal_words
from robot_memory.foundation.wording.varying_text import READINGS, VaryingText

NAMES = st.sampled_from(["door", "lift", "ramp", "left wheel", "bay"])
NUMBERS = st.sampled_from(["", "1", "2", "12", "A", "B", "1.5", "15", "-5", "5"])
STATES = st.sampled_from(["open", "not open", "closed", "wet", "≤ 0.3 m/s", "≥ 0.3 m/s", "full"])
FACTS = st.tuples(NAMES, NUMBERS, STATES)


def say(fact, article, verb, end):
    name, number, state = fact
    words = [article, name, number, verb, state]
    return " ".join(word for word in words if word) + end


def styles():
    parts = (st.sampled_from(["", "the", "The"]), st.sampled_from(["", "is"]),
             st.sampled_from(["", ".", "!", "…", " "]))  # fmt: skip
    return st.tuples(*parts)


@given(FACTS, styles(), styles())
def test_a_fact_in_two_styles_has_the_same_normal_words(fact, one, other):
    assert normal_words(say(fact, *one)) == normal_words(say(fact, *other))


@given(FACTS, FACTS, styles(), styles())
def test_two_facts_have_different_normal_words_in_any_style(fact, other, one, two):
    if fact != other:
        assert normal_words(say(fact, *one)) != normal_words(say(other, *two))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kitchen doorway has a 3 cm lip", "The kitchen doorway has 3 cm lip."),
        ("left-wheel encoder: no pulses", "Left wheel encoder, no pulses"),
        ("Door isn't locked", "Door is not locked"),
        ("Ramp\u00a0 is  steep", "ramp is steep"),
        ("The doorway has a 3cm lip", "The doorway has a 3 cm lip"),
        ("Motor at 71.2°C", "Motor at 71.2 °C"),
        ("Lip of 3\u339d", "Lip of 3 cm"),
        ("1,5kg on the arm", "1,5 kg on the arm"),
    ],
)
def test_punctuation_case_articles_and_is_are_ignored(one, other):
    assert normal_words(one) == normal_words(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Door 1 is open", "Door 2 is open"),
        ("Door is open", "Door is not open"),
        ("Door A is open", "Door is open"),
        ("Gain is 1.5", "Gain is 15"),
        ("Gain is -5", "Gain is 5"),
        ("Prefer ≤ 0.3 m/s", "Prefer ≥ 0.3 m/s"),
        ("Load 50 %", "Load 50"),
        ("Lip of 1 3cm", "Lip of 13 cm"),
        ("Bay E3 cm", "Bay E 3 cm"),
        ("Is the door open?", "The door is open"),
        ("Wheels slip", "Wheel slips"),
        ("Limit is 10⁶ Pa", "Limit is 106 Pa"),
        ("Gate ① is open", "Gate 1 is open"),
        ("Laser needs 5 mW", "Laser needs 5 MW"),
        ("Laser needs 5\u33bd", "Laser needs 5\u33bf"),
    ],
)
def test_words_that_distinguish_two_facts_are_kept(one, other):
    assert normal_words(one) != normal_words(other)


@pytest.mark.parametrize(
    ("note", "is_echo"),
    [
        ("Lidar reports 3 of 17 packets lost", True),
        ("Lidar reports between three and four of about 17 or so packets lost", True),
        ("Lidar reports 3 of 17 packets lost again today", True),
        ("Lidar reports 3 of 17 packets lost, and smoke comes out of its left side", False),
        ("A person lies before the robot: lidar reports 3 of 17 packets lost", False),
        ("Lidar reports 3 of 17 packets", False),
        ("Lidar reports one two three four five six seven eight nine of 17 packets lost", False),
        ("Lidar packets lost of 3", False),
    ],
)
def test_the_text_of_an_entry_with_other_values_is_an_echo(note, is_echo):
    said = VaryingText.of("Lidar reports … of … packets lost", ["1", "20"])
    entry = make_entry(str(said), extra={READINGS: said.as_list()})

    assert (find_echo(note, [entry]) is entry) == is_echo
