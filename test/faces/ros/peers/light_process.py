"""A process of light_robot.py, and when it heard what."""

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
    """Return what starts a light robot that publishes so many topics of its own."""
    return sys.executable, str(LIGHT_ROBOT), str(home), str(topics)


class LightRobot:
    """A light robot that runs.

    Attributes:
        process: its process.
        heard: when it heard a text first, on the monotonic clock.
        news: what it told of the updates of others, in order.
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
        """Let it learn something that it tells the others."""
        self.process.stdin.write(f"{text}\n")
        self.process.stdin.flush()

    def finish(self) -> int:
        """Let it end by itself; return its exit status."""
        self.process.stdin.close()
        return self.process.wait(15)


def wait_for(condition: Callable[[], bool], patience: float) -> bool:
    """Wait until something holds; tell whether it came to that."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
