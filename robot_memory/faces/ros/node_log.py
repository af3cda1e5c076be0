"""The node's log: lines with a level and a stamp, on the terminal and on /rosout.

See docs/reference/node.md, "The log".
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING

from rclpy.logging import LoggingSeverity

from robot_memory.entries.entry_event import EntryEvent
from robot_memory.foundation.text.escaping import one_line, terminal_text
from robot_memory.foundation.token_bucket import Allowance, TokenBucket

if TYPE_CHECKING:
    from rclpy.impl.rcutils_logger import RcutilsLogger

_REPEAT = 3600.0  # s
_MOST_KNOWN = 256  # texts
_MOST = Allowance(burst=100, per_second=0.5)  # lines, for each level
_MOST_DEBUG = Allowance(burst=1000, per_second=100.0)  # lines
_FINDINGS = {"created": "new", "reopened": "again"}


class NodeLog:
    """Writes to rclpy's logger, with a separate line of code for each severity.

    rclpy raises ``Logger severity cannot be changed between calls`` if one line of code logs with
    two severities. Use this class if the severity is chosen at run time. Text is escaped for the
    terminal of ``ros2 launch`` and for /rosout, as it may contain names from other nodes.

    Each level has a limited rate of lines; the next line that is written says how many were left
    out.
    """

    def __init__(self, logger: RcutilsLogger, clock: Callable[[], float] = time.monotonic) -> None:
        self._logger, self._clock = logger, clock
        self._lock = threading.Lock()
        self._buckets = {
            level: TokenBucket(_MOST_DEBUG if level == "debug" else _MOST, clock())
            for level in ("debug", "info", "warning", "error")
        }
        self._left_out = dict.fromkeys(self._buckets, 0)

    def debug(self, text: str) -> None:
        """Log with severity DEBUG."""
        if self.is_debugging:
            for line in self._due("debug", text):
                self._logger.debug(line)

    def info(self, text: str) -> None:
        """Log with severity INFO."""
        for line in self._due("info", text):
            self._logger.info(line)

    def warning(self, text: str) -> None:
        """Log with severity WARN."""
        for line in self._due("warning", text):
            self._logger.warning(line)

    def error(self, text: str) -> None:
        """Log with severity ERROR."""
        for line in self._due("error", text):
            self._logger.error(line)

    @property
    def is_debugging(self) -> bool:
        """Whether lines of level DEBUG are written."""
        return bool(self._logger.is_enabled_for(LoggingSeverity.DEBUG))

    def _due(self, level: str, text: str) -> list[str]:
        with self._lock:
            if not self._buckets[level].try_take(self._clock()):
                self._left_out[level] += 1
                return []
            left_out, self._left_out[level] = self._left_out[level], 0
        more = [f"{left_out} lines of level {level} were left out: too many"] if left_out else []
        return [*more, terminal_text(text)]


class LibraryLog(logging.Handler):
    """Passes the package's ``logging`` records on to the node's log.

    A warning or an error with the same text is passed on at most once an hour; lower levels are
    passed on only if the node logs at level debug.
    """

    def __init__(self, log: NodeLog) -> None:
        super().__init__()
        self._log = log
        self._passed: OrderedDict[str, float] = OrderedDict()

    def attach(self) -> None:
        """Begin to pass on the package's records."""
        logger = logging.getLogger("robot_memory")
        logger.addHandler(self)
        if self._log.is_debugging:
            logger.setLevel(logging.DEBUG)

    def detach(self) -> None:
        """Stop passing on."""
        logger = logging.getLogger("robot_memory")
        logger.removeHandler(self)
        logger.setLevel(logging.NOTSET)

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on one record."""
        try:
            text = self.format(record)
            if record.levelno >= logging.WARNING and not self._is_due(text):
                return
            self._write(record.levelno, text)
        except Exception:
            self.handleError(record)

    def _is_due(self, text: str) -> bool:
        now = time.monotonic()
        if now - self._passed.get(text, -_REPEAT) < _REPEAT:
            return False
        self._passed[text] = now
        self._passed.move_to_end(text)
        if len(self._passed) > _MOST_KNOWN:
            self._passed.popitem(last=False)
        return True

    def _write(self, level: int, text: str) -> None:
        if level >= logging.ERROR:
            self._log.error(text)
        elif level >= logging.WARNING:
            self._log.warning(text)
        elif level >= logging.INFO:
            self._log.info(text)
        else:
            self._log.debug(text)


def log_event(log: NodeLog, event: EntryEvent) -> None:
    """Log an entry's event: a new finding at level info, the rest at level debug."""
    entry = event.entry
    if entry is None:  # event of another robot; the code that refuses it logs it
        return
    about = f"{entry.id} ({entry.type.value}): {one_line(entry.text)}"
    if event.kind in _FINDINGS:
        log.info(f"{_FINDINGS[event.kind]}: {about}")
    else:
        log.debug(f"{event.kind} by {one_line(event.actor)}: {about}")
