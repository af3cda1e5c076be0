"""Writes files in a thread of its own, so that a slow disk never stops ingest."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

_CAPACITY = 10_000


class ActionQueue:
    """Runs actions one after another: sessions, episodes, exposure, baselines.

    Observations do not come here: :meth:`RobotMemory.observe` queues them for the ledger.

    Args:
        report: told of an action that failed, or for which there was no room.
    """

    def __init__(self, report: Callable[[str, Exception], None]) -> None:
        self._report = report
        self._actions: queue.Queue[Callable[[], object] | None] = queue.Queue(_CAPACITY)
        self._thread = threading.Thread(target=self._run, name="files", daemon=True)
        self._thread.start()

    def put(self, action: Callable[[], object]) -> None:
        """Let an action be run soon; where too many wait it is dropped."""
        try:
            self._actions.put_nowait(action)
        except queue.Full:
            self._report("files", queue.Full(f"{_CAPACITY} actions wait for the disk already"))

    def close(self) -> None:
        """Run what waits, then stop."""
        self._actions.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (action := self._actions.get()) is not None:
            try:
                action()
            except Exception as error:  # the disk, mostly; what comes next may work again
                self._report("what was seen could not be handed over", error)
