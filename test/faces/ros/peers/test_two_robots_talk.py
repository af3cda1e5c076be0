"""From one robot's note to the context of another robot's agent, over real DDS.

The tests share two robots: each test uses its own words, and leaves them trusting each other.
"""

from __future__ import annotations

from typing import Any

import pytest
from robot_memory.msg import MemoryEvent
from robot_memory.srv import GetContext, ListEntries, Remember, SyncPeers
from talking import note, tell
from telling import WARN, Listening

from robot_memory import RobotMemory
from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import SystemClock

pytestmark = pytest.mark.ros

EAST = "East corridor is blocked by a construction barrier"
LIFT = "The lift to floor 3 is out of order"
RAMP = "The ramp at the loading dock is slippery"
GATE = "The gate of the yard is locked"


@pytest.fixture(scope="module")
def fleet(shared_fleet: Any) -> Any:
    """Alex and Bob, who trust each other, and Carol, whom Alex trusts and who is off."""
    trusts = [("alex", "bob"), ("bob", "alex"), ("alex", "carol")]
    shared_fleet("alex", "bob", trusts=trusts, off=["carol"])
    return shared_fleet


def test_a_robots_note_reaches_a_peers_context_until_it_is_resolved(fleet, robot):
    alex, bob, carol = (fleet.members[name] for name in ("alex", "bob", "carol"))
    noted = note(fleet, "alex", EAST)

    robot.spin_until(lambda: EAST in tell(robot, "bob"))

    answer = robot.call(GetContext, "/bob/robot_memory/get_context", include_peers=True)
    assert EAST not in answer.context
    assert f"alex ({alex.rrn})" in answer.peer_context
    assert {entry.rrn for entry in answer.peers} == {alex.rrn}
    with RobotMemory.open(bob.home, read_only=True) as memory:
        assert EAST in [entry.text for entry in memory.peers.all()[alex.rrn].entries]
        assert memory.entries(include_resolved=True) == []

    with RobotMemory.open(alex.home) as memory:
        memory.resolve(noted, source="person:ada")
    robot.spin_until(lambda: EAST not in tell(robot, "bob"))

    report = robot.call(SyncPeers, "/alex/robot_memory/sync_peers", timeout=5.0)
    assert report.success, report.message
    told = {peer.rrn: peer.reason for peer in report.peers}
    assert told == {bob.rrn: "", carol.rrn: "never heard"}


def test_an_agents_repetition_of_a_peers_note_is_reported_once_and_not_stored(fleet, robot):
    note(fleet, "alex", LIFT)
    robot.spin_until(lambda: LIFT in tell(robot, "bob"))
    events = robot.listen(MemoryEvent, "/bob/robot_memory/events")
    health = Listening(robot, "bob/robot_memory")

    for _ in range(2):
        answer = robot.call(Remember, "/bob/robot_memory/remember", type="environment_note",
                            text=f"I have heard: {LIFT}", source="agent")  # fmt: skip
        assert answer.success, answer.message
        assert not answer.created

    robot.spin_until(lambda: health.says(WARN, "noted its words as its own", "peers"))
    assert robot.call(ListEntries, "/bob/robot_memory/list_entries").entries == []
    (event,) = (event for event in events if event.reason == "repeated")
    assert (event.kind, event.actor) == ("peer_rejected", "agent")
    assert event.rrn == fleet.members["alex"].rrn


def test_a_note_deleted_by_a_person_is_deleted_and_reported_at_a_peer(fleet, robot):
    alex, bob = fleet.members["alex"], fleet.members["bob"]
    noted = note(fleet, "alex", RAMP)
    robot.spin_until(lambda: RAMP in tell(robot, "bob"))
    health = Listening(robot, "bob/robot_memory")

    with RobotMemory.open(alex.home) as memory:
        memory.forget(noted, "told in error", source="person:ada")

    def is_told() -> bool:
        pairs = getattr(health.status("peers"), "values", ())
        words = ", 1 deleted on request"
        return any(pair.key == alex.rrn and pair.value.endswith(words) for pair in pairs)

    robot.spin_until(is_told)
    with RobotMemory.open(bob.home, read_only=True) as memory:
        assert RAMP not in str([dict(row.detail) for row in memory.ledger.after(0)])


def test_trust_is_revoked_and_given_again_while_the_node_runs(fleet, robot):
    alex, bob = fleet.members["alex"], fleet.members["bob"]
    note(fleet, "alex", GATE)
    robot.spin_until(lambda: GATE in tell(robot, "bob"))
    events = robot.listen(MemoryEvent, "/bob/robot_memory/events")
    known = robot.call(SyncPeers, "/bob/robot_memory/sync_peers", rrns=[alex.rrn], timeout=5.0)
    assert known.message == "1 of 1 robots heard"

    trusted = TrustStore(bob.home / "keys/peers")
    trusted.revoke(alex.rrn, SystemClock().now().time)
    robot.spin_until(lambda: not tell(robot, "bob"))
    # Nothing is sent at once; the peer link notices changed cards within a second.
    robot.spin_until(lambda: any(event.reason == "revoked" for event in events))
    report = robot.call(SyncPeers, "/bob/robot_memory/sync_peers", rrns=[alex.rrn], timeout=5.0)
    (of_alex,) = report.peers
    assert "revoked" in of_alex.reason
    assert (of_alex.accepted, of_alex.rejected) == (0, 1)
    assert report.message == "0 of 1 robots heard"
    assert of_alex.last_synced == known.peers[0].last_synced
    told = next(event for event in events if event.reason == "revoked")
    assert (told.kind, told.rrn, told.actor) == ("peer_rejected", alex.rrn, "peer")
    assert bob.node.logged(f"refused, of {alex.rrn}: an operator has revoked")

    fleet.trust("bob", "alex")
    robot.spin_until(lambda: GATE in tell(robot, "bob"))
