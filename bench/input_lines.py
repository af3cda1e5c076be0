"""Reads a process's standard input line by line while the process does other work."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterator


class InputLines:
    """Reads the lines in a separate thread, from the start.

    Attributes:
        ended: set once the input has ended.
    """

    def __init__(self) -> None:
        self._lines: deque[str] = deque()
        self.ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.append(line.strip())
        self.ended.set()

    def take(self) -> Iterator[str]:
        """Yield the lines received since the last call, without waiting."""
        while self._lines:
            yield self._lines.popleft()
