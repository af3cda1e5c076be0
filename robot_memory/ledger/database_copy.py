"""A copy of a database that others may be writing to, as of one moment."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import ExitStack, closing
from pathlib import Path

from robot_memory.ledger import database_file


def copy_database(source: Path, target: Path) -> None:
    """Copy a database through SQLite, so that nobody who has it open loses a lock.

    Where SQLite cannot make the files of the journal beside it, as on a disk that is mounted
    read-only, it is copied from a copy, with the journal that a crash left.

    Args:
        source: need not be idle.
        target: must not exist yet.

    Raises:
        OSError, sqlite3.Error: it cannot be read, or the disk is full.
    """
    with ExitStack() as stack:
        try:
            original = stack.enter_context(closing(_open(source, "ro")))
        except sqlite3.OperationalError:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=target.parent)))
            has_journal = database_file.beside(source, "-wal").exists()
            copied = database_file.copy(source, folder, journal=has_journal)
            original = stack.enter_context(closing(_open(copied, "rw")))
        copy = stack.enter_context(closing(sqlite3.connect(target)))
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal beside it


def _open(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection
