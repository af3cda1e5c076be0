"""Lifecycle nodes: a failure of its own is reported, a requested shutdown is not."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace as Message

from watching import Watching

EVENT = "lifecycle_msgs/msg/TransitionEvent"


def go(robot: Watching, *states: str) -> None:
    for before, after in pairwise(states):
        change(robot, f"to {after}", before, after)


def change(robot: Watching, transition: str, before: str, after: str) -> None:
    robot.wait(robot.now + 5.0)
    content = Message(
        transition=Message(label=transition),
        start_state=Message(label=before),
        goal_state=Message(label=after),
    )
    robot.send("/controller_server/transition_event", EVENT, content)


def test_a_node_that_fails_while_active_is_reported_until_it_is_active_again(robot: Watching):
    go(robot, "active", "errorprocessing", "unconfigured", "configuring", "inactive")
    go(robot, "inactive", "activating", "active")
    robot.wait(robot.now + 10.0)

    assert robot.lessons == {"/controller_server failed while active": 1}
    assert robot.ends[0].detail["lasted"] == 25.0


def test_a_requested_deactivation_of_a_node_is_not_reported(robot: Watching):
    go(robot, "activating", "active", "deactivating", "inactive", "shuttingdown", "finalized")

    assert robot.onsets == []


def test_a_node_that_cannot_be_configured_is_reported(robot: Watching):
    change(robot, "transition_failure", "configuring", "unconfigured")
    robot.wait(robot.now + 10.0)  # the time in which a cause would be reported

    assert robot.lessons == {"/controller_server failed while configuring": 1}
