"""Opens ``observations.db`` and makes its tables; read-only disks will do (rules.md §3.12).

A ledger of another kind of time (wall, simulated, recording) is refused (rules.md §4.4).

Durability: WAL with ``synchronous=FULL``. An acknowledged write must survive a power cut as well
as ``kill -9``, so each commit reaches the disk; the writer groups commits, so that a busy robot
pays for a few a second, not for one an observation. NORMAL would be enough for ``kill -9`` alone.
Nothing changes the setting between the opening of a connection and its end.

See docs/reference/memory-file.md, "How the evidence is stored"; docs/explanation/time.md, "Kinds of
time".
"""

from __future__ import annotations

import errno
import sqlite3
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from robot_memory.errors import HomeRefused, NewerSchema, WrongTimeKind
from robot_memory.files import make_private_folder
from robot_memory.ledger import database_file

VERSION = 1
_BUSY = 10.0  # seconds to wait for another process
_RECOVERY = 5.0  # seconds to wait for one that has to put back what it lost
_PAUSE = 0.01  # s

_TABLES = Path(__file__).with_name("tables.sql")


def open_ledger(path: Path, time_kind: str | None) -> sqlite3.Connection:
    """Open a ledger, and make it where it is missing; see :class:`Ledger` for what it raises.

    To read only, a disk that takes nothing will do: a full one, or one mounted read-only.
    """
    try:
        return _open_to_write(path, time_kind)
    except (OSError, sqlite3.OperationalError):
        if time_kind is not None or not path.exists():
            raise
        database_file.require_access(path, write=False)  # SQLite would wait for a pipe
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
        prepare(connection, path, time_kind)
    except BaseException:
        connection.close()
        raise
    return connection


def _open_to_read(path: Path) -> sqlite3.Connection:
    """Open a ledger that cannot be written; where its journal cannot be used, as of before it."""
    where = path.absolute().as_uri()
    for options in ("mode=ro", "mode=ro&immutable=1"):
        connection = sqlite3.connect(
            f"{where}?{options}", uri=True, timeout=_BUSY, isolation_level=None,
            check_same_thread=False,
        )  # fmt: skip
        try:
            _check_version(connection, path)
        except sqlite3.OperationalError:
            connection.close()
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise OSError(errno.EIO, "can be neither written nor read", str(path))


def wait_until_whole(path: Path) -> None:
    """Give a process that has lost files of the ledger the time to put them back."""
    until = time.monotonic() + _RECOVERY
    while database_file.is_torn(path) and time.monotonic() < until:
        time.sleep(_PAUSE)


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection that may be passed between threads; its user keeps it to one at a time.

    The files of the journal are there when this returns.
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
    """Keep everybody else from writing; what was changed in here is kept at its end, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def prepare(connection: sqlite3.Connection, path: Path, time_kind: str | None) -> None:
    """Make the tables where they are missing, and check that they are ours to use.

    Raises:
        NewerSchema: a newer robot_memory made this ledger.
        WrongTimeKind: the home belongs to another kind of time.
    """
    with transaction(connection):
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version <= VERSION:
            _make_tables(connection)
        if version == 0:
            _name(connection, time_kind or "wall")
    _check_version(connection, path)
    found = meta(connection, "time_kind")
    if time_kind is not None and found != time_kind:
        raise WrongTimeKind(
            f"{path} holds {found} time, not {time_kind} time; nothing was changed: "
            "give this a home of its own"
        )


def _check_version(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise NewerSchema(
            f"{path} has schema {version}, this robot_memory knows up to {VERSION}; "
            "nothing was changed: upgrade robot_memory"
        )


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the journal, which SQLite refuses to wait for while another opens the ledger, too."""
    until = time.monotonic() + _BUSY
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(_PAUSE)


def _make_tables(connection: sqlite3.Connection) -> None:
    for statement in _TABLES.read_text(encoding="utf-8").split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _name(connection: sqlite3.Connection, time_kind: str) -> None:
    values = [("ledger_id", uuid.uuid4().hex[:12]), ("time_kind", time_kind)]
    connection.executemany("INSERT INTO meta VALUES (?, ?)", values)
    connection.execute(f"PRAGMA user_version = {VERSION}")


def meta(connection: sqlite3.Connection, name: str) -> str | None:
    """Read one fact about the ledger itself."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def set_meta(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Write one fact about the ledger itself, in a transaction of the caller's."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, str(value)))
