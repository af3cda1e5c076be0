"""A few short simulated robots: the memory's lessons are mostly right."""

from __future__ import annotations

import pytest
from simulation import KINDS, make_robot
from simulation.judge.living import live
from simulation.judge.matching import judge
from simulation.judge.score import Tally

_LEAST_PRECISION = 0.8
_LEAST_RECALL = 0.6


@pytest.mark.timeout(300)
def test_lessons_about_a_robot_with_faults_have_high_precision_and_recall() -> None:
    robot = make_robot(6, hours=0.5, thin=True)  # numbers are judged after 20 minutes
    verdict = judge(robot.truths, live(robot))
    tally = Tally(len(verdict.found), len(verdict.missed), len(verdict.false))

    assert tally.precision >= _LEAST_PRECISION, tally
    assert tally.recall >= _LEAST_RECALL, tally


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
def test_a_healthy_robot_gets_no_false_lesson(kind: str) -> None:
    robot = make_robot(31, kind, hours=0.15, healthy=True, thin=True)
    lessons = live(robot)
    grey = {lesson.id for _, lesson in judge(robot.truths, lessons).grey}

    assert [one.text for one in lessons if one.id not in grey] == []
