"""Action goals count as attempts, without an agent."""

from __future__ import annotations

from watching import Watching

from robot_memory.foundation.settings import Settings
from robot_memory.ledger import Attempt, Kind, Source
from robot_memory.perception.detectors.goal_end import (
    ABORTED,
    CANCELED,
    STATUS_TYPE,
    SUCCEEDED,
    GoalEnd,
    GoalResult,
)

TOPIC = "/dock_robot/_action/status"


def attempts(robot):
    return [row for row in robot.rows if row.kind is Kind.ATTEMPT]


def test_a_goal_that_succeeds_or_is_aborted_is_an_attempt_at_the_action(robot: Watching):
    for status in (SUCCEEDED, ABORTED):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(status, "/docking", GoalResult(102, "TF_ERROR")))

    first, second = attempts(robot)
    assert (first.component, first.source, first.topic) == ("dock_robot", Source.DETECTOR, TOPIC)
    assert Attempt.of(first).succeeded
    assert not Attempt.of(second).succeeded
    assert Attempt.of(second).note == "tf error (code 102)"


def test_a_cancelled_goal_is_not_stored_as_an_attempt(robot: Watching):
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(CANCELED))

    assert attempts(robot) == []


def test_excess_goals_are_counted_in_the_note_of_the_next_attempt(robot: Watching):
    for _ in range(65):
        robot.send(TOPIC, STATUS_TYPE, GoalEnd(SUCCEEDED))
    robot.jump(robot.now + 10.0)
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(SUCCEEDED))

    assert len(attempts(robot)) == 61
    assert "5 more goals" in Attempt.of(attempts(robot)[-1]).note


def test_no_attempt_is_stored_if_outcomes_are_disabled():
    robot = Watching(settings=Settings(outcomes_enabled=False))
    robot.send(TOPIC, STATUS_TYPE, GoalEnd(SUCCEEDED))

    assert attempts(robot) == []
