"""A robot whose process is stopped for a while, or suspended with its computer.

Without the fix two such robots stay deaf to each other in about one run of three, depending on the
first DDS messages after the process goes on. With the fix they never do.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from light_process import LightRobot, command, wait_for

from robot_memory.faces.cli.fleet_homes import make_fleet

pytestmark = pytest.mark.ros

ROOT = Path(__file__).parents[4]
SHORT_LEASE = Path(__file__).with_name("short_lease.xml")
STANDS_STILL = 8.5  # s; the others have dropped it after 3 s, and it has dropped nobody
#: Discovery acknowledges each. A participant that has dropped a robot counts the robot's
#: acknowledgements from zero again, and the robot ignores it until they reach the former number.
#: and the robot listens to none before they are as many as there were.
TOPICS = 120
PATIENCE = 20.0


@pytest.fixture
def robots(domains: Any, tmp_path: Path) -> Iterator[dict[str, LightRobot]]:
    """Two robots: the others drop bob after three seconds, and alex after twenty."""
    environment = {
        **os.environ,
        "ROS_DOMAIN_ID": str(domains.take()),
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    profiles = {"alex": {}, "bob": {"FASTRTPS_DEFAULT_PROFILES_FILE": str(SHORT_LEASE)}}
    robots = {
        name: LightRobot(
            subprocess.Popen(
                command(home.folder, TOPICS), env={**environment, **profiles[name]}, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )
        )
        for name, home in make_fleet(tmp_path, profiles).items()
    }  # fmt: skip
    yield robots
    for robot in robots.values():
        robot.process.send_signal(signal.SIGCONT)
        assert robot.finish() == 0


def test_a_robot_stopped_for_a_while_and_its_peers_exchange_updates_again(
    robots: dict[str, LightRobot],
):
    alex, bob = robots["alex"], robots["bob"]
    alex.note("Spilled oil at the dock")
    bob.note("Closed door at the lift")
    assert wait_for(lambda: bool(alex.heard and bob.heard), PATIENCE)

    bob.process.send_signal(signal.SIGSTOP)
    time.sleep(STANDS_STILL)
    alex.note("Steep ramp in the yard")  # nobody announces it to bob again
    bob.note("Broken lamp in the hall")
    bob.process.send_signal(signal.SIGCONT)

    assert wait_for(lambda: "Broken lamp in the hall" in alex.heard, PATIENCE)
    assert wait_for(lambda: "Steep ramp in the yard" in bob.heard, PATIENCE)
