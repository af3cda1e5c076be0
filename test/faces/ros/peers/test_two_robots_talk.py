"""From what one robot notes to what another one's agent is told, over real DDS."""

from __future__ import annotations

import pytest
from robot_memory.srv import GetContext, SyncPeers
from talking import note

from robot_memory import RobotMemory

pytestmark = pytest.mark.ros

NOTE = "East corridor is blocked by a construction barrier"


def tell(robot, namespace: str) -> str:
    answer = robot.call(GetContext, f"{namespace}/robot_memory/get_context", include_peers=True)
    assert answer.success, answer.message
    return answer.peer_context


def test_what_one_robot_notes_another_ones_agent_is_told_and_who_was_heard_is_known(fleet, robot):
    trusts = [("alex", "bob"), ("bob", "alex"), ("alex", "carol")]
    alex, bob, carol = fleet("alex", "bob", trusts=trusts, off=["carol"])
    noted = note(fleet, "alex", NOTE)

    robot.spin_until(lambda: NOTE in tell(robot, "/bob"))

    answer = robot.call(GetContext, "/bob/robot_memory/get_context", include_peers=True)
    assert NOTE not in answer.context
    assert f"alex ({alex.rrn})" in answer.peer_context
    assert [entry.rrn for entry in answer.peers] == [alex.rrn]
    with RobotMemory.open(bob.home, read_only=True) as memory:
        assert [entry.text for entry in memory.peers.all()[alex.rrn].entries] == [NOTE]
        assert memory.entries(include_resolved=True) == []

    with RobotMemory.open(alex.home) as memory:
        memory.resolve(noted, source="person:ada")
    robot.spin_until(lambda: not tell(robot, "/bob"))

    report = robot.call(SyncPeers, "/alex/robot_memory/sync_peers", timeout=5.0)
    assert report.success, report.message
    told = {peer.rrn: peer.reason for peer in report.peers}
    assert told == {bob.rrn: "", carol.rrn: "never heard"}
