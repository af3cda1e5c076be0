"""Keeps long-term memory while the node runs, in a thread of its own.

The night shift by its schedule (document 003 §Cron Schedule), what was recalled written down, and
the recall index brought up to date now and then, so that whoever asks need not wait.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from robot_memory.errors import NightShiftFailed
from robot_memory.memory import RobotMemory

T = TypeVar("T")

_INTERVAL = 30.0
_REFRESH_INTERVAL = 600.0  # s; each refresh writes to the disk


class NightWatch:
    """Does what is due, asking every half minute; of the schedule only where that is enabled.

    Args:
        memory: whose night shift.
        is_time_known: whether there is a time to go by.
        report: told what went wrong, by what was done; what was done before it stays.
        clear: told what went well.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self,
        memory: RobotMemory,
        is_time_known: Callable[[], bool],
        report: Callable[[str, Exception], None],
        clear: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        self._is_time_known = is_time_known
        self._report = report
        self._clear = clear
        self._clock = clock
        self._due = clock() + _INTERVAL
        self._refresh_due = self._due
        self._stopped = False
        self._thread: threading.Thread | None = None

    def tick(self) -> None:
        """Begin what is due, where nothing is going on."""
        is_busy = self._thread is not None and self._thread.is_alive()
        if is_busy or self._clock() < self._due or not self._is_time_known():
            return
        self._due = self._clock() + _INTERVAL
        self._thread = threading.Thread(target=self._work, name="night", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ask what is going on to stop, and wait for it; the rest is done the next time."""
        self._stopped = True
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        self._attempt("upkeep", self._keep_up)
        if not self._memory.settings.schedule_enabled:
            return
        due = self._attempt("schedule", lambda: self._memory.long_term.night.due()) or []
        for action in due:
            if self._stopped:
                return
            self._attempt(action, partial(self._act, action))

    def _keep_up(self) -> None:
        if self._clock() >= self._refresh_due:
            self._refresh_due = self._clock() + _REFRESH_INTERVAL
            self._memory.long_term.recall.refresh()
        self._memory.long_term.tick()

    def _act(self, action: str) -> None:
        report = self._memory.long_term.night.act(action, stop=lambda: self._stopped)
        if report is not None and not report.success and not report.stopped:
            raise NightShiftFailed(report.summary())

    def _attempt(self, what: str, action: Callable[[], T]) -> T | None:
        """Do something; what goes wrong is told until the same goes well, and the rest is done."""
        try:
            done = action()
        except Exception as error:  # a thread that dies would be missed by nobody
            self._report(what, error)
            return None
        self._clear(what)
        return done
