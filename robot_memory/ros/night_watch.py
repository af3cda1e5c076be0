"""Keeps long-term memory while the node runs, in a thread of its own.

The night shift by its schedule (document 003 §Cron Schedule), what was recalled written down, and
the recall index brought up to date now and then, so that whoever asks need not wait.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from robot_memory.memory import RobotMemory

_INTERVAL = 30.0
_REFRESH_INTERVAL = 600.0  # s; each refresh writes to the disk


class NightWatch:
    """Does what is due, asking every half minute; of the schedule only where that is enabled.

    Args:
        memory: whose night shift.
        is_time_known: whether there is a time to go by.
        report: told of what went wrong; what was done before it stays.
        clear: told that all went well again.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self,
        memory: RobotMemory,
        is_time_known: Callable[[], bool],
        report: Callable[[Exception], None],
        clear: Callable[[], None],
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
        try:
            night = self._memory.long_term.night
            if self._clock() >= self._refresh_due:
                self._refresh_due = self._clock() + _REFRESH_INTERVAL
                self._memory.long_term.recall.refresh()
            self._memory.long_term.tick()
            due = night.due() if self._memory.settings.schedule_enabled else []
            for action in due:
                if self._stopped:
                    return
                night.act(action, stop=lambda: self._stopped)
        except Exception as error:  # a thread that dies would be missed by nobody
            self._report(error)
        else:
            self._clear()
