"""Work that takes seconds, now and then, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class BackgroundTask:
    """Runs work at most once an interval and never twice at once; it keeps nobody waiting.

    Args:
        name: of the thread.
        work: what to run.
        interval: seconds.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self,
        name: str,
        work: Callable[[], object],
        interval: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name, self._work = name, work
        self._interval, self._clock = interval, clock
        self._due = clock() + interval
        self._thread: threading.Thread | None = None

    def tick(self) -> None:
        """Start the work where it is due and not going on."""
        if self._clock() < self._due or (self._thread is not None and self._thread.is_alive()):
            return
        self._due = self._clock() + self._interval
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait for work that is going on."""
        if self._thread is not None:
            self._thread.join()
