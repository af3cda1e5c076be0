"""A copy of a database that others may be writing to, as of one moment."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path


def copy_database(source: Path, target: Path) -> None:
    """Copy a database through SQLite, so that nobody who has it open loses a lock.

    Args:
        source: need not be idle.
        target: must not exist yet.

    Raises:
        sqlite3.Error: it cannot be read, or the disk is full.
    """
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(uri, uri=True)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a journal beside it
