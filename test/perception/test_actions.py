"""Actions: what is told of goals that servers abort, and of goals that clients cancel."""

from __future__ import annotations

from types import SimpleNamespace as Message

import pytest
from watching import Watching

from robot_memory.ledger import Severity
from robot_memory.perception.actions.goal_end import (
    ABORTED,
    CANCELED,
    STATUS_TYPE,
    SUCCEEDED,
    GoalEnd,
    GoalResult,
    GoalTracker,
    read_result,
)

TOPIC = "/dock_robot/_action/status"


class Path:
    """A result as rosidl makes it: constants and fields."""

    NONE = 0
    UNKNOWN = 100
    TF_ERROR = 102

    def __init__(self, error_code: object, error_msg: str = "") -> None:
        self.error_code, self.error_msg = error_code, error_msg


class Navigation:
    """A result that hands on the codes of others."""

    NONE = 0

    def __init__(self, error_code: int) -> None:
        self.error_code = error_code


class MoveItErrorCodes:
    """A code that is a message."""

    SUCCESS = 1
    FAILURE = 99999
    PLANNING_FAILED = -1

    def __init__(self, val: int, message: str = "") -> None:
        self.val, self.message = val, message

    @classmethod
    def get_fields_and_field_types(cls) -> dict[str, str]:
        return {"val": "int32", "message": "string"}


def goals(*statuses: int, stamp: int = 100) -> Message:
    return Message(
        status_list=[
            Message(
                goal_info=Message(
                    goal_id=Message(uuid=[number] * 16), stamp=Message(sec=stamp, nanosec=0)
                ),
                status=status,
            )
            for number, status in enumerate(statuses)
        ]
    )


def test_an_aborted_goal_is_an_error_with_its_code_text_and_server(robot: Watching):
    result = GoalResult(102, "TF_ERROR", "no transform from map to base_link")
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(ABORTED, "/docking_server", result))
    robot.every(1.0, 10.0, lambda now: None)

    (onset,) = robot.onsets
    assert onset.summary == "dock_robot aborts: tf error (code 102)"
    assert onset.severity is Severity.ERROR
    assert onset.detail["server"] == "/docking_server"
    assert onset.detail["message"] == "no transform from map to base_link"


def test_a_recorded_list_of_goals_tells_of_aborted_ones_once(robot: Watching):
    for statuses in ((2, 2), (2, ABORTED), (4, ABORTED)):
        robot.send(TOPIC, STATUS_TYPE, goals(*statuses))
    robot.every(1.0, 10.0, lambda now: None)

    assert robot.lessons == {"dock_robot aborts its goal": 1}


def test_a_goal_that_its_client_cancelled_is_no_fault(robot: Watching):
    for _ in range(2):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(CANCELED))

    assert robot.onsets == []


def test_goals_that_are_cancelled_again_and_again_are_a_pattern(robot: Watching):
    for _ in range(3):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(CANCELED))
    robot.every(1.0, 10.0, lambda now: None)  # in which a cause of it would be told

    assert robot.lessons == {"dock_robot is cancelled again and again": 1}


def test_a_success_between_cancelled_goals_starts_their_count_anew(robot: Watching):
    for status in (CANCELED, CANCELED, SUCCEEDED, CANCELED, CANCELED):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(status))

    assert robot.onsets == []


def test_goals_from_before_the_last_stop_are_known():
    assert list(GoalTracker(100.0).ended(goals(ABORTED, stamp=100))) == []
    assert len(list(GoalTracker(99.0).ended(goals(ABORTED, stamp=100)))) == 1


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (Path(102, "lost"), GoalResult(102, "TF_ERROR", "lost")),
        (Path(7), GoalResult(7)),
        (Path(MoveItErrorCodes(-1, "no plan")), GoalResult(-1, "PLANNING_FAILED", "no plan")),
        (Message(sequence=[1]), GoalResult()),
    ],
)
def test_a_code_has_the_name_that_its_type_gives_it(result: object, expected: GoalResult):
    assert read_result(result) == expected


def test_a_code_that_was_handed_on_has_the_name_of_its_origin():
    assert read_result(Navigation(102), [Path]) == GoalResult(102, "TF_ERROR")


TREND = "dock_robot takes more attempts than usual until it succeeds"


def attempt(robot: Watching, *attempts: int) -> None:
    """Let goals succeed, each at the given attempt."""
    for count in attempts:
        for status in [ABORTED] * (count - 1) + [SUCCEEDED]:
            robot.wait(robot.now + 30.0)
            robot.send(TOPIC, STATUS_TYPE, GoalEnd(status))


def test_a_success_that_takes_more_attempts_than_it_did_is_told_as_a_trend(robot: Watching):
    attempt(robot, *[1] * 12, *[3] * 8)

    assert robot.lessons[TREND] == 1


def test_what_always_took_several_attempts_is_no_trend(robot: Watching):
    attempt(robot, *[3] * 20)

    assert TREND not in robot.lessons


def test_one_success_at_the_third_attempt_is_no_trend(robot: Watching):
    attempt(robot, *[1] * 12, 3, *[1] * 5)

    assert TREND not in robot.lessons
