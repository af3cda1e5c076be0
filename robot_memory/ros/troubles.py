"""What went wrong lately: once in the log, and on /diagnostics while it matters."""

from __future__ import annotations

import math
import sqlite3
import threading
import time
from collections.abc import Callable
from traceback import format_exception

from robot_memory.errors import RobotMemoryError

_WHILE = 60.0
_EXPECTED = (RobotMemoryError, OSError, sqlite3.Error)


class Troubles:
    """Collects troubles by what they are about. Safe to share between threads.

    Args:
        log: writes an error to the log.
    """

    def __init__(self, log: Callable[[str], object]) -> None:
        self._log = log
        self._lock = threading.Lock()
        self._current: dict[str, tuple[str, float]] = {}
        self._logged: dict[str, float] = {}

    def note(self, what: str, error: Exception, *, stays: bool = False) -> None:
        """Note a trouble; it goes to the log once a minute at most.

        Args:
            what: what it is about, which it is cleared by.
            error: what happened; one that nobody foresaw is logged with its traceback.
            stays: until it is cleared; otherwise for a minute.
        """
        text = f"{what}: {str(error) or type(error).__name__}"
        now = time.monotonic()
        with self._lock:
            self._current[what] = (text, math.inf if stays else now + _WHILE)
            is_due = now - self._logged.get(what, -math.inf) >= _WHILE
            if is_due:
                self._logged[what] = now
        if is_due:
            is_expected = isinstance(error, _EXPECTED)
            self._log(text if is_expected else f"{text}\n{''.join(format_exception(error))}")

    def clear(self, what: str) -> None:
        """What was the trouble works again."""
        with self._lock:
            if self._current.pop(what, None):
                self._logged.pop(what, None)

    def current(self) -> list[str]:
        """Return the troubles that matter now, oldest first."""
        now = time.monotonic()
        with self._lock:
            for what in [what for what, (_, until) in self._current.items() if until < now]:
                del self._current[what]
            return [text for text, _ in self._current.values()]
