"""A Zenoh router on a port of its own, and carriers that connect to it, without fixtures."""

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
    """Return a port of this machine that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Router:
    """A router that is stopped and started again."""

    def __init__(self, endpoint: str, config: str) -> None:
        self.endpoint = endpoint
        self._config = config
        self._session: Any = None

    @classmethod
    def plain(cls) -> Router:
        """Make one that admits anybody, on a port of its own."""
        endpoint = f"tcp/127.0.0.1:{free_port()}"
        config = {
            "mode": "router", "listen": {"endpoints": [endpoint]},
            "scouting": {"multicast": {"enabled": False}, "delay": 0},  # or 0.5 s a start
        }  # fmt: skip
        return cls(endpoint, json.dumps(config))

    def start(self) -> None:
        """Start it; the port may be in use for a moment after a stop."""
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
        """Stop it, as a network that fails or a host that is switched off."""
        if self._session is not None:
            self._session.close()
            self._session = None


def anybody() -> None:
    """Expect any robot."""


class Hearing:
    """A carrier, and what it brought: pairs of origin and bytes."""

    def __init__(self, carrier: ZenohCarrier) -> None:
        self.carrier = carrier
        self.heard: list[tuple[str, bytes]] = []
        carrier.listen(lambda origin, data: self.heard.append((origin, data)))

    def turn(self) -> None:
        """Let it do what is due."""
        self.carrier.tick(time.monotonic())
        self.carrier.deliver(0.0)


def turn_until(condition: Callable[[], bool], *sides: Any, patience: float = PATIENCE) -> bool:
    """Let all sides work until something holds; return whether it came to that."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        for side in sides:
            side.turn()
        time.sleep(0.02)
    return True


def shared_memory_of(pid: int | str) -> list[str]:
    """Return the lines of a process's map that name memory which Zenoh shares."""
    return [line for line in Path(f"/proc/{pid}/maps").read_text().splitlines() if ".zenoh" in line]


def client(folder: Path, endpoint: str, **given: Any) -> str:
    """Write the configuration of a robot; return its path."""
    file = folder / f"client-{len(list(folder.glob('client-*')))}.json5"
    config = {"mode": "client", "connect": {"endpoints": [endpoint]}, **given}
    file.write_text(json.dumps(config))
    return str(file)


def session_at(router: Router) -> zenoh.Session:
    """Return a session of somebody else, who needs no rule of ours."""
    config = zenoh.Config()
    config.insert_json5("mode", '"client"')
    config.insert_json5("transport/shared_memory/enabled", "false")
    config.insert_json5("connect/endpoints", f'["{router.endpoint}"]')
    return zenoh.open(config)
