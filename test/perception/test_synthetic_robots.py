"""Precision and recall on robots that nobody fitted anything to."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from synthetic_robots import ROBOTS, Day, Truth, make_day
from watching import Watching

from robot_memory.perception import Scope


@dataclass(frozen=True)
class Score:
    """What was learned, against the truth."""

    right: frozenset[Truth]
    missed: frozenset[Truth]
    miscounted: frozenset[Truth]
    false: frozenset[str]


def live(day: Day) -> Score:
    """Live through a day, and compare what was learned with what was so."""
    robot = Watching(scope=Scope(namespace=day.namespace or "/"))
    for stamp, topic, type_name, content in day.messages():
        if stamp - robot.now > 0.5:
            robot.wait(stamp)
        robot.jump(max(stamp, robot.now))
        robot.send(topic, type_name, content)
    robot.wait(day.seconds + 2.0)
    robot.perception.finish()
    told = {truth: {text for text in robot.lessons if truth.subject in text and truth.word in text}
            for truth in day.truths}  # fmt: skip
    right = frozenset(truth for truth, texts in told.items() if texts)
    miscounted = frozenset(
        truth for truth in right if truth.once and {robot.lessons[it] for it in told[truth]} != {1}
    )
    false = frozenset(robot.lessons).difference(*told.values())
    return Score(right, frozenset(told) - right, miscounted, false)


@pytest.mark.parametrize("name", ROBOTS)
def test_a_healthy_robot_with_its_nuisances_teaches_nothing(name: str):
    score = live(make_day(name, seed=11, healthy=True))

    assert score.false == frozenset()


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_with_faults_teaches_these_and_no_others(name: str):
    score = live(make_day(name, seed=13))  # on which no two faults begin at once

    assert score.missed == frozenset()
    assert score.miscounted == frozenset()
    assert score.false == frozenset()
