"""Ends known faults that got worse or expired, and counts the alarms, in a thread."""

from __future__ import annotations

from robot_memory.applications.reliability.alarm_load import AlarmCounter, AlarmLoad
from robot_memory.applications.reliability.known_issue_check import INTERVAL, KnownIssueCheck
from robot_memory.faces.ros.background_task import BackgroundTask
from robot_memory.faces.ros.health_issues import HealthIssues
from robot_memory.memory import RobotMemory


class AlarmWatch:
    """Reopens known faults, and counts alarms, in a thread of its own.

    Args:
        memory: which is watched.
        issues: told of what cannot be done.
        interval: seconds between two looks.

    Attributes:
        alarms: how many there were; None before they were counted.
    """

    def __init__(
        self, memory: RobotMemory, issues: HealthIssues, interval: float = INTERVAL
    ) -> None:
        self.alarms: AlarmLoad | None = None
        self._issues = issues
        self._known, self._counter = KnownIssueCheck(memory), AlarmCounter(memory)
        self._task = BackgroundTask("alarms", self._watch, interval)

    def tick(self) -> None:
        """Start what is due."""
        self._task.tick()

    def close(self) -> None:
        """Wait for what is under way."""
        self._task.close()

    def _watch(self) -> None:
        self._issues.attempt("known faults", self._known.end_known)
        self._issues.attempt("alarms a day", self._count)

    def _count(self) -> None:
        self.alarms = self._counter.load()
