"""Hands over to the memory, in a thread of its own, so that a slow disk never stops ingest."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

_CAPACITY = 10_000


class ActionQueue:
    """Runs actions one after another, in the order in which they were put.

    Args:
        report: told of an action that failed.

    Attributes:
        lost: actions that were not done, because too many waited or because they failed.
        loss: why the last one was not done.
    """

    def __init__(self, report: Callable[[str, Exception], None]) -> None:
        self._report = report
        self._actions: queue.Queue[Callable[[], object] | None] = queue.Queue(_CAPACITY)
        self.lost = 0
        self.loss = ""
        self._thread = threading.Thread(target=self._run, name="queue", daemon=True)
        self._thread.start()

    def put(self, action: Callable[[], object]) -> None:
        """Let an action be run soon; where too many wait it is dropped and counted."""
        try:
            self._actions.put_nowait(action)
        except queue.Full:
            self.lost += 1
            self.loss = f"{_CAPACITY} wait already for what is being stored"

    def close(self) -> None:
        """Run what waits, then stop."""
        self._actions.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (action := self._actions.get()) is not None:
            try:
                action()
            except Exception as error:  # the disk, mostly; what comes next may work again
                self.lost += 1
                self.loss = str(error) or type(error).__name__
                self._report("what was seen could not be handed over", error)
