"""A process of light_robot.py, and the times of the texts it heard."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

LIGHT_ROBOT = Path(__file__).with_name("light_robot.py")


def command(home: Path, topics: int = 0) -> tuple[str, ...]:
    """Return the command that starts a light robot with this many additional topics."""
    return sys.executable, str(LIGHT_ROBOT), str(home), str(topics)


class LightRobot:
    """A running light robot.

    Attributes:
        process: its process.
        heard: when it first heard each text, on the monotonic clock.
        news: its news about other robots' updates, in order.
    """

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.heard: dict[str, float] = {}
        self.news: list[str] = []
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            news = json.loads(line)
            self.news.append(f"{news['at']:.2f} {news['kind']} {news['detail']}")
            for text in news["texts"]:
                self.heard.setdefault(text, news["at"])

    def note(self, text: str) -> None:
        """Let the robot note a text, which it shares."""
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def finish(self) -> int:
        """Let the robot end by itself; return its exit status."""
        self.process.stdin.close()
        return self.process.wait(15)


def wait_for(condition: Callable[[], bool], patience: float) -> bool:
    """Wait until the condition holds; return False after ``patience`` seconds."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
