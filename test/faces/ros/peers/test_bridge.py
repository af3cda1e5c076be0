"""Two sites: DDS inside one, Zenoh to the other, and a robot that is in both."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("zenoh", reason="no eclipse-zenoh: run make test")

from talking import note, tell
from telling import ERROR, OK, WARN, Listening
from zenoh_network import Router, client

pytestmark = pytest.mark.ros

EAST = "East corridor is blocked by a construction barrier"
LIFT = "The lift to floor 3 is out of order"
RAMP = "The ramp at the loading dock is slippery"


def test_a_robot_on_dds_and_zenoh_bridges_two_sites_and_warns_without_zenoh(
    fleet, robot, tmp_path: Path
):
    router = Router.plain()
    router.start()
    config = client(tmp_path, router.endpoint)
    for name in ("alex", "bob", "carol"):
        fleet.make(name)
    for who, whom in ("ab", "ac", "ba", "bc", "ca", "cb"):
        names = {"a": "alex", "b": "bob", "c": "carol"}
        fleet.trust(names[who], names[whom])
    fleet.start("alex")
    for name, carrier in (("bob", "both"), ("carol", "zenoh")):
        fleet.start(name, "-p", f"federation.carrier:={carrier}",
                    "-p", f"federation.zenoh_config:={config}")  # fmt: skip
    health = Listening(robot, "bob/robot_memory")
    robot.spin_until(lambda: health.says(OK, "2 robots heard", "peers"))

    note(fleet, "alex", EAST)
    note(fleet, "carol", LIFT)
    robot.spin_until(lambda: EAST in tell(robot, "carol") and LIFT in tell(robot, "alex"))

    router.stop()
    note(fleet, "alex", RAMP)
    robot.spin_until(lambda: RAMP in tell(robot, "bob"))
    robot.spin_until(lambda: health.says(WARN, "zenoh: the connection is lost", "peers"))
    assert RAMP not in tell(robot, "carol")

    router.start()
    robot.spin_until(lambda: RAMP in tell(robot, "carol"))
    router.stop()


def test_a_node_without_a_zenoh_configuration_runs_and_reports_an_error(fleet, robot):
    fleet.make("alex")
    fleet.start("alex", "-p", "federation.carrier:=zenoh")
    health = Listening(robot, "alex/robot_memory")

    robot.spin_until(
        lambda: health.says(ERROR, "zenoh: federation.zenoh_config names no file", "peers")
    )
    note(fleet, "alex", EAST)
    assert tell(robot, "alex") == ""
