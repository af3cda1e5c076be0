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
def test_a_hit_that_shares_only_a_word_is_not_marked_as_answer(robot, question):
    assert {hit.is_answer for hit in robot.find(question)} == {False}


@pytest.mark.parametrize("question", [
    "what is wrong with the kitchen doorway?", "gripper vacuum", "which lift is slow?",
    "when does the wheel encoder drop out?", "where is the spare battery?", "lip", LIP,
])  # fmt: skip
def test_a_hit_that_matches_most_of_the_question_is_marked_as_answer(robot, question):
    assert {hit.is_answer for hit in robot.find(question)} == {True}


@pytest.mark.parametrize("number", range(4, 8))
def test_a_hit_about_another_numbered_part_is_not_an_answer(robot, number):
    for other in range(4, 8):  # all numbers occur, so none of them is rare
        robot.lesson(f"Dock {other} was painted on day {other}")
    robot.lesson("Silo 3 smells of solvent")

    assert not robot.find(f"does silo {number} smell of solvent?")[0].is_answer
    assert robot.find("does silo 3 smell of solvent?")[0].is_answer


@pytest.mark.parametrize(
    "said", ["Tanks 3 and 9 leak at the valve", "Tanks 7-12 leak at the valve"]
)
def test_a_list_or_range_of_numbered_parts_matches_each_number_in_it(robot, said):
    robot.lesson(said)

    assert robot.find("does tank 9 leak at the valve?")[0].is_answer


@pytest.mark.parametrize(
    ("asked", "is_answered"), [("is camera 3 too slow?", False), ("is camera 2 too slow?", True)]
)
def test_a_number_of_another_part_does_not_match_the_asked_part(robot, asked, is_answered):
    robot.lesson("Camera 2 is slow")
    robot.lesson("The rate of joint 2 is too slow (normal 1 to 3 Hz)")

    assert robot.find(asked)[0].is_answer is is_answered


def test_a_number_beyond_the_searched_words_of_a_long_question_is_no_error(robot):
    robot.lesson("Camera 2 is slow, tank 7 too")
    words = " ".join(f"word{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60))

    assert robot.find(f"was camera 2 slow yesterday, {words} or tank 7?")


def test_an_amount_matches_in_any_word_order(robot):
    robot.lesson("The conveyor has 5 cm slack")

    assert robot.find("is there a slack of 5 cm?")[0].is_answer


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Left sonar stands still at one value", "is the right sonar blocked?"),
        ("The front bumper is bent", "is the rear bumper bent?"),
    ],
)
def test_a_hit_about_the_other_side_is_not_an_answer(robot, said, asked):
    robot.lesson(said)

    assert not robot.find(asked)[0].is_answer


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Battery pack 2 drains fast on the right dock", "how much is left in battery pack 2?"),
        ("Left arm encoder drops out", "is the arm encoder right?"),
    ],
)
def test_left_and_right_do_not_count_as_sides_without_a_part(robot, said, asked):
    robot.lesson(said)

    assert robot.find(asked)[0].is_answer


def test_a_question_about_only_a_time_is_answered_by_all_hits_of_it(robot):
    assert {hit.is_answer for hit in robot.find("what happened today?")} == {True}


def test_a_who_question_is_not_answered_by_a_detectors_observation(robot):
    robot.seen("drawer_lock reports an error: Latch of drawer 4 did not engage")

    assert robot.find("which drawer latch did not engage?")[0].is_answer
    assert not robot.find("who fixed the latch of drawer 4?")[0].is_answer
    assert robot.find("drawer 4 latch did not engage, who is affected")[0].is_answer


def test_a_who_question_ranks_peoples_turns_before_detectors_observations(robot):
    robot.seen("beacon 31 reports an error: silent")
    robot.talk(("Tobias", "I put a fresh coin cell into beacon 31."), ("robot", "I hear it."))

    assert "coin cell" not in robot.find("what is wrong with beacon 31?")[0].text
    assert "coin cell" in robot.find("who changed the battery of beacon 31?")[0].text


def test_a_who_question_is_not_answered_by_a_resolved_detector_entry(robot):
    latch = {"key": ["drawer_lock", "diag", "latch"]}
    robot.resolve(robot.lesson("latch of Drawer 4 jammed", extra=latch, tags=()))

    assert not robot.find("who jammed the latch of drawer 4?")[0].is_answer


def test_a_who_question_is_answered_by_an_entry_that_a_person_also_noted(robot):
    words = "Latch of drawer 4 is jammed"
    entry = robot.lesson(words, extra={"key": ["drawer_lock", "diag", "latch"]}, tags=())
    question = "who jammed the latch of drawer 4?"
    assert not robot.find(question)[0].is_answer

    robot.seen(words, Kind.NOTE, entry_id=entry, detail={"by": "Ada"})

    assert robot.find(question)[0].is_answer
