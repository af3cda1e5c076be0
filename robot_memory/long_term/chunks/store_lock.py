"""One writer at a time, between threads and between programs.

See docs/reference/chunks.md, "Crashes, full disks, other programs".
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from robot_memory.foundation.disk.file_lock import LOCK_PATIENCE, locked
from robot_memory.foundation.errors import LockHeld


class StoreLock:
    """A lock that who holds it may take once more; it ends with its process.

    After a wait in vain it is tried without a wait for some seconds: a search takes it several
    times, and must not wait each time for a process that hangs.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._threads = threading.RLock()
        self._depth = 0
        self._gave_up = -math.inf

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock.

        Raises:
            LockHeld: another process holds it for too long.
        """
        with self._threads:
            if self._depth:
                yield
                return
            with self._acquired():
                self._depth += 1
                try:
                    yield
                finally:
                    self._depth -= 1

    @contextmanager
    def _acquired(self) -> Iterator[None]:
        is_recent = time.monotonic() - self._gave_up < LOCK_PATIENCE
        with ExitStack() as held:
            try:
                held.enter_context(locked(self._path, patience=0.0 if is_recent else LOCK_PATIENCE))
            except LockHeld:
                self._gave_up = self._gave_up if is_recent else time.monotonic()
                raise
            yield
