"""Lets the evidence be analysed now and then, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

_INTERVAL = 600.0


class AnalysisWorker:
    """Runs an analysis at most every ten minutes; it may take seconds and keeps nobody waiting.

    Args:
        analyse: what to run; it does little where no evidence came since.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self, analyse: Callable[[], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._analyse = analyse
        self._clock = clock
        self._due = clock() + _INTERVAL
        self._thread: threading.Thread | None = None

    def tick(self) -> None:
        """Start an analysis where one is due and none is going on."""
        if self._clock() < self._due or (self._thread is not None and self._thread.is_alive()):
            return
        self._due = self._clock() + _INTERVAL
        self._thread = threading.Thread(target=self._analyse, name="analysis", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait for an analysis that is going on."""
        if self._thread is not None:
            self._thread.join()
