"""Many robots on two sites: several share a process (zenoh_crowd.py) and its host."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

from hosts import Hosts
from routed_sites import ROOT, SIDES, RoutedSites

from robot_memory.faces.cli.fleet_homes import make_fleet
from robot_memory.foundation.identity.card import read_card
from robot_memory.foundation.identity.trust_store import TrustStore

PATIENCE = 240.0


class Crowd:
    """A process that runs several robots.

    Attributes:
        rrns: of its robots.
        heard: when a robot last took in an update, by its number and the sender's RRN.
        refused: number of updates that its robots refused; each kind counts once for each sender.
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
        """Return when its robots heard of each author after a time; infinite if they have not."""
        return [
            at if at >= since else float("inf")
            for number, own in enumerate(self.rrns)
            for author in authors
            if author != own
            for at in [self.heard.get((number, author), 0.0)]
        ]


class CrowdedSites(RoutedSites):
    """Two sites with several robot processes each.

    Args:
        hosts: the hosts for all processes.
        folder: for all files.
        robots: their number, on both sites together.
        processes: the number of processes that they share.
        secure: see :class:`RoutedSites`.

    Attributes:
        crowds: the processes, by host.
        started: start of the first process, monotonic time in s.
    """

    def __init__(
        self, hosts: Hosts, folder: Path, robots: int, processes: int, *, secure: bool
    ) -> None:
        super().__init__(hosts, folder, secure=secure)
        self._homes = _make_homes(folder, robots)
        self.crowds: dict[str, Crowd] = {}
        self.started = time.monotonic()
        for number in range(processes):
            side = SIDES[number % 2]
            share = self._homes[number::processes]
            self.crowds[f"{side}{number}"] = self._start_crowd(f"{side}{number}", side, share)

    def _start_crowd(self, host: str, side: str, share: Sequence[tuple[str, Path]]) -> Crowd:
        script = str(ROOT / "bench" / "zenoh_crowd.py")
        process = self.start(host, script, self.add(host, side), *(str(home) for _, home in share))
        return Crowd([rrn for rrn, _ in share], process)

    @property
    def everybody(self) -> list[str]:
        """The RRNs of all robots."""
        return [rrn for crowd in self.crowds.values() for rrn in crowd.rrns]

    @property
    def refused(self) -> int:
        """The number of refused updates."""
        return sum(crowd.refused for crowd in self.crowds.values())

    def note(self, count: int) -> list[str]:
        """Let robots on each site learn something; return their RRNs.

        They are the first ``count`` robots of the first and of the last process, or all of these.
        """
        first, *_, last = self.crowds.values()
        return [
            crowd.note(number)
            for crowd in (first, last)
            for number in range(min(count, len(crowd.rrns)))
        ]

    def wait(self, authors: Sequence[str], since: float) -> list[float]:
        """Wait until all robots have heard of authors after a time; return when, sorted.

        Raises:
            SystemExit: some have not heard after :data:`PATIENCE`.
        """
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

    def stored(self) -> int:
        """Return the total bytes of all robots' files."""
        folders = (home for _, home in self._homes)
        files = (file for folder in folders for file in folder.iterdir() if file.is_file())
        return sum(file.stat().st_size for file in files)


def _make_homes(folder: Path, count: int) -> list[tuple[str, Path]]:
    """Make homes of robots that trust each other; each card file is hard-linked into all homes."""
    made = [make_fleet(folder, [f"robot{number}"]) for number in range(count)]
    homes = [home for each in made for home in each.values()]
    cards = [read_card(home.card.read_text(), str(home.card)) for home in homes]
    trusted = TrustStore(folder / "trusted" / "peers")
    for card in cards:
        trusted.trust(card, datetime.now(timezone.utc))
    for home, own in zip(homes, cards, strict=True):
        home.peers.mkdir(mode=0o700, exist_ok=True)
        os.link(trusted.folder.with_name("peers.key"), home.peers.with_name("peers.key"))
        for card in cards:
            if card != own:
                os.link(trusted.folder / f"{card.rrn}.json", home.peers / f"{card.rrn}.json")
    return [(card.rrn, home.folder) for card, home in zip(cards, homes, strict=True)]
