"""What many robots over two Zenoh routers cost, and how soon they agree after a partition.

    make bench ARGS="zenoh-scale --robots 200 --processes 8"

Several robots share a process (zenoh_crowd.py), each with an identity, a store and a session of its
own. Each process and each router is on a host of its own, a network namespace, whose network card
counts bytes. Needs root. Everything runs on this machine, so times at 200 robots are bounded by its
cores; a fleet has a computer for each robot.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from hosts import Hosts, why_not  # noqa: E402
from processes import cpu_seconds, resident_megabytes  # noqa: E402

from robot_memory.cli.fleet_homes import make_fleet  # noqa: E402

PORT = 7447
PATIENCE = 240.0
DAY = 86400.0
SIDES = ("west", "east")
#: Robots of each side that note something during the partition.
NOTED = 5


def report(what: str, value: object) -> None:
    """Print a line."""
    print(f"{what:<72} {value}", flush=True)


class Crowd:
    """A process with some robots.

    Attributes:
        rrns: of its robots.
        heard: when a robot took in the last update of another one: by number and RRN.
        refused: how many updates its robots refused, each kind of each sender once.
    """

    def __init__(self, rrns: Sequence[str], process: subprocess.Popen[str]) -> None:
        self.rrns = rrns
        self.process = process
        self.heard: dict[tuple[int, str], float] = {}
        self.refused = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            number, rrn, at = json.loads(line)
            if rrn:
                self.heard[number, rrn] = at
            else:
                self.refused += 1

    def note(self, number: int) -> str:
        """Let a robot learn something; return its RRN."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        return self.rrns[number]

    def times(self, authors: Sequence[str], since: float) -> list[float]:
        """Return when its robots heard of authors after a time; never: infinite."""
        return [
            at if at >= since else float("inf")
            for number, own in enumerate(self.rrns)
            for author in authors
            if author != own
            for at in [self.heard.get((number, author), 0.0)]
        ]


class CrowdedSites:
    """Two sites, a router and some processes with robots on each."""

    def __init__(self, hosts: Hosts, folder: Path, robots: int, processes: int) -> None:
        self._hosts = hosts
        self._folder = folder
        self._addresses = {side: hosts.add(f"router-{side}", side) for side in SIDES}
        homes = self._make_homes(robots)
        self.routers = [self._start_router(side) for side in SIDES]
        self.crowds: dict[str, Crowd] = {}
        shares = [homes[number::processes] for number in range(processes)]
        for number, share in enumerate(shares):
            side = SIDES[number % 2]
            host = f"{side}{number}"
            hosts.add(host, side)
            config = self._write(host, "client", [self._endpoint(side)], [])
            script = str(ROOT / "bench" / "zenoh_crowd.py")
            process = self._start(host, script, config, *(str(home) for _, home in share))
            self.crowds[host] = Crowd([rrn for rrn, _ in share], process)

    def _make_homes(self, count: int) -> list[tuple[str, Path]]:
        """Make homes whose robots trust each other; their cards are one file with many names."""
        made = [make_fleet(self._folder, [f"robot{number}"]) for number in range(count)]
        homes = [home for each in made for home in each.values()]
        cards = {json.loads(home.card.read_text())["rrn"]: home.card for home in homes}
        for home in homes:
            home.peers.mkdir(mode=0o700, exist_ok=True)
            for rrn, card in cards.items():
                if card != home.card:
                    os.link(card, home.peers / f"{rrn}.json")
        return list(zip(cards, (home.folder for home in homes), strict=True))

    def _endpoint(self, side: str) -> str:
        return f"tcp/{self._addresses[side]}:{PORT}"

    def _write(self, name: str, mode: str, connect: list[str], listen: list[str]) -> str:
        file = self._folder / f"{name}.json5"
        config = {
            "mode": mode, "connect": {"endpoints": connect}, "listen": {"endpoints": listen},
            "scouting": {"multicast": {"enabled": False}},
        }  # fmt: skip
        file.write_text(json.dumps(config))
        return str(file)

    def _start(self, host: str, *arguments: str) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return self._hosts.start(host, sys.executable, *arguments, environment=os.environ,
                                 cwd=ROOT, **pipes)  # fmt: skip

    def _start_router(self, side: str) -> subprocess.Popen[str]:
        other = [] if side == "west" else [self._endpoint("west")]
        config = self._write(f"router-{side}", "router", other, [f"tcp/0.0.0.0:{PORT}"])
        return self._start(f"router-{side}", "-m", "robot_memory.carriers.zenoh_router", config)

    def wait(self, authors: Sequence[str], since: float) -> list[float]:
        """Wait until all robots have heard of authors after a time; return when, sorted."""
        until = time.monotonic() + PATIENCE
        while True:
            times = [at for crowd in self.crowds.values() for at in crowd.times(authors, since)]
            times.sort()
            if not times or times[-1] < float("inf"):
                return times
            if time.monotonic() > until:
                missing = times.count(float("inf"))
                raise SystemExit(f"{missing} of {len(times)} are not heard after {PATIENCE:g} s")
            time.sleep(0.2)

    def bytes(self, names: Sequence[str]) -> tuple[int, int]:
        """Return what hosts have sent and received so far."""
        traffic = [self._hosts.traffic(name) for name in names]
        return sum(sent for sent, _ in traffic), sum(received for _, received in traffic)

    def stored(self) -> int:
        """Return the bytes of all ledgers and memory files."""
        files = (file for file in self._folder.glob("robot*/*") if file.is_file())
        return sum(file.stat().st_size for file in files)


