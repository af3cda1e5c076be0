"""Questions about attempts are answered first: the last one, what helped, what was tried here."""

from __future__ import annotations

from datetime import timedelta

import pytest

from robot_memory.ledger import Attempt
from robot_memory.ledger.position import Position, passes_variable
from robot_memory.long_term.outcomes.task_outcome import TaskOutcome
from robot_memory.long_term.recall.query import Query

HERE = Position("map", 3.1, 2.0)


@pytest.fixture
def tried(memory, clock):
    for task, succeeded, how, note in (
        ("dock at bay 2", False, "left", "slipped on the ramp"),
        ("dock at bay 2", True, "front", "lowered the speed"),
        ("open the lab door", False, "push", "locked"),
    ):
        clock.set(clock.now().time + timedelta(hours=1))
        place = "bay 2" if "dock" in task else "lab"
        memory.report_outcome(
            TaskOutcome(task, succeeded, "agent:planner", place, {"approach": how}, note)
        )
    return memory


def first(memory, question, **given):
    hits = memory.recall(Query(question, **given))
    return hits[0].text if hits else ""


def test_a_last_time_question_is_answered_with_the_newest_attempt_and_counts(tried):
    assert first(tried, "What happened the last time you tried to dock at bay 2?") == (
        "The last time was 2026-12-01 14:00 UTC: dock at bay 2 succeeded with approach front "
        "(by agent:planner). In all it failed 1 of 2 times as agents report: lowered the speed"
    )


def test_a_last_time_question_without_a_task_gets_the_newest_attempt_of_all(tried):
    assert "open the lab door failed" in first(tried, "What happened the last time?")


def test_a_what_helped_question_names_the_better_condition_and_last_success(tried):
    answer = first(tried, "What helped with docking?")

    assert "with approach front failed 0 of 1 times, otherwise 1 of 1" in answer
    assert "too few separate attempts to compare" in answer
    assert answer.endswith("with approach front (by agent:planner): lowered the speed")


def test_a_question_about_a_visited_place_is_answered_with_the_attempts_there(tried):
    answer = first(tried, "Have you been at bay 2 before?")

    assert answer.startswith("Yes: at bay 2. What was tried there failed 1 of 2 times")


def test_a_question_about_the_current_place_counts_earlier_visits(memory, clock):
    memory.observe(Attempt("dock_robot", False, position=HERE).as_row(clock.now()))
    memory.add_exposure({(passes_variable("map"), HERE.cell): 12.0})
    memory.flush()

    assert first(memory, "Have you been here before?") == (
        "Yes: the robot is at (3.1, 2.0) in map, as of 2026-12-01 12:00 UTC, and came by 12 times. "
        "What was tried there failed 1 of 1 times; the last was 2026-12-01 12:00 UTC: "
        "dock_robot failed (by detector:action)"
    )


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("Have you been at the swimming pool?", {}),
        ("What helped with the coffee machine?", {}),
        ("What happened the last time at bay 2?", {"speaker": "ada"}),
        ("What happened the last time at bay 2?", {"sources": ("fact",)}),
        ("What is in bay 2?", {}),
    ],
)
def test_other_questions_are_not_answered_with_attempts(tried, question, given):
    reasons = [why for hit in tried.recall(Query(question, **given)) for why in hit.why]

    assert not [why for why in reasons if why.startswith("answers")]


def test_a_german_question_is_answered_as_well(tried):
    assert "dock at bay 2" in first(tried, "Was war beim letzten Mal an bay 2?")


def test_agents_attempts_are_counted_separately_and_not_used_for_what_helped(tried):
    for succeeded, by, note in [
        (False, "person:ada", "it hit the lamp"), (True, "person:ada", "folded first"),
        *[(True, "agent:eve", "with the arm extended")] * 9,
    ]:  # fmt: skip
        tried.report_outcome(TaskOutcome("stow the arm", succeeded, by, "", {}, note))

    last = first(tried, "What happened the last time you tried to stow the arm?")
    assert "it failed 1 of 2 times as persons report, 0 of 9 times as agents report: " in last
    helped = first(tried, "What helped to stow the arm?")
    assert "folded first" in helped and "extended" not in helped


def test_an_agents_task_named_like_the_question_hides_no_attempt_of_a_person(tried):
    tried.report_outcome(TaskOutcome("stow the arm before driving home", True, "agent:eve"))
    tried.report_outcome(TaskOutcome("stow the arm", False, "person:ada"))

    asked = "What happened the last time you tried to stow the arm before driving home?"
    assert first(tried, asked).startswith("The last time was 2026-12-01 15:00 UTC: stow the arm f")


def test_an_answer_that_rests_on_agents_reports_is_not_marked_as_own(tried):
    asked = Query("What happened the last time you tried to dock at bay 2?")
    assert not tried.recall(asked)[0].is_own

    tried.report_outcome(TaskOutcome("polish the lift", True, "person:ada"))

    assert tried.recall(Query("What happened the last time you polished the lift?"))[0].is_own
