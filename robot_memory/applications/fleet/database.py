"""One connection to the database of a fleet: the same SQL for SQLite and for PostgreSQL.

Statements are written once, with ``?`` for values, in the part of SQL that both have. Transactions
that write come one after the other, whoever else has the database open.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import Any, Protocol

from robot_memory.applications.fleet.database_address import DatabaseAddress, SqliteAddress
from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import FleetRefused, LockHeld
from robot_memory.ledger.database_file import make_private, opening

Row = tuple[Any, ...]
_PATIENCE = 30.0  # s that a transaction waits for another one
#: What errors of the driver say of what was stored.
KEPT = "what was committed before is kept"
ANOTHER_SERVER = "another `robot-memory fleet serve` uses this database; nothing was changed"


class Statements(Protocol):
    """Runs statements in a transaction."""

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return what a statement selects."""

    def run(self, sql: str, *values: object) -> None:
        """Run a statement."""

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        """Run a statement for each of some rows of values."""


class FleetDatabase(ABC):
    """A database; see :func:`open_database`. One thread at a time may use it.

    Attributes:
        table_options: of tables that are read in the order of their key.
        includes: of a key whose index is to have one more column; empty where tables of a key are
            their own index.
    """

    table_options = ""
    includes = ""

    @abstractmethod
    def close(self) -> None:
        """Let go."""

    @abstractmethod
    def claim(self) -> None:
        """Be the one server of this database until it is closed.

        Raises:
            FleetRefused: there is another one; nothing was changed.
        """

    @abstractmethod
    def _begin(self, *, write: bool) -> Statements:
        """Begin a transaction."""

    @abstractmethod
    def _end(self, *, commit: bool) -> None:
        """End it."""

    @abstractmethod
    def _errors_told(self) -> AbstractContextManager[None]:
        """Return a block that raises the driver's errors as FleetRefused."""

    @contextmanager
    def writing(self) -> Iterator[Statements]:
        """Run statements that are durable once the block has ended, or of which none counts.

        Raises:
            FleetRefused: the database does not do it; nothing of the block was stored.
        """
        with self._transaction(write=True) as statements:
            yield statements

    @contextmanager
    def reading(self) -> Iterator[Statements]:
        """Run statements that see the database as it is at one moment.

        Raises:
            FleetRefused: the database does not answer.
        """
        with self._transaction(write=False) as statements:
            yield statements

    @contextmanager
    def _transaction(self, *, write: bool) -> Iterator[Statements]:
        with self._errors_told():
            statements = self._begin(write=write)
            try:
                yield statements
            except BaseException:
                with suppress(FleetRefused), self._errors_told():  # the first error is told
                    self._end(commit=False)
                raise
            self._end(commit=True)


class SqliteDatabase(FleetDatabase):
    """A file; made where there is none.

    Args:
        address: names it.
        write: whether it may be made and changed.
    """

    table_options = "WITHOUT ROWID"

    def __init__(self, address: SqliteAddress, *, write: bool) -> None:
        self._path = address.path
        self._claims = ExitStack()
        if not write and not self._path.exists():
            raise FleetRefused(
                f"there is no memory of a fleet in {self._path}: `robot-memory fleet serve` "
                "makes it"
            )
        with self._errors_told():
            if write:
                files.make_private_folder(self._path.parent)
                with opening(self._path):
                    make_private(self._path)
                    self._connection = self._connect()
                self._connection.execute("PRAGMA journal_mode = wal")
                self._connection.execute("PRAGMA synchronous = full")
            else:
                self._connection = self._connect()
            self._connection.execute("PRAGMA cache_size = -65536")

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(
            self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
        self._claims.close()

    def claim(self) -> None:
        """Hold a lock beside the file."""
        lock = self._path.with_name(f"{self._path.name}.lock")
        try:
            self._claims.enter_context(file_lock.locked(lock, patience=0.0))
        except LockHeld as error:
            raise FleetRefused(f"{ANOTHER_SERVER}: {error}") from None

    def _begin(self, *, write: bool) -> Statements:
        self._connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        return _SqliteStatements(self._connection)

    def _end(self, *, commit: bool) -> None:
        self._connection.execute("COMMIT" if commit else "ROLLBACK")

    @contextmanager
    def _errors_told(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise FleetRefused(f"the database {self._path} failed: {error}; {KEPT}") from error


class _SqliteStatements:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, *values: object) -> list[Row]:
        return self._connection.execute(sql, values).fetchall()

    def run(self, sql: str, *values: object) -> None:
        self._connection.execute(sql, values)

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        self._connection.executemany(sql, values)


def open_database(address: DatabaseAddress, *, write: bool) -> FleetDatabase:
    """Open the database at an address.

    Args:
        address: of SQLite or of PostgreSQL.
        write: whether it is to be changed.

    Raises:
        FleetRefused: it cannot be opened; says why and what to do.
    """
    if isinstance(address, SqliteAddress):
        return SqliteDatabase(address, write=write)
    # only now: an extra
    from robot_memory.applications.fleet.postgres_database import PostgresDatabase

    return PostgresDatabase(address)
