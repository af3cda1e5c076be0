"""Opens a ledger to compare its rows; it is neither created nor repaired, and may be read-only."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from robot_memory.foundation.errors import NewerSchema
from robot_memory.ledger import database_connection, database_file, schema

_BUSY = 10.0  # seconds to wait for the process that records


@contextmanager
def reading(ledger: Path) -> Iterator[sqlite3.Connection]:
    """Open a ledger that need not be ours to write, and leave nothing beside it.

    SQLite reads a journal only where it may write beside it, or where the process that wrote the
    journal still runs. Elsewhere a copy is read: without the journal the rows would be old ones.

    Args:
        ledger: the database; it must exist.

    Raises:
        OSError: it may not be read.
        sqlite3.DatabaseError: it is damaged, or no ledger.
        NewerSchema: a newer robot_memory made it.
    """
    database_file.require_access(ledger, write=False)
    database_connection.wait_until_whole(ledger)
    with ExitStack() as stack:
        try:
            connection = _open(ledger, "mode=rw")
        except sqlite3.OperationalError:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            connection = _open_elsewhere(ledger, Path(folder))
        yield stack.enter_context(closing(connection))


def _open_elsewhere(ledger: Path, folder: Path) -> sqlite3.Connection:
    journal = database_file.beside(ledger, "-wal")
    if not journal.exists() or not journal.stat().st_size:
        return _open(ledger, "immutable=1")
    return _open(database_file.copy(ledger, folder, journal=True), "mode=rw")


def _open(ledger: Path, options: str) -> sqlite3.Connection:
    where = f"{ledger.absolute().as_uri()}?{options}"
    connection = sqlite3.connect(where, uri=True, timeout=_BUSY, isolation_level=None)
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > schema.VERSION:
            raise NewerSchema(
                f"{ledger} has schema {version}, this robot_memory knows up to {schema.VERSION}; "
                "its rows were not compared: upgrade robot_memory"
            )
    except BaseException:
        connection.close()
        raise
    return connection
