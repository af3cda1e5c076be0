"""The lines of the standard input of a process that has other things to do, too."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterator


class InputLines:
    """Reads them in a thread of its own, from the start.

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
        """Yield the lines that have come since, without waiting."""
        while self._lines:
            yield self._lines.popleft()
