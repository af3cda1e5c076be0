"""Opens ``observations.db``, also on read-only disks (rules.md §3.12).

Durability: WAL with ``synchronous=FULL``. An acknowledged write must survive a power cut as well as
``kill -9``, so each commit reaches the disk. The writer groups commits, so a busy robot pays for a
few per second, not for one per observation. NORMAL would suffice for ``kill -9`` alone. Nothing
changes this setting while a connection is open.

A connection waits for a process that is writing (SQLite's busy timeout).

See docs/reference/memory-file.md, "How the evidence is stored".
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from robot_memory.foundation.disk.files import make_private_folder
from robot_memory.foundation.errors import HomeRefused
from robot_memory.ledger import database_file, schema

_BUSY = 10.0  # seconds to wait for another process
_RECOVERY = 5.0  # seconds to wait for a process that restores lost files
_PAUSE = 0.01  # s


def open_ledger(path: Path, time_kind: str | None) -> sqlite3.Connection:
    """Open a ledger, and make it if it is missing; :class:`Ledger` lists the errors.

    For reading, a full or read-only disk is enough.
    """
    try:
        return _open_to_write(path, time_kind)
    except (OSError, sqlite3.OperationalError):
        if time_kind is not None or not path.exists():
            raise
        database_file.require_access(path, write=False)  # SQLite would block on a pipe
        return _open_to_read(path)
    except sqlite3.DatabaseError as error:
        raise HomeRefused(
            f"{path} is damaged ({error}) and was left as it is: move it away, and the memory file "
            "alone is a complete memory; `sqlite3 observations.db .recover` may save the evidence"
        ) from error


def _open_to_write(path: Path, time_kind: str | None) -> sqlite3.Connection:
    make_private_folder(path.parent)
    wait_until_whole(path)
    with database_file.opening(path):
        database_file.make_private(path)
        connection = connect(path)
    try:
        with transaction(connection):
            schema.make_tables(connection, time_kind)
        schema.check_version(connection, path)
        schema.check_time_kind(connection, path, time_kind)
    except BaseException:
        connection.close()
        raise
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a ledger read-only; if its journal cannot be used, without the journal."""
    where = path.absolute().as_uri()
    for options in ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(
            f"{where}?{options}", uri=True, timeout=_BUSY, isolation_level=None,
            check_same_thread=False,
        )  # fmt: skip
        try:
            schema.check_version(connection, path)
            return connection
        except BaseException as error:
            connection.close()
            if not isinstance(error, sqlite3.OperationalError):
                raise
    raise OSError(errno.EIO, "can be neither written nor read", str(path))


def wait_until_whole(path: Path) -> None:
    """Wait for a process that has lost files of the ledger until it has restored them."""
    until = time.monotonic() + _RECOVERY
    while database_file.is_torn(path) and time.monotonic() < until:
        time.sleep(_PAUSE)


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection for several threads; its user allows only one thread at a time.

    The journal's files exist on return.
    """
    connection = sqlite3.connect(path, timeout=_BUSY, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("PRAGMA synchronous = FULL")
        _use_wal(connection)
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Lock out other writers; the changes in the block are committed at its end, or rolled back."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL; SQLite itself does not wait while another process opens the ledger."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(_PAUSE)
