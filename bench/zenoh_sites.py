"""What two sites with a Zenoh router each cost, and how fast they agree.

    make bench ARGS="zenoh --robots 3 --idle 60"

Hosts are network namespaces on two switches; the cable between them is the wide area network, and
is pulled for the partition. Robots are light processes with the real memory, signatures and carrier
(zenoh_robot.py). Delay and loss need `netem` in the kernel; where it is missing, this says so.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from hosts import Hosts, why_not  # noqa: E402
from process_usage import cpu_seconds, resident_megabytes  # noqa: E402
from routed_sites import SIDES, RoutedSites, report  # noqa: E402

from robot_memory.faces.cli.fleet_homes import make_fleet  # noqa: E402

PATIENCE = 120.0
DAY = 86400.0


class Robot:
    """A robot on its own host."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self.name = name
        self.process = process
        self.heard: dict[str, float] = {}
        self.refused: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            news = json.loads(line)
            if news["kind"] == "peer_rejected":
                self.refused.append(news["detail"])
            for text in news["texts"]:
                self.heard.setdefault(text, news["at"])

    def note(self, text: str) -> float:
        """Let it learn something; return the time."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()
        return time.monotonic()


class Sites(RoutedSites):
    """Two sites, with a router and robots on each."""

    def __init__(self, hosts: Hosts, folder: Path, count: int) -> None:
        super().__init__(hosts, folder)
        names = [f"{side}{number}" for number in range(count) for side in SIDES]
        homes = make_fleet(folder, names)
        self.robots = [self._make_robot(name, homes[name].folder) for name in names]

    def _make_robot(self, name: str, home: Path) -> Robot:
        config = self.add(name, name.rstrip("0123456789"))
        script = str(ROOT / "bench" / "zenoh_robot.py")
        return Robot(name, self.start(name, script, str(home), config))

    def all_know(self, text: str, teller: Robot) -> float:
        """Wait until all others have heard a text; return the time of the last one."""
        others = [robot for robot in self.robots if robot is not teller]
        until = time.monotonic() + PATIENCE
        while not all(text in robot.heard for robot in others):
            if time.monotonic() > until:
                missing = [robot.name for robot in others if text not in robot.heard]
                raise SystemExit(f"{', '.join(missing)} did not hear of it in {PATIENCE:g} s")
            time.sleep(0.05)
        return max(robot.heard[text] for robot in others)

    def tell(self, text: str, teller: Robot) -> float:
        """Let a robot learn something; return the seconds until all others know it."""
        began = teller.note(text)
        return self.all_know(text, teller) - began

    def traffic_by_host(self) -> dict[str, tuple[int, int]]:
        """Return the bytes sent and received by each host."""
        names = [*(robot.name for robot in self.robots), *(f"router-{side}" for side in SIDES)]
        return {name: self.traffic([name]) for name in names}


def measure(sites: Sites, hosts: Hosts, idle: float, partition: float) -> None:
    """Measure, and report."""
    first, last = sites.robots[0], sites.robots[-1]
    report("all know the first note, from the start of the first process, s",
           round(sites.tell("The first note", first), 2))  # fmt: skip
    time.sleep(3.0)
    before, cpu = sites.traffic_by_host(), cpu_seconds(first.process)
    time.sleep(idle)
    after = sites.traffic_by_host()
    sent, received = (
        (now - then) / idle * DAY / 1e6
        for then, now in zip(before[first.name], after[first.name], strict=True)
    )
    report("an idle robot sends, MB a day", round(sent, 2))
    report("an idle robot receives, MB a day", round(received, 2))
    used = (cpu_seconds(first.process) - cpu) / idle
    report("an idle robot uses, % of a core", round(100 * used, 2))
    report("an idle robot's resident memory, MB", round(resident_megabytes(first.process)))
    before = sites.traffic_by_host()
    report("a note is known to all others after, s", round(sites.tell("A note", first), 2))
    time.sleep(2.0)
    after = sites.traffic_by_host()
    for name in (first.name, last.name, "router-east"):
        sent, received = (now - then for then, now in zip(before[name], after[name], strict=True))
        report(f"for that note {name} sends and receives, bytes", f"{sent} {received}")
    hosts.unplug()
    one, other = first.note("Said in the west meanwhile"), last.note("Said in the east meanwhile")
    time.sleep(partition)
    hosts.plug()
    healed = time.monotonic()
    knew = max(sites.all_know("Said in the west meanwhile", first),
               sites.all_know("Said in the east meanwhile", last))  # fmt: skip
    assert knew > max(one, other)
    report(f"after a partition of {partition:g} s all agree after, s", round(knew - healed, 2))
    report("refused", sum(len(robot.refused) for robot in sites.robots))


def main(arguments: list[str]) -> None:
    """Measure on separate hosts."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=zenoh", description=__doc__)
    parser.add_argument("--robots", type=int, default=2, help="on each site")
    parser.add_argument("--idle", type=float, default=60.0, help="s")
    parser.add_argument("--partition", type=float, default=30.0, help="s")
    parser.add_argument("--delay", type=float, default=0.0, help="between the sites, ms")
    parser.add_argument("--loss", type=float, default=0.0, help="between the sites, %%")
    given = parser.parse_args(arguments)
    reason = why_not()
    if reason:
        raise SystemExit(reason)
    with tempfile.TemporaryDirectory(prefix="robot-memory-zenoh-") as folder, Hosts() as hosts:
        if given.delay or given.loss:
            hosts.spoil(given.delay, given.loss)
        measure(Sites(hosts, Path(folder), given.robots), hosts, given.idle, given.partition)
