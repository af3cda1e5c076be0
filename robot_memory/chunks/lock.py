"""One writer at a time, between threads and between programs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from robot_memory.files import locked


class Lock:
    """A lock that who holds it may take once more; it ends with its process.

    Args:
        path: the file that is locked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.RLock()
        self._depth = 0

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock."""
        with self._threads:
            if self._depth:
                yield
                return
            with locked(self._path):
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1
