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


def test_a_few_stale_components_are_reported_separately(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors()[:3], *motors(ros.OK, "ok")[3:]))

    assert len(robot.lessons) == 3


def test_stale_components_with_different_messages_are_reported_separately(robot: Watching):
    words = ["hot", "stalled", "cold", "worn", "loose", "dirty"]
    statuses = [ros.status(f"base: Motor {number}", ros.STALE, word)
                for number, word in enumerate(words, 1)]  # fmt: skip
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*statuses))

    assert len(robot.lessons) == 6


def test_components_that_become_stale_one_after_another_are_reported_separately(robot: Watching):
    robot.every(
        1.0,
        60.0,
        lambda now: robot.diagnose(
            *motors(count=min(6, int(now - 30) // 3)), *motors(ros.OK, "ok")[int(now - 30) // 3 :]
        ),
    )

    assert len(robot.lessons) == 6


def test_a_group_fault_ends_when_the_last_component_recovers(robot: Watching):
    robot.every(1.0, 40.0, lambda now: robot.diagnose(*motors()))
    robot.every(1.0, 60.0, lambda now: robot.diagnose(
        *motors()[:1], *motors(ros.OK, "ok")[1:]))  # fmt: skip
    robot.every(1.0, 90.0, lambda now: robot.diagnose(*motors(ros.OK, "ok")))

    assert robot.lessons == {NO_ANSWER: 1}
    assert [when(row) for row in robot.ends] == [pytest.approx(60.0, abs=1.1)]
    assert robot.ends[0].detail["repeats"] == 0


def test_a_group_member_with_a_new_error_is_reported_separately(robot: Watching):
    hot = ros.status("base: Motor 1", ros.ERROR, "too hot")
    robot.every(1.0, 40.0, lambda now: robot.diagnose(*motors()))
    robot.every(1.0, 60.0, lambda now: robot.diagnose(hot, *motors()[1:]))

    assert robot.lessons == {NO_ANSWER: 1, "base: Motor 1 reports an error: too hot": 1}


def test_components_with_the_same_error_are_reported_separately(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors(ros.ERROR, "too hot")))

    assert len(robot.lessons) == 6


def test_stale_components_without_a_message_are_reported_as_one_group(robot: Watching):
    robot.every(1.0, 60.0, lambda now: robot.diagnose(*motors(ros.STALE, "")))

    assert list(robot.lessons) == ["Components of base report stale data"]
