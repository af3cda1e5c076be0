"""Processes for a measurement, on their own DDS domain."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

DOMAIN = 98


class Processes:
    """Starts processes of this project, and stops them at the end."""

    def __init__(self) -> None:
        self._started: list[subprocess.Popen[bytes]] = []
        self._environment = {
            **os.environ,
            "ROS_DOMAIN_ID": str(DOMAIN),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]),
                                           os.environ.get("PYTHONPATH", "")]),
        }  # fmt: skip
        os.environ.update(self._environment)

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *error: object) -> None:
        for process in reversed(self._started):
            process.send_signal(signal.SIGINT)
        for process in self._started:
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()

    def start(
        self, *command: str, stdout: int | None = None, domain: int = DOMAIN
    ) -> subprocess.Popen[bytes]:
        """Start Python with these arguments; ``stdout`` is as in :class:`subprocess.Popen`."""
        environment = {**self._environment, "ROS_DOMAIN_ID": str(domain)}
        process = subprocess.Popen([sys.executable, *command], env=environment, stdout=stdout)
        self._started.append(process)
        return process

    def start_node(self, home: Path, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a memory node with the given parameters."""
        return self.start(
            "-m", "robot_memory.faces.ros.main", "--ros-args", "-p", f"home:={home}",
            "--log-level", "error", *arguments,
        )  # fmt: skip
