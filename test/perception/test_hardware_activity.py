"""Hardware of ros2_control that gave up."""

from __future__ import annotations

from types import SimpleNamespace as Message

import robot_messages as ros
from watching import Watching

ACTIVITY = "controller_manager_msgs/msg/ControllerManagerActivity"
TOPIC = "/controller_manager/activity"
FELL = f"Hardware arm of {TOPIC} fell from active to unconfigured"
UNCONFIGURED, INACTIVE, ACTIVE, FINALIZED = 1, 2, 3, 4


def change(robot: Watching, state: int, lasts: float = 20.0) -> None:
    """A component changes its state, which is told once; then time passes."""
    arm = Message(name="arm", state=Message(id=state, label=""))
    content = Message(header=ros.header(), controllers=[], hardware_components=[arm])
    robot.send(TOPIC, ACTIVITY, content)
    robot.wait(robot.now + lasts)


def test_hardware_that_fails_falls_from_active(robot: Watching):
    change(robot, UNCONFIGURED)
    change(robot, ACTIVE)
    assert robot.rows == []
    change(robot, UNCONFIGURED)

    assert robot.lessons == {FELL: 1}


def test_hardware_that_is_active_again_is_well(robot: Watching):
    for state in (ACTIVE, UNCONFIGURED, ACTIVE):
        change(robot, state)

    assert [row.summary for row in robot.ends] == [FELL]


def test_hardware_that_is_deactivated_on_purpose_is_well(robot: Watching):
    for state in (ACTIVE, INACTIVE, UNCONFIGURED):
        change(robot, state)

    assert robot.rows == []


def test_hardware_that_is_configured_anew_at_once_is_well(robot: Watching):
    change(robot, ACTIVE)
    change(robot, UNCONFIGURED, lasts=2.0)
    change(robot, ACTIVE)

    assert robot.rows == []


def test_a_controller_manager_that_is_shut_down_is_well(robot: Watching):
    for state in (ACTIVE, FINALIZED):
        change(robot, state)

    assert robot.rows == []
