"""Each question that somebody else wrote has a right answer, which was told to the robot."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

BENCH = str(Path(__file__).parents[3] / "bench")
_WORDS = re.compile(r"[^\W\d]{2,}")


@pytest.fixture(
    params=[
        "hospital", "orchard", "foundry", "harbour", "quarry", "kitchen", "airport", "laboratory",
    ]
)  # fmt: skip
def robot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A robot whose questions were written without a look at recall."""
    monkeypatch.syspath_prepend(BENCH)
    from robot_questions import robots

    (one,) = robots(request.param)
    return one


def test_a_set_has_forty_different_questions(robot):
    assert len({question.text for question in robot.questions}) == 40


def test_a_question_asks_for_something_that_was_told_before(robot):
    for question in robot.questions:
        for name in question.about:
            assert max(robot.happened[name].times) < robot.now, question.text


def test_a_question_for_the_last_time_gives_the_day_of_the_last_time(robot):
    dated = [question for question in robot.questions if question.last is not None]
    assert dated
    for question in dated:
        last = max(robot.happened[name].times[-1] for name in question.about)
        assert last.date() == question.last, question.text


def test_the_words_of_an_answer_occur_in_nothing_else_that_was_told(robot):
    for name, one in robot.happened.items():
        for said in one.words:
            holding = [other for other, told in robot.happened.items()
                       for text in told.words if _words(text) >= _words(said)]  # fmt: skip
            assert set(holding) == {name}, said


def test_each_of_two_records_answers_a_question_about_both(monkeypatch):
    monkeypatch.syspath_prepend(BENCH)
    from robot_questions import robots
    from robot_questions.asking import answers

    (airport,) = robots("airport")
    (question,) = (one for one in airport.questions if one.about == ("slip", "spill"))
    answered = {
        name
        for name, one in airport.happened.items()
        if answers(SimpleNamespace(text=one.words[0]), airport, question)
    }
    assert answered == {"slip", "spill"}


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORDS.findall(text)}
