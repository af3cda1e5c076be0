"""What many robots over two Zenoh routers cost, and how soon they agree after a partition.

    make bench ARGS="zenoh-scale --robots 200 --processes 8"
    make bench ARGS="zenoh-scale --robots 10 --tls --docs"

Several robots share a process (zenoh_crowd.py), each with an identity, a store and a session of its
own. Each process and each router is on a host of its own, a network namespace, whose network card
counts bytes. Needs root. Everything runs on this machine, so times at 200 robots are bounded by its
cores; a fleet has a computer for each robot. ``--docs`` keeps what was measured
(zenoh_measured.json), and writes the tables of docs/reference/fleet-size.md.
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import zenoh_tables  # noqa: E402
from crowded_sites import CrowdedSites  # noqa: E402
from hosts import Hosts, why_not  # noqa: E402
from process_usage import cpu_seconds, resident_megabytes  # noqa: E402
from routed_sites import report  # noqa: E402
from zenoh_measurement import ZenohMeasurement, keep, read_measurements  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "fleet-size.md"
#: Robots on each site that add a note together.
NOTED = 5
#: Fewest received updates in the measurement of their cost.
TAKEN = 400
#: Updates of one robot in a row; more in so short a time would be refused.
MOST_ROUNDS = 10


class ProcessorTime:
    """Processor time that processes have used since this was made."""

    def __init__(self, processes: Sequence[subprocess.Popen[str]]) -> None:
        self._processes = processes
        self._before = [cpu_seconds(one) for one in processes]
        self._began = time.monotonic()

    def each(self) -> list[float]:
        """Return the seconds of each process."""
        return [
            cpu_seconds(one) - then for one, then in zip(self._processes, self._before, strict=True)
        ]

    def beyond(self, idle: float) -> float:
        """Return the total seconds, less the idle use (seconds of processor per second)."""
        return sum(self.each()) - idle * (time.monotonic() - self._began)


class Scale:
    """Measures two sites, one quantity after another.

    Args:
        sites: the measured sites.
        hosts: their hosts.
    """

    def __init__(self, sites: CrowdedSites, hosts: Hosts) -> None:
        self._sites = sites
        self._hosts = hosts
        self._crowds = [crowd.process for crowd in sites.crowds.values()]
        self._robots = len(sites.everybody)
        self.measured: dict[str, float] = {}

    def start(self) -> None:
        """Wait until all robots have heard all others, and a moment more."""
        began = self._sites.started
        self.measured["started"] = self._sites.wait(self._sites.everybody, began)[-1] - began
        time.sleep(5.0)

    def _processor_times(self) -> tuple[ProcessorTime, ProcessorTime]:
        """Start counting the processor times of robots and of routers."""
        return ProcessorTime(self._crowds), ProcessorTime([*self._sites.routers.values()])

    def idle(self, seconds: float) -> None:
        """Measure idle robots."""
        robots, routers = self._processor_times()
        before = self._sites.traffic([*self._sites.crowds])
        time.sleep(seconds)
        self.measured["idle_cpu"] = sum(robots.each()) / seconds / self._robots
        self.measured["idle_router_cpu"] = max(routers.each()) / seconds
        self._idle_routers = sum(routers.each()) / seconds
        for name, then, now in zip(
            ("idle_sent", "idle_received"), before,
            self._sites.traffic([*self._sites.crowds]), strict=True,
        ):  # fmt: skip
            self.measured[name] = (now - then) / seconds / self._robots

    def note(self) -> None:
        """Measure how soon a note of one robot is known."""
        began = time.monotonic()
        first = next(iter(self._sites.crowds.values()))
        times = self._sites.wait([first.note(0)], began)
        self.measured["note"] = _most(times) - began

    def taking_in(self) -> None:
        """Measure the cost of an update for its receiver and for the routers."""
        robots, routers = self._processor_times()
        before, began = self._sites.traffic([*self._sites.crowds])[1], time.monotonic()
        together = min(2 * NOTED, self._robots)
        rounds = min(MOST_ROUNDS, math.ceil(TAKEN / together / (self._robots - 1)))
        for _ in range(rounds):
            since = time.monotonic()
            self._sites.wait(self._sites.note(NOTED), since)
        taken = rounds * together * (self._robots - 1)
        received = self._sites.traffic([*self._sites.crowds])[1] - before
        idle = self.measured["idle_received"] * self._robots * (time.monotonic() - began)
        self.measured["update_bytes"] = (received - idle) / taken
        self.measured["take_cpu"] = robots.beyond(self.measured["idle_cpu"] * self._robots) / taken
        self.measured["router_cpu"] = max(0.0, routers.beyond(self._idle_routers)) / taken

    def part(self, seconds: float) -> None:
        """Measure how soon all agree after a partition in which both sites learned something."""
        self._hosts.unplug()
        noted = time.monotonic()
        authors = self._sites.note(NOTED)
        time.sleep(seconds)
        healed = time.monotonic()
        self._hosts.plug()
        times = self._sites.wait(authors, noted)
        self.measured["authors"] = len(authors)
        self.measured["healed_most"] = max(0.0, _most(times) - healed)
        self.measured["healed"] = times[-1] - healed


def _most(times: Sequence[float]) -> float:
    """Return the time at which 99 % had arrived."""
    return times[int(0.99 * (len(times) - 1))]


def measure(given: argparse.Namespace, *, is_secure: bool) -> ZenohMeasurement:
    """Measure robots on separate hosts, and report."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="robot-memory-scale-") as folder, Hosts() as hosts:
        sites = CrowdedSites(hosts, Path(folder), given.robots, given.processes, secure=is_secure)
        scale = Scale(sites, hosts)
        scale.start()
        stored = sites.stored()
        scale.idle(given.idle)
        scale.note()
        scale.taking_in()
        scale.part(given.partition)
        memory = sum(resident_megabytes(crowd.process) for crowd in sites.crowds.values())
        report("resident memory of all robots together, MB", round(memory))
        report("files of a robot have grown by, with WAL, bytes",
               round((sites.stored() - stored) / given.robots))  # fmt: skip
        made = ZenohMeasurement(
            robots=given.robots, processes=given.processes, is_secure=is_secure,
            load=load, refused=sites.refused, **scale.measured,
        )  # fmt: skip
    for name, value in asdict(made).items():
        report(name, f"{value:.6g}")
    return made


def main(arguments: list[str]) -> None:
    """Measure on separate hosts."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=zenoh-scale", description=__doc__)
    parser.add_argument("--robots", type=int, default=10)
    parser.add_argument("--processes", type=int, default=2, help="that share them; an even number")
    parser.add_argument("--idle", type=float, default=20.0, help="s")
    parser.add_argument("--partition", type=float, default=20.0, help="s")
    parser.add_argument("--tls", action="store_true", help="the same again, with TLS")
    parser.add_argument("--docs", action="store_true", help=f"keep it, and write {PAGE.name}")
    given = parser.parse_args(arguments)
    reason = why_not()
    if reason:
        raise SystemExit(reason)
    made = [measure(given, is_secure=is_secure) for is_secure in ((False, True)[: 1 + given.tls])]
    if given.docs:
        keep(made)
        zenoh_tables.write_page(PAGE, read_measurements())


if __name__ == "__main__":
    main(sys.argv[1:])
