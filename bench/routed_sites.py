"""Two sites with a Zenoh router each, and robots that connect to it, all on separate hosts.

Hosts are network namespaces on two switches, whose network cards count bytes. The cable between the
switches is the wide area network, and is pulled for a partition. Needs root.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from certificates import Authority  # noqa: E402
from hosts import Hosts  # noqa: E402

PORT = 7447
SIDES = ("west", "east")


def report(what: str, value: object) -> None:
    """Print a line."""
    print(f"{what:<72} {value}", flush=True)


class RoutedSites:
    """Two sites and their routers; the router of the east connects to that of the west.

    Args:
        hosts: the hosts for all processes.
        folder: where configurations and certificates go.
        secure: whether routers and robots use mutual TLS.

    Attributes:
        routers: their processes, by side.
    """

    def __init__(self, hosts: Hosts, folder: Path, *, secure: bool = False) -> None:
        self._hosts = hosts
        self._folder = folder
        self._authority = Authority(folder) if secure else None
        self._addresses = {side: hosts.add(f"router-{side}", side) for side in SIDES}
        self.routers = {side: self._start_router(side) for side in SIDES}

    def add(self, host: str, side: str) -> str:
        """Add a host for robots to a site; return the Zenoh configuration of its robots."""
        return self._write(host, self._hosts.add(host, side), "client", [self._endpoint(side)], [])

    def start(self, host: str, *arguments: str) -> subprocess.Popen[str]:
        """Start Python on a host; its input and output are pipes."""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return self._hosts.start(host, sys.executable, *arguments, environment=os.environ,
                                 cwd=ROOT, **pipes)  # fmt: skip

    def traffic(self, names: Sequence[str]) -> tuple[int, int]:
        """Return the bytes that the hosts have sent and received so far, in total."""
        traffic = [self._hosts.traffic(name) for name in names]
        return sum(sent for sent, _ in traffic), sum(received for _, received in traffic)

    def _start_router(self, side: str) -> subprocess.Popen[str]:
        other = [] if side == "west" else [self._endpoint("west")]
        listen = [f"{self._protocol}/0.0.0.0:{PORT}"]
        host = f"router-{side}"
        config = self._write(host, self._addresses[side], "router", other, listen)
        return self.start(host, "-m", "robot_memory.sharing.carriers.zenoh_router", config)

    @property
    def _protocol(self) -> str:
        return "tcp" if self._authority is None else "tls"

    def _endpoint(self, side: str) -> str:
        return f"{self._protocol}/{self._addresses[side]}:{PORT}"

    def _write(
        self, host: str, address: str, mode: str, connect: list[str], listen: list[str]
    ) -> str:
        file = self._folder / f"{host}.json5"
        config = {
            "mode": mode, "listen": {"endpoints": listen},
            "connect": {"endpoints": connect, "retry": {"period_max_ms": 1000}},  # as shipped
            "scouting": {"multicast": {"enabled": False}},
            "transport": {"link": {"tls": self._tls(host, address)}},
        }  # fmt: skip
        file.write_text(json.dumps(config))
        return str(file)

    def _tls(self, host: str, address: str) -> dict[str, Any]:
        if self._authority is None:
            return {}
        certificate, key = self._authority.issue(host, address)
        return {
            "root_ca_certificate": self._authority.file, "enable_mtls": True,
            "listen_certificate": certificate, "listen_private_key": key,
            "connect_certificate": certificate, "connect_private_key": key,
        }  # fmt: skip
