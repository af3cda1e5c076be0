"""Words that the tests of this folder share: what a robot notes, and what its agent is told."""

from __future__ import annotations

from typing import Any

from robot_memory.srv import GetContext, Remember


def note(robot: Any, name: str, text: str) -> str:
    """Let a person tell a robot something; return the entry's id."""
    service = f"/{name}/robot_memory/remember".replace("//", "/")
    answer = robot.call(Remember, service, type="environment_note", text=text, source="person")
    assert answer.success, answer.message
    return answer.id


def tell(robot: Any, name: str) -> str:
    """Return what a robot's agent is told of other robots."""
    service = f"/{name}/robot_memory/get_context".replace("//", "/")
    answer = robot.call(GetContext, service, include_peers=True)
    assert answer.success, answer.message
    return answer.peer_context
