"""A site that is partitioned and heals: eight hosts, two switches, a pulled cable."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hosts import Hosts, why_not
from light_process import LightRobot, command

from robot_memory.faces.cli.fleet_homes import make_fleet
from robot_memory.foundation.config_files import config_file

pytestmark = pytest.mark.ros

ROOT = Path(__file__).parents[4]
PROFILE = config_file("fastdds.xml")
PATIENCE = 60.0
NAMES = [f"robot{number}" for number in range(8)]
AGREED_WITHIN = 2.0  # s; without the profile it takes up to three, because heartbeats are rare


class Site:
    """Robots, half of them on each switch, all trusting each other."""

    def __init__(self, hosts: Hosts, folder: Path, profile: Path) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
            "FASTRTPS_DEFAULT_PROFILES_FILE": str(profile),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET",
            "ROS_DOMAIN_ID": "0",
        }
        self.robots: dict[str, LightRobot] = {}
        for number, (name, home) in enumerate(make_fleet(folder, NAMES).items()):
            hosts.add(name, "west" if number < len(NAMES) // 2 else "east")
            self.robots[name] = LightRobot(
                hosts.start(name, *command(home.folder), environment=environment,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            )  # fmt: skip

    def note(self, what: str) -> None:
        """Let each robot note a text of its own."""
        for name, robot in self.robots.items():
            robot.note(f"{what} at {name}")

    def missing(self, what: str) -> list[str]:
        """Return which robots have not yet received which other robots' notes."""
        return [
            f"{name} has not heard {other}"
            for name, robot in self.robots.items()
            for other in NAMES
            if other != name and f"{what} at {other}" not in robot.heard
        ]

    def wait(self, what: str, missing: int = 0) -> None:
        """Wait until at most ``missing`` pairs have not heard each other."""
        until = time.monotonic() + PATIENCE
        while len(self.missing(what)) > missing:
            assert time.monotonic() < until, (self.missing(what), self.news())
            time.sleep(0.02)

    def news(self) -> dict[str, list[str]]:
        """Return each robot's news about the others."""
        return {name: robot.news for name, robot in self.robots.items()}

    def heard_last(self, what: str) -> float:
        """Return when the last robot received its last note (monotonic clock)."""
        return max(
            at
            for robot in self.robots.values()
            for text, at in robot.heard.items()
            if text.startswith(what)
        )


def test_eight_robots_agree_within_two_seconds_after_a_partition():
    problem = why_not()
    if problem:
        pytest.skip(problem)
    # Outside /dev/shm, of which each host has its own.
    with TemporaryDirectory(dir="/var/tmp") as folder, Hosts() as hosts:
        site = Site(hosts, Path(folder), PROFILE)
        site.note("Spilled oil")
        site.wait("Spilled oil")

        hosts.unplug()
        site.note("Closed door")
        site.wait(
            "Closed door", missing=2 * 4 * 4
        )  # each side has heard its own robots, and none of the other side
        healed = time.monotonic()
        hosts.plug()
        site.wait("Closed door")

        assert site.heard_last("Closed door") - healed < AGREED_WITHIN
        assert [robot.finish() for robot in site.robots.values()] == [0] * len(NAMES)
