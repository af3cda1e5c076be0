"""What the package logs, in the node's log: on the terminal and on /rosout."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rclpy.impl.rcutils_logger import RcutilsLogger

_REPEAT = 3600.0  # s
_MOST_KNOWN = 256  # texts


class LibraryLog(logging.Handler):
    """Passes what the package logs by Python's ``logging`` on to the node's log.

    A warning or an error with the same text is passed on once an hour.

    Args:
        log: of the node.
    """

    def __init__(self, log: RcutilsLogger) -> None:
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
        # One line of code for each severity: rclpy raises where one logs with two of them.
        if level >= logging.ERROR:
            self._log.error(text)
        elif level >= logging.WARNING:
            self._log.warning(text)
        elif level >= logging.INFO:
            self._log.info(text)
        else:
            self._log.debug(text)
