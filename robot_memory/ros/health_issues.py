"""What went wrong lately: in the log at its start and end, on /diagnostics while it matters."""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from traceback import format_exception

from robot_memory.errors import RobotMemoryError
from robot_memory.logged_problem import LoggedProblem
from robot_memory.ros.disk_check import is_disk_fault

_WHILE = 60.0
_EXPECTED = (RobotMemoryError, OSError, sqlite3.Error)


@dataclass
class _Trouble:
    text: str = ""
    until: float = -math.inf
    is_of_disk: bool = False
    log: LoggedProblem = field(default_factory=LoggedProblem)


class HealthIssues:
    """Collects issues by what they are about. Safe to share between threads.

    Args:
        log: writes a line to the log when a failure begins, and once an hour while it lasts.
        log_end: writes a line to the log when it is over.
        clock: seconds on an axis that never steps.
    """

    def __init__(
        self,
        log: Callable[[str], object],
        log_end: Callable[[str], object] = lambda text: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log, self._log_end, self._clock = log, log_end, clock
        self._lock = threading.Lock()
        self._issues: dict[str, _Trouble] = {}

    def note(self, what: str, error: Exception, *, stays: bool = False) -> None:
        """Note a failure.

        Args:
            what: what it is about, which it is cleared by.
            error: what happened; one that nobody foresaw is logged with its traceback.
            stays: until it is cleared; otherwise for a minute.
        """
        text = f"{what}: {str(error) or type(error).__name__}"
        now = self._clock()
        with self._lock:
            failure = self._issues.get(what, _Trouble())
            if failure.until < now:  # it begins: the oldest come first
                self._issues.pop(what, None)
                self._issues[what] = failure
            failure.text, failure.is_of_disk = text, is_disk_fault(error)
            failure.until = math.inf if stays else now + _WHILE
            is_due = failure.log.found(now, _kind(error))
        if is_due:
            is_expected = isinstance(error, _EXPECTED)
            self._log(text if is_expected else f"{text}\n{''.join(format_exception(error))}")

    def clear(self, what: str) -> None:
        """What was the failure works again."""
        with self._lock:
            is_due = self._end(what)
        if is_due:
            self._log_end(f"{what}: it works again")

    @property
    def has_disk_faults(self) -> bool:
        """Whether a failure is one of the disk as a whole."""
        with self._lock:
            return any(one.is_of_disk for one in self._issues.values() if one.until > -math.inf)

    def clear_disk_faults(self) -> None:
        """The disk takes data again: no failure stands any more that it caused."""
        with self._lock:
            of_disk = [what for what, one in self._issues.items() if one.is_of_disk]
            told = [what for what in of_disk if self._end(what)]
        for what in told:
            self._log_end(f"{what}: the disk takes data again")

    def current(self) -> list[str]:
        """Return the issues that matter now, oldest first."""
        now = self._clock()
        with self._lock:
            past = [what for what, one in self._issues.items() if one.until < now]
            told = [what for what in past if self._end(what)]
            for what in past:
                if self._issues[what].log.is_forgotten(now):
                    del self._issues[what]
            texts = [one.text for one in self._issues.values() if one.until >= now]
        for what in told:
            self._log_end(f"{what}: not for {_WHILE:.0f} s")
        return texts

    def _end(self, what: str) -> bool:
        """End a failure, with the lock held; tell whether the log is to say so."""
        failure = self._issues.get(what)
        if failure is None:
            return False
        failure.until, failure.is_of_disk = -math.inf, False
        return failure.log.ended()


def _kind(error: Exception) -> object:
    """Return what tells one sort of error from another."""
    return type(error), getattr(error, "errno", None), getattr(error, "sqlite_errorcode", None)
