"""Runs the night shift when it is due, and keeps the recall index up to date.

The night shift by its schedule (document 003 §Cron Schedule), what was recalled written down, and
the recall index brought up to date now and then, so that whoever asks need not wait.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from robot_memory.faces.ros.background_task import BackgroundTask
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.foundation.errors import NightShiftFailed
from robot_memory.memory import RobotMemory

_INTERVAL = 30.0  # s
_REFRESH_INTERVAL = 600.0  # s; each refresh writes to the disk


class NightWatch:
    """Runs what is due, checked every half minute. The schedule runs where it is enabled.

    Args:
        memory: whose night shift.
        issues: told what went wrong, until the same goes well; what was done before it stays.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self,
        memory: RobotMemory,
        issues: HealthIssues,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._memory = memory
        self._issues = issues
        self._clock = clock
        self._refresh_due = clock() + _INTERVAL
        self._stopped = False
        self._task = BackgroundTask("night", self._work, _INTERVAL, clock)

    def tick(self) -> None:
        """Begin what is due, where nothing is going on."""
        if self._memory.clock.is_running:
            self._task.tick()

    def close(self) -> None:
        """Ask what is going on to stop, and wait for it; the rest is done the next time."""
        self._stopped = True
        self._task.close()

    def _work(self) -> None:
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
