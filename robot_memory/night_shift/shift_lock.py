"""One night shift at a time in a home: the node's, or one from the command line.

See docs/reference/night-shift.md, "Steps".
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from robot_memory import file_lock, files
from robot_memory.errors import NightShiftBusy

_NAME = ".night-shift.lock"


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Hold the lock of the night shift; it ends with the process.

    Raises:
        NightShiftBusy: somebody else holds it; nothing was done.
    """
    files.make_private_folder(folder)
    path = folder / _NAME
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, files.PRIVATE_FILE)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NightShiftBusy(
                f"another night shift is at work in {folder}, of {file_lock.holder_of(path)}; "
                "nothing was done: wait until it has ended, it takes a minute at most"
            ) from None
        yield
    finally:
        os.close(descriptor)
