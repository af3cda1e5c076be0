"""A connection to a ledger that notices if its files are moved, deleted or replaced.

:mod:`.database_recovery` then restores the ledger.

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from robot_memory.ledger import database_connection, database_file, database_recovery
from robot_memory.ledger.damaged_rows import set_damaged_rows_aside

_LOG = logging.getLogger(__name__)
_REPORTED_FOR = 60.0  # seconds for which a recovery is shown as a problem
_PAUSE = 1.0  # seconds between attempts while the disk refuses


class LiveDatabase:
    """The ledger's connection. One thread at a time may use it.

    A writer calls :meth:`follow` before and after each transaction: an acknowledged row is then in
    the database that is at the path.

    Args:
        time_kind: see :class:`Ledger`; None: read-only, without recovery.
    """

    def __init__(self, path: Path, time_kind: str | None) -> None:
        self._path = path
        self._real_path = path.resolve()
        self._time_kind = time_kind
        self._problem = ""
        self._report_again_at = 0.0
        self._not_before = 0.0
        self.connection = database_connection.open_ledger(path, time_kind)
        self._files = database_file.find_files(self._real_path)
        if time_kind is not None:
            set_damaged_rows_aside(self.connection, str(path))

    @property
    def problem(self) -> str | None:
        """A recent incident with the files, or why they cannot be restored."""
        return self._problem if time.monotonic() < self._report_again_at else None

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def follow(self) -> Mapping[int, int]:
        """Restore or reopen the ledger if its files are no longer those that were opened.

        If the disk refuses, the open files stay in use, and a later call tries again.

        Returns:
            New row ids by old ones, for rows whose ids may have changed.
        """
        if not self._has_moved() or time.monotonic() < self._not_before:
            return {}
        if self._time_kind is None:
            self._open_again()
            return {}
        try:
            recovered = database_recovery.recover(self._real_path, self.connection, self._files)
        except (OSError, sqlite3.Error) as error:
            self._not_before = time.monotonic() + _PAUSE
            self._report(
                f"{self._path} was moved, deleted or replaced while it was in use, and cannot be "
                f"put back: {error}; its rows are held as long as this process runs: make room, or "
                "put its files back"
            )
            return {}
        with suppress(sqlite3.Error):
            self.connection.close()
        self.connection = recovered.connection
        self._files = database_file.find_files(self._real_path)
        self._report(recovered.words)
        return recovered.numbers

    def _has_moved(self) -> bool:
        try:
            return database_file.find_files(self._real_path) != self._files
        except OSError:  # unknown at the moment
            return False

    def _open_again(self) -> None:
        """Open the files now at the path, after the ledger's writer has restored them."""
        if database_file.is_torn(self._real_path) or not self._real_path.exists():
            return
        try:
            connection = database_connection.open_ledger(self._path, None)
        except (OSError, sqlite3.Error) as error:
            self._not_before = time.monotonic() + _PAUSE
            _LOG.warning("%s cannot be opened again: %s", self._path, error)
            return
        self.connection.close()
        self.connection = connection
        self._files = database_file.find_files(self._real_path)

    def _report(self, words: str) -> None:
        if words != self._problem or self._report_again_at <= time.monotonic():
            _LOG.error("%s", words)
        self._problem, self._report_again_at = words, time.monotonic() + _REPORTED_FOR
