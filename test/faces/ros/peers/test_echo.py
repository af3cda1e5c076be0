"""An agent's note of another robot's words adds no confidence, and the operator is notified."""

from __future__ import annotations

import pytest
from robot_memory.msg import MemoryEvent
from robot_memory.srv import ListEntries, Remember
from talking import note, tell
from telling import WARN, Listening

pytestmark = pytest.mark.ros

NOTE = "East corridor is blocked by a construction barrier"


def test_an_agents_repetition_of_a_peers_note_is_reported_once_and_not_stored(fleet, robot):
    alex, _ = fleet("alex", "bob")
    note(fleet, "alex", NOTE)
    robot.spin_until(lambda: NOTE in tell(robot, "bob"))
    events = robot.listen(MemoryEvent, "/bob/robot_memory/events")
    health = Listening(robot, "bob/robot_memory")

    for _ in range(2):
        answer = robot.call(Remember, "/bob/robot_memory/remember", type="environment_note",
                            text=f"I have heard: {NOTE}", source="agent")  # fmt: skip
        assert answer.success, answer.message
        assert not answer.created

    robot.spin_until(lambda: health.says(WARN, "noted its words as its own", "peers"))
    assert robot.call(ListEntries, "/bob/robot_memory/list_entries").entries == []
    told = [event.detail for event in events if event.kind == "peer_rejected"]
    assert [detail.partition(":")[0] for detail in told] == ["repeated"]
    (event,) = (event for event in events if event.kind == "peer_rejected")
    assert (event.rrn, event.reason, event.actor) == (alex.rrn, "repeated", "agent")
    assert alex.rrn in tell(robot, "bob")
