"""A Zenoh router on its own port, and carriers that connect to it, without fixtures."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

zenoh = pytest.importorskip("zenoh", reason="no eclipse-zenoh: run make test")

from robot_memory.sharing.carriers.zenoh_carrier import ZenohCarrier  # noqa: E402  needs zenoh

PATIENCE = 20.0


def free_port() -> int:
    """Return an unused port of this machine."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Router:
    """A router that can be stopped and started again."""

    def __init__(self, endpoint: str, config: str) -> None:
        self.endpoint = endpoint
        self._config = config
        self._session: Any = None

    @classmethod
    def plain(cls) -> Router:
        """Make a router on its own port, without access control."""
        endpoint = f"tcp/127.0.0.1:{free_port()}"
        config = {
            "mode": "router", "listen": {"endpoints": [endpoint]},
            "scouting": {"multicast": {"enabled": False}, "delay": 0},  # or 0.5 s a start
        }  # fmt: skip
        return cls(endpoint, json.dumps(config))

    def start(self) -> None:
        """Start the router; its port may be in use for a moment after a stop."""
        until = time.monotonic() + PATIENCE
        while self._session is None:
            try:
                config = zenoh.Config.from_json5(self._config)
                config.insert_json5("transport/shared_memory/enabled", "false")
                self._session = zenoh.open(config)
            except zenoh.ZError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)

    def stop(self) -> None:
        """Stop the router, like a failing network or a host that is switched off."""
        if self._session is not None:
            self._session.close()
            self._session = None


def anybody() -> None:
    """Expect no robot in particular."""


class Hearing:
    """A carrier, and its received messages as pairs of origin and bytes."""

    def __init__(self, carrier: ZenohCarrier) -> None:
        self.carrier = carrier
        self.heard: list[tuple[str, bytes]] = []
        carrier.listen(lambda origin, data: self.heard.append((origin, data)))

    def turn(self) -> None:
        """Run the carrier once."""
        self.carrier.tick(time.monotonic())
        self.carrier.deliver(0.0)


def turn_until(condition: Callable[[], bool], *sides: Any, patience: float = PATIENCE) -> bool:
    """Run all sides until the condition holds; return False after ``patience`` seconds."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        for side in sides:
            side.turn()
        time.sleep(0.02)
    return True


def shared_memory_of(pid: int | str) -> list[str]:
    """Return the lines of a process's memory map that belong to Zenoh's shared memory."""
    return [line for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if ".zenoh" in line]


def client(folder: Path, endpoint: str, **given: Any) -> str:
    """Write a robot's configuration; return its path."""
    file = folder / f"client-{len(list(folder.glob('client-*')))}.json5"
    config = {"mode": "client", "connect": {"endpoints": [endpoint]}, **given}
    file.write_text(json.dumps(config))
    return str(file)


def session_at(router: Router) -> zenoh.Session:
    """Return a session of a stranger, who follows none of our rules."""
    config = zenoh.Config()
    config.insert_json5("mode", '"client"')
    config.insert_json5("transport/shared_memory/enabled", "false")
    config.insert_json5("connect/endpoints", f'["{router.endpoint}"]')
    return zenoh.open(config)
