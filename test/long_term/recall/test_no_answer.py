"""If nothing in the memory clearly answers a question, the hits say so."""

from __future__ import annotations

import pytest

from robot_memory.ledger import Kind

LIP = "Kitchen doorway has a 3 cm lip"


@pytest.fixture(name="robot")
def robot_with_notes(robot):
    for text in (
        LIP, "The gripper loses vacuum on dusty boxes", "Lift 2 is slow at noon",
        "The left wheel encoder drops out above 0.3 m/s", "Ada keeps the spare battery in bay 4",
    ):  # fmt: skip
        robot.lesson(text)
    return robot


@pytest.mark.parametrize("question", [
    "what is the password of the wifi in the kitchen?", "which key opens the doorway cabinet?",
    "when did the conveyor motor catch fire in the lift?", "who won the football match at noon?",
])  # fmt: skip
def test_what_shares_a_word_with_a_question_is_no_answer(robot, question):
    assert {hit.is_answer for hit in robot.find(question)} == {False}


@pytest.mark.parametrize("question", [
    "what is wrong with the kitchen doorway?", "gripper vacuum", "which lift is slow?",
    "when does the wheel encoder drop out?", "where is the spare battery?", "lip", LIP,
])  # fmt: skip
def test_what_says_most_of_what_is_asked_is_an_answer(robot, question):
    assert {hit.is_answer for hit in robot.find(question)} == {True}


@pytest.mark.parametrize("number", range(4, 8))
def test_what_is_about_another_one_of_numbered_parts_is_no_answer(robot, number):
    for other in range(4, 8):  # all numbers occur, so none of them is rare
        robot.lesson(f"Dock {other} was painted on day {other}")
    robot.lesson("Silo 3 smells of solvent")

    assert not robot.find(f"does silo {number} smell of solvent?")[0].is_answer
    assert robot.find("does silo 3 smell of solvent?")[0].is_answer


@pytest.mark.parametrize(
    "said", ["Tanks 3 and 9 leak at the valve", "Tanks 7-12 leak at the valve"]
)
def test_a_list_and_a_range_of_numbered_parts_are_about_each_of_them(robot, said):
    robot.lesson(said)

    assert robot.find("does tank 9 leak at the valve?")[0].is_answer


@pytest.mark.parametrize(
    ("asked", "is_answered"), [("is camera 3 too slow?", False), ("is camera 2 too slow?", True)]
)
def test_a_number_that_belongs_to_something_else_is_not_that_of_the_part(robot, asked, is_answered):
    robot.lesson("Camera 2 is slow")
    robot.lesson("The rate of joint 2 is too slow (normal 1 to 3 Hz)")

    assert robot.find(asked)[0].is_answer is is_answered


def test_a_number_behind_more_words_than_are_searched_for_is_no_error(robot):
    robot.lesson("Camera 2 is slow, tank 7 too")
    words = " ".join(f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60))

    assert robot.find(f"was camera 2 slow yesterday, {words} or tank 7?")


def test_an_amount_is_the_same_wherever_it_stands(robot):
    robot.lesson("The conveyor has 5 cm slack")

    assert robot.find("is there a slack of 5 cm?")[0].is_answer


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Left sonar stands still at one value", "is the right sonar blocked?"),
        ("The front bumper is bent", "is the rear bumper bent?"),
    ],
)
def test_what_is_said_of_one_side_is_no_answer_about_the_other(robot, said, asked):
    robot.lesson(said)

    assert not robot.find(asked)[0].is_answer


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Battery pack 2 drains fast on the right dock", "how much is left in battery pack 2?"),
        ("Left arm encoder drops out", "is the arm encoder right?"),
    ],
)
def test_right_and_left_are_no_sides_where_no_part_follows(robot, said, asked):
    robot.lesson(said)

    assert robot.find(asked)[0].is_answer


def test_a_question_about_all_of_a_time_is_answered_by_what_was_then(robot):
    assert {hit.is_answer for hit in robot.find("what happened today?")} == {True}


def test_who_did_something_is_not_answered_by_what_a_detector_says(robot):
    robot.seen("drawer_lock reports an error: Latch of drawer 4 did not engage")

    assert robot.find("which drawer latch did not engage?")[0].is_answer
    assert not robot.find("who fixed the latch of drawer 4?")[0].is_answer
    assert robot.find("drawer 4 latch did not engage, who is affected")[0].is_answer


def test_who_did_something_is_asked_of_people_before_detectors(robot):
    robot.seen("beacon 31 reports an error: silent")
    robot.talk(("Tobias", "I put a fresh coin cell into beacon 31."), ("robot", "I hear it."))

    assert "coin cell" not in robot.find("what is wrong with beacon 31?")[0].text
    assert "coin cell" in robot.find("who changed the battery of beacon 31?")[0].text


def test_who_did_something_is_not_answered_by_a_detectors_entry_that_is_over(robot):
    latch = {"key": ["drawer_lock", "diag", "latch"]}
    robot.resolve(robot.lesson("latch of Drawer 4 jammed", extra=latch, tags=()))

    assert not robot.find("who jammed the latch of drawer 4?")[0].is_answer


def test_who_did_something_is_answered_by_a_detectors_entry_that_a_person_noted_as_well(robot):
    words = "Latch of drawer 4 is jammed"
    entry = robot.lesson(words, extra={"key": ["drawer_lock", "diag", "latch"]}, tags=())
    question = "who jammed the latch of drawer 4?"
    assert not robot.find(question)[0].is_answer

    robot.seen(words, Kind.NOTE, entry_id=entry, detail={"by": "Ada"})

    assert robot.find(question)[0].is_answer
