"""An operator decides whom a robot hears and claims to hear."""

from __future__ import annotations

import pytest
from talking import note, tell
from telling import WARN, Listening

pytestmark = pytest.mark.ros

NOTE = "East corridor is blocked by a construction barrier"


def test_open_trust_accepts_unknown_robots_and_is_reported_as_a_warning(fleet, robot):
    fleet.make("alex")
    fleet.make("bob")
    fleet.start("alex")
    bob = fleet.start("bob", "-p", "federation.trust:=open")
    note(fleet, "alex", NOTE)

    robot.spin_until(lambda: NOTE in tell(robot, "bob"))

    assert bob.logged("federation.trust is open: whoever is on this network is believed")
    health = Listening(robot, "bob/robot_memory")
    robot.spin_until(lambda: health.says(WARN, "federation.trust is open", "peers"))


def test_robots_in_different_domains_exchange_updates_in_a_third_domain(
    fleet, robot, robot_apart, domain, domains, monkeypatch
):
    between = f"federation.domain_id:={domains.take()}"
    for name in ("alex", "bob"):
        fleet.make(name)
    fleet.trust("alex", "bob")
    fleet.trust("bob", "alex")
    fleet.start("bob", "-p", between)  # in the domain of robot_apart
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain))
    fleet.start("alex", "-p", between)

    note(fleet, "alex", NOTE)

    robot_apart.spin_until(lambda: NOTE in tell(robot_apart, "bob"))
