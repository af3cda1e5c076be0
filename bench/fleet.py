"""What federation costs and how fast it is: whole nodes, each on a host of its own.

    make bench ARGS="fleet --robots 20"

Hosts are network namespaces, so that every byte goes through a network card that counts it. Needs
root. Times come from the robots' own ledgers: no robot is queried while it is measured.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from figures import report  # noqa: E402
from hosts import Hosts, why_not  # noqa: E402
from process_usage import cpu_seconds, resident_megabytes  # noqa: E402

from robot_memory.faces.cli.fleet_homes import make_fleet  # noqa: E402
from robot_memory.foundation.config_files import config_file  # noqa: E402
from robot_memory.memory import RobotMemory  # noqa: E402

PROFILE = config_file("fastdds.xml")
PATIENCE = 180.0
HOUR = 3600.0


@dataclass
class Robot:
    """A robot of the fleet.

    Attributes:
        name: the name of the robot and its host.
        home: its memory home.
        rrn: its Robot Resource Name.
        process: its node.
        started: the start of the process, UTC.
    """

    name: str
    home: Path
    rrn: str
    process: subprocess.Popen[str]
    started: datetime

    def heard(self) -> dict[str, datetime]:
        """Return when it took in the last update of each other robot, by RRN."""
        with RobotMemory.open(self.home, read_only=True) as memory:
            return {rrn: peer.last_synced for rrn, peer in memory.peers.all().items()}

    def note(self, text: str) -> datetime:
        """Let it note a text; return when the note was stored."""
        command = "-m", "robot_memory.faces.cli.main", "--home", str(self.home)
        subprocess.run([sys.executable, *command, "remember", "environment_note", text],
                       check=True, capture_output=True, cwd=ROOT)  # fmt: skip
        return datetime.now(timezone.utc)


class Fleet:
    """Robots that trust each other, each on its own host.

    Args:
        hosts: the simulated hosts.
        folder: for their homes.
        count: the number of robots.
        profile: of Fast DDS; None for its defaults.
        shares: whether they share one domain for all topics, not only for federation.
    """

    def __init__(
        self, hosts: Hosts, folder: Path, count: int, profile: Path | None, *, shares: bool
    ) -> None:
        self._hosts = hosts
        self._shares = shares
        self._homes = make_fleet(folder, [f"robot{number}" for number in range(count)])
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET",
            "ROS_LOG_DIR": str(folder / "log"),
        }
        if profile is not None:
            self._environment["FASTRTPS_DEFAULT_PROFILES_FILE"] = str(profile)
        self.robots: list[Robot] = []

    def start(self) -> Robot:
        """Start the next robot."""
        name, home = list(self._homes.items())[len(self.robots)]
        with RobotMemory.open(home.folder, read_only=True) as memory:
            rrn = memory.rrn
        domain = 0 if self._shares else len(self.robots) + 1
        self._hosts.add(name, ("west", "east")[len(self.robots) % 2])
        started = datetime.now(timezone.utc)
        process = self._hosts.start(
            name, sys.executable, "-m", "robot_memory.faces.ros.main", "--ros-args",
            "-p", f"home:={home.folder}", "-p", "federation.enabled:=true",
            "-p", f"federation.domain_id:={-1 if self._shares else 0}",
            "-r", f"__ns:=/{name}", "--log-level", "error",
            environment={**self._environment, "ROS_DOMAIN_ID": str(domain)}, cwd=ROOT,
        )  # fmt: skip
        self.robots.append(Robot(name, home.folder, rrn, process, started))
        return self.robots[-1]

    def wait_for(self, who: Sequence[Robot], whom: Sequence[Robot], since: datetime) -> datetime:
        """Return when the last of some robots had heard the others.

        Only updates that were taken in at ``since`` or later count.
        """
        until = time.monotonic() + PATIENCE
        while True:
            times = [
                heard.get(other.rrn)
                for robot, heard in ((robot, robot.heard()) for robot in who)
                for other in whom
                if other is not robot
            ]
            known = [at for at in times if at is not None and at >= since]
            if len(known) == len(times):
                return max(known)
            if time.monotonic() > until:
                raise SystemExit(f"{len(times) - len(known)} pairs have not heard each other")
            time.sleep(1.0)

    def traffic(self) -> list[tuple[int, int]]:
        """Return the bytes that each host has sent and received so far."""
        return [self._hosts.traffic(robot.name) for robot in self.robots]


@dataclass(frozen=True)
class Idle:
    """An idle fleet, per robot: share of a core, and bytes a second."""

    cpu: list[float]
    sent: float
    received: float


def measure_idle(fleet: Fleet, seconds: float) -> Idle:
    """Watch the fleet for a while."""
    processes = [robot.process for robot in fleet.robots]
    cpu, traffic = [cpu_seconds(process) for process in processes], fleet.traffic()
    time.sleep(seconds)
    used = [cpu_seconds(p) - before for p, before in zip(processes, cpu, strict=True)]
    pairs = list(zip(fleet.traffic(), traffic, strict=True))
    sent, received = (
        statistics.mean(now[way] - before[way] for now, before in pairs) / seconds for way in (0, 1)
    )
    return Idle([each / seconds for each in used], sent, received)


def run(count: int, seconds: float, profile: Path | None, *, shares: bool) -> None:
    """Print the figures of a fleet of ``count`` robots, and of one that joins late."""
    with tempfile.TemporaryDirectory() as folder, Hosts() as hosts:
        fleet = Fleet(hosts, Path(folder), count + 1, profile, shares=shares)
        begun = datetime.now(timezone.utc)
        for _ in range(count):
            fleet.start()
        robots = list(fleet.robots)
        all_heard = fleet.wait_for(robots, robots, begun)
        tell(f"{count} robots: all have heard all, from the start of the first process",
             f"{(all_heard - begun).total_seconds():.1f} s")  # fmt: skip
        time.sleep(10.0)  # discovery settles

        idle = measure_idle(fleet, seconds)
        worst, mean = max(idle.cpu) * 100, statistics.mean(idle.cpu) * 100
        report("CPU of an idle robot, mean (worst), % of a core", f"{mean:.2f} ({worst:.2f})",
               "< 1", mean < 1.0)  # fmt: skip
        tell("resident memory, MB",
             f"{max(resident_megabytes(robot.process) for robot in robots):.0f}")  # fmt: skip
        tell("sent and received by an idle robot, MB an hour",
             f"{idle.sent * HOUR / 1e6:.2f} and {idle.received * HOUR / 1e6:.2f}")  # fmt: skip
        measure_note(fleet, idle)
        measure_late_joiner(fleet)


def measure_note(fleet: Fleet, idle: Idle) -> None:
    """Let one robot add a note; measure when the others know it, and its cost."""
    robots = list(fleet.robots)
    author, others = robots[0], robots[1:]
    started, before = time.monotonic(), fleet.traffic()[0][0]
    noted = author.note("East corridor is blocked by a construction barrier")
    knew = fleet.wait_for(others, [author], noted)
    time.sleep(3.0)
    sent = fleet.traffic()[0][0] - before - idle.sent * (time.monotonic() - started)
    tell("a new note is known to all others after", f"{(knew - noted).total_seconds():.2f} s")
    tell("bytes that its author sent for it, to each other robot", f"{sent / len(others):.0f}")


def measure_late_joiner(fleet: Fleet) -> None:
    """Start one more robot; measure when it has heard the latched updates of all others."""
    robots = list(fleet.robots)
    late = fleet.start()
    fleet.wait_for([late], robots, late.started)
    heard = sorted((at - late.started).total_seconds() for at in late.heard().values())
    tell("a late joiner has heard the first, the last of them after",
         f"{heard[0]:.2f} s, {heard[-1]:.2f} s from its start")  # fmt: skip


def tell(what: str, value: str) -> None:
    """Print a figure without a target."""
    report(what, value, "", True)


def main(arguments: Sequence[str]) -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--robots", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30.0, help="how long idleness is watched")
    parser.add_argument("--plain", action="store_true", help="without the shipped profile")
    parser.add_argument(
        "--shared",
        action="store_true",
        help="one domain for all that robots publish, not for federation alone",
    )
    given = parser.parse_args(arguments)
    problem = why_not()
    if problem:
        raise SystemExit(problem)
    run(given.robots, given.seconds, None if given.plain else PROFILE, shares=given.shared)


if __name__ == "__main__":
    main(sys.argv[1:])
