"""Robots that are off or crash while the others exchange updates."""

from __future__ import annotations

import json
import zlib

import pytest
from rclpy.qos import DurabilityPolicy, QoSProfile
from robot_memory.msg import PeerUpdate
from talking import note

from robot_memory import RobotMemory
from robot_memory.sharing.federation.peer_record import TOPIC

pytestmark = pytest.mark.ros

ALL_LATCHED = QoSProfile(depth=100, durability=DurabilityPolicy.TRANSIENT_LOCAL)

EAST = "East corridor is blocked by a construction barrier"
RAMP = "The ramp at the loading dock is slippery"


def said(updates: list[PeerUpdate], rrn: str) -> list[dict]:
    """Return a robot's updates in order of arrival."""
    return [
        json.loads(zlib.decompress(bytes(update.payload)))
        for update in updates
        if update.rrn == rrn
    ]


def heard(member) -> str:
    """Return the context about other robots in a robot's home; its node may be stopped."""
    with RobotMemory.open(member.home, read_only=True) as memory:
        return memory.peers.context(1000).text


def test_killed_robots_lose_no_note_and_reuse_no_sequence_number(fleet, robot_apart):
    robot = robot_apart
    alex, bob = fleet("alex", "bob")
    updates = robot.listen(PeerUpdate, TOPIC, ALL_LATCHED)
    note(fleet, "alex", EAST)
    robot.spin_until(lambda: EAST in heard(bob) and EAST in str(said(updates, alex.rrn)))
    note(fleet, "alex", RAMP)  # acknowledged, but not yet published when the power fails
    alex.node.kill()
    bob.node.kill()
    robot.spin(0.5)
    before = said(updates, alex.rrn)
    assert EAST in heard(bob)

    fleet.start("bob")
    fleet.start("alex")
    robot.spin_until(lambda: EAST in heard(bob) and RAMP in heard(bob))
    after = robot.spin_until(lambda: said(updates, alex.rrn)[len(before) :])
    assert after[0]["sequence"] > before[-1]["sequence"]
