"""Occasional work that takes seconds, in its own thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

from robot_memory.applications.reliability.alarm_load import AlarmCounter, AlarmLoad
from robot_memory.applications.reliability.known_issue_check import INTERVAL, KnownIssueCheck
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.foundation.errors import NightShiftFailed
from robot_memory.memory import RobotMemory


class BackgroundTask:
    """Runs work at most once per interval, never twice at once, and without blocking the caller.

    Args:
        interval: seconds.
        clock: monotonic seconds.
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
        """Start the work if it is due and not already running."""
        if self._clock() < self._due or (self._thread is not None and self._thread.is_alive()):
            return
        self._due = self._clock() + self._interval
        self._thread = threading.Thread(target=self._work, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait for the running work."""
        if self._thread is not None:
            self._thread.join()


class AlarmWatch(BackgroundTask):
    """Reopens known faults and counts alarms, in its own thread.

    Attributes:
        alarms: the alarm load; None before the first count.
    """

    def __init__(
        self, memory: RobotMemory, issues: HealthIssues, interval: float = INTERVAL
    ) -> None:
        self.alarms: AlarmLoad | None = None
        self._issues = issues
        self._known, self._counter = KnownIssueCheck(memory), AlarmCounter(memory)
        super().__init__("alarms", self._watch, interval)

    def _watch(self) -> None:
        self._issues.attempt("known faults", self._known.end_known)
        self._issues.attempt("alarms a day", self._count)

    def _count(self) -> None:
        self.alarms = self._counter.load()


_INTERVAL = 30.0  # s
_REFRESH_INTERVAL = 600.0  # s; each refresh writes to the disk


class NightWatch(BackgroundTask):
    """Runs the night's actions when they are due, checked every half minute.

    The schedule runs only if it is enabled.

    Args:
        issues: receives each failure, which stays until the same action succeeds. Completed actions
            are kept.
    """

    def __init__(
        self,
        memory: RobotMemory,
        issues: HealthIssues,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        self._issues = issues
        self._refresh_due = clock() + _INTERVAL
        self._stopped = False
        super().__init__("night", self._shift, _INTERVAL, clock)

    def tick(self) -> None:
        """Start the due work unless some is already running."""
        if self._memory.clock.is_running:
            super().tick()

    def close(self) -> None:
        """Ask the running work to stop, and wait for it; the rest is done next time."""
        self._stopped = True
        super().close()

    def _shift(self) -> None:
        self._issues.attempt("night, upkeep", self._keep_up)
        if not self._memory.settings.schedule_enabled:
            return
        due: list[str] = []
        self._issues.attempt(
            "night, schedule", lambda: due.extend(self._memory.long_term.night.due())
        )
        for action in due:
            if not self._stopped:
                self._issues.attempt(f"night, {action}", partial(self._act, action))

    def _keep_up(self) -> None:
        if self._clock() >= self._refresh_due:
            self._refresh_due = self._clock() + _REFRESH_INTERVAL
            self._memory.long_term.recall.refresh()
        self._memory.long_term.tick()

    def _act(self, action: str) -> None:
        report = self._memory.long_term.night.act(action, stop=lambda: self._stopped)
        if report is not None and not report.success and not report.stopped:
            raise NightShiftFailed(report.summary())
