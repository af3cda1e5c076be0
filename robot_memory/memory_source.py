"""The memory behind a server: one instance for reading, and one for each write."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from robot_memory.foundation.errors import NightShiftBusy, RobotMemoryError
from robot_memory.memory import RobotMemory

_LOG = logging.getLogger(__name__)


class MemorySource:
    """Opens the memory as the command line does, so that a node can use the same home.

    Threads may share it.

    Args:
        open_memory: opens the home; True: for writing.
    """

    def __init__(self, open_memory: Callable[[bool], RobotMemory]) -> None:
        self._open = open_memory
        self._reader: RobotMemory | None = None
        self._opening = threading.Lock()
        self._writing = threading.Lock()
        self._working = threading.Lock()

    def reader(self) -> RobotMemory:
        """Return the memory for reading; it follows the writes of other processes."""
        with self._opening:
            reader = self._reader
            if reader is not None and not reader.has_ledger and reader.home.ledger.exists():
                reader.close()  # the home was made in the meantime
                self._reader = None
            if self._reader is None:
                self._reader = self._open(False)
            return self._reader

    @contextmanager
    def writer(self, *, is_long: bool = False) -> Iterator[RobotMemory]:
        """Open the memory for one write. Stored rows stay stored even if saving fails.

        Args:
            is_long: the write may take a minute, and must not delay other writes.

        Raises:
            NightShiftBusy: ``is_long``, and another long write is in progress.
        """
        with self._work() if is_long else self._writing:
            memory = self._open(True)
            try:
                yield memory
            finally:
                _close(memory)

    @contextmanager
    def _work(self) -> Iterator[None]:
        if not self._working.acquire(blocking=False):
            raise NightShiftBusy(
                "a night shift that was asked for before is at work; nothing was done: wait until "
                "it has ended, it takes a minute at most"
            )
        try:
            yield
        finally:
            self._working.release()

    def close(self) -> None:
        """Close the memory for reading."""
        with self._opening:
            if self._reader is not None:
                self._reader.close()
                self._reader = None


def _close(memory: RobotMemory) -> None:
    try:
        memory.close()
    except (OSError, sqlite3.Error, RobotMemoryError) as error:
        _LOG.warning(
            "%s could not be saved: %s; what was stored is in the ledger, and the file is saved "
            "at the next write", memory.home.memory_file, error,
        )  # fmt: skip
