"""Hosts on one machine: network namespaces on two switches, joined by a cable."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from typing import Any

_SWITCH = "switch"
_OWN_SHARED_MEMORY = 'mount -t tmpfs tmpfs /dev/shm && exec "$@"'
_SIDES = ("west", "east")
_CABLE = "cable"


def why_not() -> str | None:
    """Return why this process cannot make hosts; None if it can."""
    if shutil.which("ip") is None:
        return "iproute2 is not installed, so there are no network namespaces"
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with Hosts():
            pass
    except subprocess.CalledProcessError as error:
        return f"this machine lets nobody make network namespaces: {error.stderr.strip()}"
    return None


class Hosts:
    """Hosts with their own address and /dev/shm, each on one of two switches.

    At the end everything is removed: first the processes, then the namespaces.
    """

    def __init__(self) -> None:
        self._prefix = f"rm{os.getpid()}-"
        self._names: list[str] = []
        self._started: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Hosts:
        try:
            self._make(_SWITCH)
            for side in _SIDES:
                self._in(_SWITCH, "add", side, "type", "bridge", "mcast_snooping", "0")
                self._in(_SWITCH, "set", side, "up")
            self._in(_SWITCH, "add", _CABLE, "type", "veth", "peer", "name", f"{_CABLE}-end")
            for end, side in zip((_CABLE, f"{_CABLE}-end"), _SIDES, strict=True):
                self._in(_SWITCH, "set", end, "master", side, "up")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._started:
            process.kill()  # its /dev/shm is removed with it
        for process in self._started:
            process.wait()
        for name in self._names:
            _ip("netns", "delete", self._full(name))

    def add(self, name: str, side: str = "west") -> str:
        """Add a host to a switch, ``west`` or ``east``; return its address."""
        number = len(self._names)
        self._make(name)
        port, address = f"port{number}", f"10.77.{number // 250}.{number % 250 + 1}/16"
        self._in(_SWITCH, "add", port, "type", "veth", "peer", "name", "eth0",
                 "netns", self._full(name))  # fmt: skip
        self._in(_SWITCH, "set", port, "master", side, "up")
        _ip("-n", self._full(name), "address", "add", address, "dev", "eth0")
        for link in ("lo", "eth0"):
            self._in(name, "set", link, "up")
        return address.partition("/")[0]

    def start(
        self, name: str, *command: str, environment: Mapping[str, str], **how: Any
    ) -> subprocess.Popen[str]:
        """Start a process on a host."""
        inside = ("ip", "netns", "exec", self._full(name), "sh", "-c", _OWN_SHARED_MEMORY, name)
        process = subprocess.Popen([*inside, *command], env=dict(environment), text=True, **how)
        self._started.append(process)
        return process

    def unplug(self) -> None:
        """Disconnect the two switches."""
        self._in(_SWITCH, "set", _CABLE, "down")

    def plug(self) -> None:
        """Reconnect the two switches."""
        self._in(_SWITCH, "set", _CABLE, "up")

    def spoil(self, delay: float, loss: float) -> None:
        """Let the cable delay frames by so many ms each way, and lose so many percent of them.

        Raises:
            subprocess.CalledProcessError: the kernel has no ``netem``.
        """
        for end in (_CABLE, f"{_CABLE}-end"):
            words = ("qdisc", "add", "dev", end, "root", "netem", "delay", f"{delay:g}ms",
                     "loss", f"{loss:g}%")  # fmt: skip
            subprocess.run(["tc", "-n", self._full(_SWITCH), *words], check=True)

    def traffic(self, name: str) -> tuple[int, int]:
        """Return the bytes that a host's network card has sent and received, with frame headers."""
        card = _ip("-n", self._full(name), "-s", "-json", "link", "show", "eth0")
        counters = json.loads(card)[0]["stats64"]
        return counters["tx"]["bytes"], counters["rx"]["bytes"]

    def _make(self, name: str) -> None:
        _ip("netns", "add", self._full(name))
        self._names.append(name)

    def _in(self, name: str, *words: str) -> None:
        """Run an ``ip link`` command on a host."""
        _ip("-n", self._full(name), "link", *words)

    def _full(self, name: str) -> str:
        return self._prefix + name


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout
