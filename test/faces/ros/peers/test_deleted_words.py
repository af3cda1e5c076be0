"""A text that a person deletes at one robot is deleted at another over real DDS; both report it."""

from __future__ import annotations

import pytest
from talking import note, tell
from telling import Listening

from robot_memory.memory import RobotMemory

pytestmark = pytest.mark.ros

NOTE = "East corridor is blocked by a construction barrier"


def says(health: Listening, name: str, words: str) -> bool:
    """Whether the value ``name`` in the status "peers" ends with these words."""
    status = health.status("peers")
    pairs = status.values if status is not None else ()
    return any(pair.key == name and pair.value.endswith(words) for pair in pairs)


def test_a_note_deleted_by_a_person_is_deleted_and_reported_at_a_peer(fleet, robot):
    alex, bob = fleet("alex", "bob")
    noted = note(fleet, "alex", NOTE)
    robot.spin_until(lambda: NOTE in tell(robot, "bob"))
    health = Listening(robot, "bob/robot_memory")

    with RobotMemory.open(alex.home) as memory:
        memory.forget(noted, "told in error", source="person:ada")

    robot.spin_until(lambda: says(health, alex.rrn, ", 1 deleted on request"))
    with RobotMemory.open(bob.home, read_only=True) as memory:
        assert NOTE not in str([dict(row.detail) for row in memory.ledger.after(0)])
