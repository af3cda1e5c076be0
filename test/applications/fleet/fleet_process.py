"""A fleet server as its operator runs it: in its own process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

PATIENCE = 30.0


class FleetProcess:
    """``robot-memory fleet serve``, which is killed or stopped at the end.

    Args:
        home: the fleet's home.
        config: the Zenoh configuration.
        database: the database address; empty: a database in the home.
    """

    def __init__(self, home: Path, config: str, database: str = "") -> None:
        self.home = home
        self._command = [
            sys.executable, "-m", "robot_memory.faces.cli", "--home", str(home), "fleet", "serve",
            "--zenoh-config", config, *(["--database", database] if database else []),
        ]  # fmt: skip
        self.log = home.parent / f"{home.name}.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the process, and wait until it listens."""
        with self.log.open("ab") as log:
            begin = log.tell()
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, env={**os.environ}
            )
        until = time.monotonic() + PATIENCE
        while b" listens; " not in self.log.read_bytes()[begin:]:
            if time.monotonic() > until or self._process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            time.sleep(0.02)

    def __enter__(self) -> FleetProcess:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.end(signal.SIGTERM)

    def end(self, number: int = signal.SIGKILL) -> int:
        """Send a signal, and return the exit status; 0 if the process had ended before."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(number)
        return process.wait(PATIENCE)
