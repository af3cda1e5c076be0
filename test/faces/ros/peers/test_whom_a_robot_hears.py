"""Whom a robot hears, and says that it hears, is what its operator decided."""

from __future__ import annotations

import pytest
from robot_memory.msg import MemoryEvent
from robot_memory.srv import SyncPeers
from talking import note, tell
from telling import WARN, Listening

from robot_memory.foundation.identity.trust_store import TrustStore
from robot_memory.foundation.time.clock import SystemClock

pytestmark = pytest.mark.ros

NOTE = "East corridor is blocked by a construction barrier"


def test_trust_is_revoked_and_given_again_while_the_node_runs(fleet, robot):
    alex, bob = fleet("alex", "bob")
    note(fleet, "alex", NOTE)
    robot.spin_until(lambda: NOTE in tell(robot, "bob"))
    events = robot.listen(MemoryEvent, "/bob/robot_memory/events")
    known = robot.call(SyncPeers, "/bob/robot_memory/sync_peers", rrns=[alex.rrn], timeout=5.0)
    assert known.message == "1 of 1 robots heard"

    trusted = TrustStore(bob.home / "keys/peers")
    trusted.revoke(alex.rrn, SystemClock().now().time)
    robot.spin_until(lambda: not tell(robot, "bob"))
    # Nothing is told at once; the peer link follows the cards within a second.
    robot.spin_until(lambda: any(event.kind == "peer_rejected" for event in events))
    report = robot.call(SyncPeers, "/bob/robot_memory/sync_peers", rrns=[alex.rrn], timeout=5.0)
    (of_alex,) = report.peers
    assert "revoked" in of_alex.reason
    assert (of_alex.accepted, of_alex.rejected) == (0, 1)
    assert report.message == "0 of 1 robots heard"
    assert of_alex.last_synced == known.peers[0].last_synced
    told = next(event for event in events if event.kind == "peer_rejected")
    assert (told.rrn, told.reason, told.actor) == (alex.rrn, "revoked", "peer")
    assert bob.node.logged(f"refused, of {alex.rrn}: an operator has revoked")

    fleet.trust("bob", "alex")
    robot.spin_until(lambda: NOTE in tell(robot, "bob"))


def test_open_trust_accepts_a_stranger_and_is_reported_at_start_and_while_it_lasts(fleet, robot):
    fleet.make("alex")
    fleet.make("bob")
    fleet.start("alex")
    bob = fleet.start("bob", "-p", "federation.trust:=open")
    note(fleet, "alex", NOTE)

    robot.spin_until(lambda: NOTE in tell(robot, "bob"))

    assert bob.logged("federation.trust is open: whoever is on this network is believed")
    health = Listening(robot, "bob/robot_memory")
    robot.spin_until(lambda: health.says(WARN, "federation.trust is open", "peers"))


def test_robots_in_domains_of_their_own_talk_in_a_third_one(
    fleet, robot, robot_apart, domain, domains, monkeypatch
):
    between = f"federation.domain_id:={domains.take()}"
    for name in ("alex", "bob"):
        fleet.make(name)
    fleet.trust("alex", "bob")
    fleet.trust("bob", "alex")
    fleet.start("bob", "-p", between)  # where robot_apart is
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
    fleet.start("alex", "-p", between)

    note(fleet, "alex", NOTE)

    robot_apart.spin_until(lambda: NOTE in tell(robot_apart, "bob"))
