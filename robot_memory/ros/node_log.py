"""The node's log: each line with a level and a stamp, on the terminal and on /rosout."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from robot_memory.escaping import terminal_text

if TYPE_CHECKING:
    from rclpy.impl.rcutils_logger import RcutilsLogger

_REPEAT = 3600.0  # s
_MOST_KNOWN = 256  # texts


class NodeLog:
    """Writes to rclpy's logger from one line for each severity.

    rclpy raises ``Logger severity cannot be changed between calls`` where one line of code logs
    with two severities. Whoever chooses a severity while the program runs uses this class. Names
    that others chose reach the terminal of ``ros2 launch`` and /rosout escaped.

    Args:
        logger: of the node.
    """

    def __init__(self, logger: RcutilsLogger) -> None:
        self._logger = logger

    def debug(self, text: str) -> None:
        """Log with severity DEBUG."""
        self._logger.debug(terminal_text(text))

    def info(self, text: str) -> None:
        """Log with severity INFO."""
        self._logger.info(terminal_text(text))

    def warning(self, text: str) -> None:
        """Log with severity WARN."""
        self._logger.warning(terminal_text(text))

    def error(self, text: str) -> None:
        """Log with severity ERROR."""
        self._logger.error(terminal_text(text))


class LibraryLog(logging.Handler):
    """Passes what the package logs by Python's ``logging`` on to the node's log.

    A warning or an error with the same text is passed on once an hour.

    Args:
        log: where to.
    """

    def __init__(self, log: NodeLog) -> None:
        super().__init__()
        self._log = log
        self._passed: OrderedDict[str, float] = OrderedDict()

    def attach(self) -> None:
        """Begin to pass on what the package logs."""
        logging.getLogger("robot_memory").addHandler(self)

    def detach(self) -> None:
        """Stop passing on."""
        logging.getLogger("robot_memory").removeHandler(self)

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
