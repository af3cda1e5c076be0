"""Memory nodes forked from a process that has already imported everything."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

_FORKER = Path(__file__).with_name("node_forker.py")
_PATIENCE = 30.0


class NodeForker:
    """Starts memory nodes in a fraction of the usual time."""

    def __init__(self) -> None:
        self._forker = subprocess.Popen(
            [sys.executable, str(_FORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._unread = b""
        self._started: list[int] = []
        self._ended: dict[int, int] = {}

    def start(self, arguments: Sequence[str], folder: Path, log: Path) -> ForkedNode:
        """Start a node with the current environment."""
        order = {
            "arguments": arguments, "environment": dict(os.environ),
            "folder": str(folder), "log": str(log),
        }  # fmt: skip
        assert self._forker.stdin is not None
        self._forker.stdin.write(f"{json.dumps(order)}\n".encode())
        self._forker.stdin.flush()
        while not self._started:
            assert self.listen(_PATIENCE), "no node was forked off"
        return ForkedNode(self, self._started.pop())

    def status_of(self, process: int) -> int | None:
        """Return a node's exit status as reported so far; None while it runs."""
        return self._ended.get(process)

    def listen(self, seconds: float) -> bool:
        """Read the forker's reports for up to ``seconds``; return whether there was one."""
        assert self._forker.stdout is not None
        descriptor = self._forker.stdout.fileno()
        if not select.select([descriptor], [], [], max(0.0, seconds))[0]:
            return False
        told = os.read(descriptor, 65536)
        assert told, "what forks the nodes has ended"
        *lines, self._unread = (self._unread + told).split(b"\n")
        for news in map(json.loads, lines):
            if "started" in news:
                self._started.append(news["started"])
                self._ended.pop(news["started"], None)  # process ids may be reused
            else:
                self._ended[news["ended"]] = news["status"]
        return True

    def close(self) -> None:
        """Close the forker, after its nodes have ended."""
        assert self._forker.stdin is not None
        self._forker.stdin.close()
        self._forker.wait(_PATIENCE)


class ForkedNode:
    """A node's process, with the part of ``subprocess.Popen`` that tests use.

    Attributes:
        pid: the process id.
    """

    def __init__(self, forker: NodeForker, pid: int) -> None:
        self.pid = pid
        self._forker = forker

    def poll(self) -> int | None:
        """Return the exit status; None while it runs."""
        return self._status(0.0)

    def wait(self, timeout: float) -> int:
        """Wait for the end, and return the exit status.

        Raises:
            subprocess.TimeoutExpired: it has not ended within so many seconds.
        """
        status = self._status(timeout)
        if status is None:
            raise subprocess.TimeoutExpired(f"node {self.pid}", timeout)
        return status

    def send_signal(self, number: int) -> None:
        """Send a signal, if the process still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def _status(self, seconds: float) -> int | None:
        until = time.monotonic() + seconds
        while (status := self._forker.status_of(self.pid)) is None:
            if not self._forker.listen(until - time.monotonic()):
                return self._forker.status_of(self.pid)
        return status
