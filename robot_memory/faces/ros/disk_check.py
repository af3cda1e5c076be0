"""Disk faults: which errors are one, and when it is over."""

from __future__ import annotations

import errno
import math
import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from robot_memory.foundation.disk import files

_CODES = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
_OF_SQLITE = ("database or disk is full", "disk I/O error", "readonly database")
#: What the disk says, also where another error quotes it.
_WORDS = (*(os.strerror(code) for code in _CODES), *_OF_SQLITE)
_INTERVAL = 5.0  # s
_SIZE = 256 << 10  # bytes, about what a save and a commit need


def is_disk_fault(error: Exception) -> bool:
    """Tell whether an error says that the disk is full, broken or read-only."""
    if isinstance(error, OSError) and error.errno in _CODES:
        return True
    return any(words in str(error) for words in _WORDS)


class DiskCheck:
    """Tests every five seconds whether a full or broken disk can be written again.

    A fault stands for five seconds at least, so that /diagnostics tells of it.

    Args:
        folder: where a file is written, and removed at once.
        clock: seconds on an axis that never steps.
    """

    def __init__(self, folder: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._file = folder / ".disk-check"
        self._clock = clock
        self._asked = self._due = -math.inf

    def succeeds(self) -> bool:
        """Write to the disk where that is due; tell whether it took the data.

        Ask about every half second, as long as there is a fault.
        """
        now = self._clock()
        is_new, self._asked = now - self._asked > _INTERVAL, now
        if is_new or now < self._due:
            self._due = now + _INTERVAL if is_new else self._due
            return False
        self._due = now + _INTERVAL
        try:
            files.write_durably(self._file, bytes(_SIZE))
        except OSError:  # whoever needs the disk reports it
            return False
        finally:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)
        return True
