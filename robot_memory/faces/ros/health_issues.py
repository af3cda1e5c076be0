"""Current problems: logged when they start and end, and shown on /diagnostics in between.

It also decides which disk faults belong together and when they are over.

See docs/reference/node.md, "Health".
"""

from __future__ import annotations

import errno
import math
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from traceback import format_exception

from robot_memory.faces.ros.diagnostic_statuses import OK, HealthStatus
from robot_memory.faces.ros.node_log import NodeLog
from robot_memory.foundation.disk import files
from robot_memory.foundation.errors import RobotMemoryError
from robot_memory.foundation.logged_problem import LoggedProblem

_CODES = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
_OF_SQLITE = ("database or disk is full", "disk I/O error", "readonly database")
#: Error texts of a disk, also found where another error quotes them.
_WORDS = (*(os.strerror(code) for code in _CODES), *_OF_SQLITE)
_INTERVAL = 5.0  # s
_SIZE = 256 << 10  # bytes; a save and a commit need about as much


def is_disk_fault(error: Exception) -> bool:
    """Tell whether an error says that the disk is full, broken or read-only."""
    if isinstance(error, OSError) and error.errno in _CODES:
        return True
    return any(words in str(error) for words in _WORDS)


class DiskCheck:
    """Tests every five seconds whether a full or broken disk can be written again.

    A fault lasts at least five seconds, so that /diagnostics shows it.

    Args:
        folder: where the test file is written and immediately removed.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / ".disk-check"
        self._clock = clock
        self._asked = self._due = -math.inf

    def succeeds(self) -> bool:
        """Write to the disk if a test is due; return whether it took the data.

        Call this about every half second while there is a fault.
        """
        now = self._clock()
        is_new, self._asked = now - self._asked > _INTERVAL, now
        if is_new or now < self._due:
            self._due = now + _INTERVAL if is_new else self._due
            return False
        self._due = now + _INTERVAL
        try:
            files.write_durably(self._file, bytes(_SIZE))
        except OSError:  # the code that needs the disk reports it
            return False
        finally:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
        return True


_PATIENCE = 3.0  # s; shorter problems, such as the wait for the first /clock message, are ignored


class HealthLog:
    """Logs changes in the node's statuses."""

    def __init__(self, log: NodeLog, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._problems: dict[str, LoggedProblem] = {}
        self._since: dict[str, float] = {}

    def update(self, statuses: Iterable[HealthStatus]) -> None:
        """Log the problems that began or ended since the last call."""
        now = self._clock()
        for status in statuses:
            problem = self._problems.setdefault(status.name, LoggedProblem())
            if status.level == OK:
                self._since.pop(status.name, None)
                if problem.ended():
                    self._log.info(f"{status.name}: {status.message}")
            elif not status.is_logged:
                is_lasting = now - self._since.setdefault(status.name, now) >= _PATIENCE
                if is_lasting and problem.found(now, status.level):
                    self._log.warning(f"{status.name}: {status.message}")


MEMORY, INGEST = "memory", "ingest"
_WHILE = 60.0  # s
_MOST = 1000  # problems; many are named after a topic, and anybody may invent topics
_FURTHER = "further problems"
_EXPECTED = (RobotMemoryError, OSError, sqlite3.Error)


@dataclass
class _Issue:
    text: str = ""
    until: float = -math.inf
    is_of_disk: bool = False
    log: LoggedProblem = field(default_factory=LoggedProblem)


class HealthIssues:
    """Collects problems by subject. Thread-safe.

    Each problem belongs to a status of /diagnostics: ``MEMORY`` problems are logged as errors,
    ``INGEST`` problems as warnings.

    Args:
        log: gets a line when a failure begins, hourly while it lasts, and when it ends.
    """

    def __init__(self, log: NodeLog, clock: Callable[[], float] = time.monotonic) -> None:
        self._log, self._clock = log, clock
        self._lock = threading.Lock()
        self._issues: dict[tuple[str, str], _Issue] = {}

    def attempt(self, what: str, action: Callable[[], object]) -> bool:
        """Run an action that may fail on disk access; a failure stays noted until it succeeds."""
        try:
            action()
        except Exception as error:
            self.note(what, error, stays=True)
            return False
        self.clear(what)
        return True

    def update(self, what: str, error: Exception | None, *, status: str = MEMORY) -> None:
        """Note a failure that lasts until it is cleared, or clear it with None."""
        if error is None:
            self.clear(what, status=status)
        else:
            self.note(what, error, status=status, stays=True)

    def note_ingest(self, what: str, error: Exception) -> None:
        """Note a problem with a message for one minute."""
        self.note(what, error, status=INGEST)

    def note(
        self, what: str, error: Exception, *, status: str = MEMORY, stays: bool = False
    ) -> None:
        """Note a failure.

        Args:
            what: the subject, by which the failure is cleared.
            error: the error; an unexpected type is logged with its traceback.
            status: the status that shows the failure.
            stays: whether it lasts until it is cleared; otherwise it lasts one minute.
        """
        text = f"{what}: {str(error) or type(error).__name__}"
        now = self._clock()
        with self._lock:
            name = status, what
            if not stays and name not in self._issues and len(self._issues) >= _MOST:
                name = self._make_room(name, now)
            failure = self._issues.get(name, _Issue())
            if failure.until < now:  # a new failure moves to the end: the oldest come first
                self._issues.pop(name, None)
                self._issues[name] = failure
            failure.text, failure.is_of_disk = text, is_disk_fault(error)
            failure.until = math.inf if stays else now + _WHILE
            codes = (getattr(error, name, None) for name in ("errno", "sqlite_errorcode"))
            is_due = failure.log.found(now, (type(error), *codes))
        if is_due:
            is_expected = isinstance(error, _EXPECTED)
            log = self._log.error if status == MEMORY else self._log.warning
            log(text if is_expected else f"{text}\n{''.join(format_exception(error))}")

    def _make_room(self, name: tuple[str, str], now: float) -> tuple[str, str]:
        """Drop the oldest past issue; if there is none, return a name for all further issues."""
        past = next((one for one, issue in self._issues.items() if issue.until < now), None)
        if past is None:
            return name[0], _FURTHER
        del self._issues[past]
        return name

    def note_thread_end(self, ended: threading.ExceptHookArgs) -> None:
        """Note that an error ended a thread; the note stays as long as the node runs."""
        if ended.exc_type is SystemExit:
            return
        name = "" if ended.thread is None else ended.thread.name
        error = RuntimeError(f"it ended by an error: {ended.exc_value!r}; please report it")
        error.__cause__ = ended.exc_value
        self.note(f"thread {name}", error, stays=True)

    def clear(self, what: str, *, status: str = MEMORY) -> None:
        """Clear a failure: its subject works again."""
        with self._lock:
            over = self._end([(status, what)])
        self._log_end(over, "it works again")

    @property
    def has_disk_faults(self) -> bool:
        """Whether any current failure is a fault of the disk as a whole."""
        with self._lock:
            return any(one.is_of_disk for one in self._issues.values() if one.until > -math.inf)

    def clear_disk_faults(self) -> None:
        """Clear all failures that the disk caused, as it takes data again."""
        with self._lock:
            over = self._end([name for name, one in self._issues.items() if one.is_of_disk])
        self._log_end(over, "the disk takes data again")

    def current(self, status: str = MEMORY) -> list[str]:
        """Return the current issues of a status, oldest first."""
        now = self._clock()
        with self._lock:
            past = [name for name, one in self._issues.items() if one.until < now]
            over = self._end(past)
            for name in past:
                if self._issues[name].log.is_forgotten(now):
                    del self._issues[name]
            texts = [
                one.text for (of, _), one in self._issues.items()
                if of == status and one.until >= now
            ]  # fmt: skip
        self._log_end(over, f"not for {_WHILE:.0f} s")
        return texts

    def _end(self, names: Iterable[tuple[str, str]]) -> list[str]:
        """End failures, with the lock held; return the names whose end must be logged."""
        over = []
        for name in names:
            failure = self._issues.get(name)
            if failure is not None:
                failure.until, failure.is_of_disk = -math.inf, False
                over += [name[1]] if failure.log.ended() else []
        return over

    def _log_end(self, names: Iterable[str], words: str) -> None:
        for what in names:
            self._log.info(f"{what}: {words}")
