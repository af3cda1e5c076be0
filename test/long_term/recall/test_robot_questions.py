"""Technicians' questions about a robot's month: a minimum score on the development questions."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

BENCH = str(Path(__file__).parents[3] / "bench")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, int]]:
    """The answer's rank among the hits, by question; 0: not found."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(BENCH)
        patch.setenv("TZ", "UTC")  # the robot's time zone, not the tester's
        time.tzset()
        from robot_questions import robots
        from robot_questions.asking import places
        from robot_questions.living import lived

        (warehouse,) = robots("warehouse")
        with lived(warehouse, tmp_path_factory.mktemp("month")) as memory:
            yield places(memory, warehouse)
    time.tzset()


def test_at_least_30_of_40_questions_are_answered_by_the_first_hit(found):
    assert sum(place == 1 for place in found.values()) >= 30


def test_at_least_36_of_40_questions_are_answered_by_the_first_three_hits(found):
    assert sum(1 <= place <= 3 for place in found.values()) >= 36


@pytest.mark.parametrize(
    "question",
    [
        "it sits on its station but does not charge",
        "it pulls to one side where they mop",
        "when did it last lose hold of a box?",
        "what did Anna say about the night crew?",
        "what broke on November 27 in the evening?",
        "interference with radio positioning",
        "¿Cuándo falló el lector de códigos?",
        "ロボットのブレーキはなぜ解除されませんか",
    ],
)
def test_a_question_of_each_kind_is_answered_in_the_first_three_hits(found, question):
    assert 1 <= found[question] <= 3
