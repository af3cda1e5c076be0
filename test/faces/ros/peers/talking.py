"""Helpers shared by the tests of this folder: notes, and the context about peers."""

from __future__ import annotations

from typing import Any

from robot_memory.srv import GetContext

from robot_memory.memory import RobotMemory


def note(fleet: Any, name: str, text: str) -> str:
    """Note a text as a person at the robot's machine; return the entry's id.

    Over ROS it would be a claim, and none that is shared.
    """
    with RobotMemory.open(fleet.members[name].home) as memory:
        return memory.remember("environment_note", text).id


def tell(robot: Any, name: str) -> str:
    """Return the context about other robots that a robot's agent gets."""
    service = f"/{name}/robot_memory/get_context".replace("//", "/")
    answer = robot.call(GetContext, service, include_peers=True)
    assert answer.success, answer.message
    return answer.peer_context
