"""Components whose data become stale at once have one cause and are reported once."""

from __future__ import annotations

import pytest
import robot_messages as ros
from watching import Watching, when

NO_ANSWER = "Components of base report stale data: No answer on the bus"


def motors(level: int = ros.STALE, message: str = "No answer on the bus", count: int = 6) -> list:
    return [ros.status(f"base: Motor {number}", level, message) for number in range(1, count + 1)]


@pytest.fixture
def robot() -> Watching:
    robot = Watching()
    robot.every(1.0, 30.0, lambda now: robot.diagnose(*motors(ros.OK, "ok")))
    return robot


def test_many_components_that_become_stale_are_reported_once(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors()))

    assert robot.lessons == {NO_ANSWER: 1}
    assert robot.onsets[0].detail["members"] == [f"base: Motor {n}" for n in range(1, 7)]
    assert robot.onsets[0].tags == ("base", "stale")


def test_a_few_components_are_reported_one_by_one(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors()[:3], *motors(ros.OK, "ok")[3:]))

    assert len(robot.lessons) == 3


def test_components_that_say_different_things_are_reported_one_by_one(robot: Watching):
    words = ["hot", "stalled", "cold", "worn", "loose", "dirty"]
    statuses = [ros.status(f"base: Motor {number}", ros.STALE, word)
                for number, word in enumerate(words, 1)]  # fmt: skip
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*statuses))

    assert len(robot.lessons) == 6


def test_components_that_begin_one_after_another_are_reported_one_by_one(robot: Watching):
    robot.every(
        1.0,
        60.0,
        lambda now: robot.diagnose(
            *motors(count=min(6, int(now - 30) // 3)), *motors(ros.OK, "ok")[int(now - 30) // 3 :]
        ),
    )

    assert len(robot.lessons) == 6


def test_it_is_over_when_the_last_of_them_is_well(robot: Watching):
    robot.every(1.0, 40.0, lambda now: robot.diagnose(*motors()))
    robot.every(1.0, 60.0, lambda now: robot.diagnose(
        *motors()[:1], *motors(ros.OK, "ok")[1:]))  # fmt: skip
    robot.every(1.0, 90.0, lambda now: robot.diagnose(*motors(ros.OK, "ok")))

    assert robot.lessons == {NO_ANSWER: 1}
    assert [when(row) for row in robot.ends] == [pytest.approx(60.0, abs=1.1)]
    assert robot.ends[0].detail["repeats"] == 0


def test_one_that_goes_on_with_another_error_is_reported_with_it(robot: Watching):
    hot = ros.status("base: Motor 1", ros.ERROR, "too hot")
    robot.every(1.0, 40.0, lambda now: robot.diagnose(*motors()))
    robot.every(1.0, 60.0, lambda now: robot.diagnose(hot, *motors()[1:]))

    assert robot.lessons == {NO_ANSWER: 1, "base: Motor 1 reports an error: too hot": 1}


def test_errors_are_each_components_own_word(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors(ros.ERROR, "too hot")))

    assert len(robot.lessons) == 6


def test_data_may_be_stale_without_a_word(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors(ros.STALE, "")))

    assert list(robot.lessons) == ["Components of base report stale data"]