def measure_change(
    sites: CrowdedSites, robots: int, what: str, act: Callable[[], Sequence[str]], since: float
) -> None:
    """Report how soon what some robots noted is known, and what that cost."""
    crowds = list(sites.crowds)
    before = sites.bytes(crowds)
    authors = act()
    times = sites.wait(authors, since)
    at = [times[int(part * (len(times) - 1))] for part in (0.5, 0.99, 1.0)]
    report(f"{what}: half, 99 %, all know after, s",
           ", ".join(f"{each - since:.2f}" for each in at))  # fmt: skip
    sent, received = (now - then for now, then in zip(sites.bytes(crowds), before, strict=True))
    report("  sent for it by each author, received by each robot of each author, bytes",
           f"{sent / len(authors):.0f}, {received / len(authors) / robots:.0f}")  # fmt: skip


def measure_idle(sites: CrowdedSites, robots: int, seconds: float) -> None:
    """Report what robots cost that have nothing to say."""
    crowds = list(sites.crowds)
    processes = [crowd.process for crowd in sites.crowds.values()]
    cpu, routers = ([cpu_seconds(one) for one in these] for these in (processes, sites.routers))
    before = sites.bytes(crowds)
    time.sleep(seconds)
    used = sum(cpu_seconds(one) for one in processes) - sum(cpu)
    report("an idle robot uses, % of a core", round(100 * used / seconds / robots, 3))
    used = max(cpu_seconds(one) - then for one, then in zip(sites.routers, routers, strict=True))
    report("the busier router uses, % of a core", round(100 * used / seconds, 2))
    sent, received = (
        (now - then) / seconds / robots * DAY / 1e6
        for now, then in zip(sites.bytes(crowds), before, strict=True)
    )
    report("an idle robot sends and receives, MB a day", f"{sent:.2f}, {received:.2f}")
    memory = sum(resident_megabytes(process) for process in processes)
    report("resident memory of all robots together, MB", round(memory))


def measure(sites: CrowdedSites, hosts: Hosts, robots: int, idle: float, partition: float) -> None:
    """Measure, and report."""
    began = time.monotonic()
    everybody = [rrn for crowd in sites.crowds.values() for rrn in crowd.rrns]
    report("all have heard all, from the start of the processes, s",
           f"{sites.wait(everybody, began)[-1] - began:.1f}")  # fmt: skip
    time.sleep(5.0)
    stored = sites.stored()
    measure_idle(sites, robots, idle)
    first, *_, last = sites.crowds.values()
    measure_change(sites, robots, "a note", lambda: [first.note(0)], time.monotonic())
    time.sleep(2.0)
    hosts.unplug()
    noted = time.monotonic()
    authors = [crowd.note(number) for crowd in (first, last)
               for number in range(min(NOTED, len(crowd.rrns)))]  # fmt: skip
    time.sleep(partition)

    healed = time.monotonic()
    hosts.plug()
    times = sites.wait(authors, noted)
    most = times[int(0.99 * (len(times) - 1))]
    report(f"after a partition of {partition:g} s, in which {len(authors)} noted something, "
           "99 %, all agree after, s",
           ", ".join(f"{each - healed:.2f}" for each in (most, times[-1])))  # fmt: skip
    report("files of a robot have grown by, with WAL, bytes, for each note that it heard",
           round((sites.stored() - stored) / robots / (1 + len(authors))))  # fmt: skip
    report("refused", sum(crowd.refused for crowd in sites.crowds.values()))


def main(arguments: list[str]) -> None:
    """Measure on hosts of their own."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=zenoh-scale", description=__doc__)
    parser.add_argument("--robots", type=int, default=10)
    parser.add_argument("--processes", type=int, default=2, help="that share them; an even number")
    parser.add_argument("--idle", type=float, default=20.0, help="s")
    parser.add_argument("--partition", type=float, default=15.0, help="s")
    given = parser.parse_args(arguments)
    reason = why_not()
    if reason:
        raise SystemExit(reason)
    report("robots, processes, load of the machine before",
           f"{given.robots}, {given.processes}, {os.getloadavg()[0]:.1f}")  # fmt: skip
    with tempfile.TemporaryDirectory(prefix="robot-memory-scale-") as folder, Hosts() as hosts:
        sites = CrowdedSites(hosts, Path(folder), given.robots, given.processes)
        measure(sites, hosts, given.robots, given.idle, given.partition)


if __name__ == "__main__":
    main(sys.argv[1:])
