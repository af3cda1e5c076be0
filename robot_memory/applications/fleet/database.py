"""A connection to a fleet's database: the same SQL for SQLite and PostgreSQL.

Statements are written once, with ``?`` for values, in the SQL that both understand. Writing
transactions run one after the other, even if other processes have the database open.
"""

from __future__ import annotations

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from robot_memory.foundation.disk import file_lock, files
from robot_memory.foundation.errors import Defect, FleetRefused, InvalidInput, LockHeld
from robot_memory.foundation.home import Home
from robot_memory.ledger.database_file import make_private, opening

VARIABLE = "ROBOT_MEMORY_FLEET_DATABASE"
_FILE = "fleet.db"
_FORMS = "sqlite:///PATH or postgresql://USER@HOST:PORT/DATABASE"
_ESCAPED = "is a password in it written in percent signs, %2F for / and %40 for @?"
_OPTIONS = ("host", "sslmode", "sslrootcert")
_MODES = ("verify-full", "disable")


@dataclass(frozen=True)
class SqliteAddress:
    """The address of a SQLite file."""

    path: Path  # database file

    def __str__(self) -> str:
        return f"sqlite:///{self.path}"


@dataclass(frozen=True)
class PostgresAddress:
    """The address of a PostgreSQL database. Its text does not show the password."""

    host: str  # host name or address; for a socket on this machine, its folder
    port: int  # server port
    # database, user: names
    database: str
    user: str
    password: str = ""  # empty if the server needs none
    is_encrypted: bool = True  # whether TLS with a certificate of that host is required
    authorities: str = ""  # file of trusted certificates; empty: the system's

    @property
    def is_socket(self) -> bool:
        """Whether the server is reached through a socket in a folder."""
        return self.host.startswith("/")

    def __str__(self) -> str:
        return f"postgresql://{self.user}@{self.host}:{self.port}/{self.database}"


DatabaseAddress = SqliteAddress | PostgresAddress


def find_address(
    given: str, home: Home, environment: Mapping[str, str] = os.environ
) -> DatabaseAddress:
    """Return the address of a fleet's database.

    Args:
        given: from the command line; if empty, the environment's address, or ``fleet.db`` in the
            home.
        environment: also contains the password, as ``PGPASSWORD``: others on this machine can read
            a command line.

    Raises:
        InvalidInput: the address is invalid; the message says why.
    """
    text = given or environment.get(VARIABLE, "")
    if not text:
        return SqliteAddress(home.folder / _FILE)
    return read_address(text, environment)


def has_database(home: Home) -> bool:
    """Whether a home keeps a fleet: it has ``fleet.db``, or the environment names a database."""
    return bool(os.environ.get(VARIABLE)) or (home.folder / _FILE).exists()


def read_address(text: str, environment: Mapping[str, str]) -> DatabaseAddress:
    """Read an address; see :func:`find_address`."""
    try:
        parts = urlsplit(text)
        port = parts.port or 5432
    except ValueError:
        raise _refused(f"cannot be read: {_ESCAPED}") from None
    if parts.scheme == "sqlite":
        if parts.netloc or len(parts.path) < 2 or not parts.path.startswith("/"):
            raise _refused("names no file: sqlite:///PATH, with four slashes for /PATH")
        return SqliteAddress(Path(unquote(parts.path[1:])).expanduser().absolute())
    if text.startswith(("postgresql://", "postgres://")):
        return _read_postgres(parts, port, environment)
    raise _refused("begins with neither sqlite:/// nor postgresql://")


def _read_postgres(
    parts: SplitResult, port: int, environment: Mapping[str, str]
) -> PostgresAddress:
    options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    unknown = sorted(options.keys() - set(_OPTIONS))
    if unknown:
        raise _refused(f"has an option that is not known; known are {', '.join(_OPTIONS)}")
    database = unquote(parts.path[1:])
    host = options.get("host") or parts.hostname or "localhost"
    is_here = host.startswith("/") or host in ("localhost", "127.0.0.1", "::1")
    mode = options.get("sslmode", "disable" if is_here else "verify-full")
    if not database:
        raise _refused("names no database")
    if parts.fragment or set(parts.path[1:]) & set("/:@"):
        raise _refused(f"names a database with / : @ or #: {_ESCAPED}")
    if mode not in _MODES:
        raise _refused(f"has a sslmode that is not known; known are {', '.join(_MODES)}")
    user = unquote(parts.username or environment.get("PGUSER", "") or "postgres")
    password = unquote(parts.password or "") or environment.get("PGPASSWORD", "")
    return PostgresAddress(
        host, port, database, user, password, mode == "verify-full", options.get("sslrootcert", "")
    )


def _refused(problem: str) -> InvalidInput:
    """Return the error without any part of the address, which may contain a password."""
    defect = Defect("--database", problem)
    return InvalidInput(f"no database was opened; an address is {_FORMS}", [defect])


Row = tuple[Any, ...]
_PATIENCE = 30.0  # s that a transaction waits for another one
#: Appended to driver errors: the state of the data.
KEPT = "what was committed before is kept"
ANOTHER_SERVER = "another `robot-memory fleet serve` uses this database; nothing was changed"


class Statements(Protocol):
    """Runs statements in a transaction."""

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return the selected rows."""

    def run(self, sql: str, *values: object) -> None:
        """Run a statement."""

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        """Run a statement once for each row of values."""


class FleetDatabase(ABC):
    """A database; see :func:`open_database`. One thread at a time may use it."""

    table_options = ""  # for tables that are read in key order
    # for keys whose index has one more column; empty if such a table is its own index
    includes = ""

    @abstractmethod
    def close(self) -> None:
        """Close the connection."""

    @abstractmethod
    def claim(self) -> None:
        """Become the only server of this database until it is closed.

        Raises:
            FleetRefused: another server uses it; nothing was changed.
        """

    @abstractmethod
    def _begin(self, *, write: bool) -> Statements:
        """Begin a transaction."""

    @abstractmethod
    def _end(self, *, commit: bool) -> None:
        """End the transaction."""

    @abstractmethod
    def _errors_told(self) -> AbstractContextManager[None]:
        """Return a block that raises the driver's errors as FleetRefused."""

    @contextmanager
    def writing(self) -> Iterator[Statements]:
        """Run statements that all become durable when the block ends, or else have no effect.

        Raises:
            FleetRefused: the database failed; nothing of the block was stored.
        """
        with self._transaction(write=True) as statements:
            yield statements

    @contextmanager
    def reading(self) -> Iterator[Statements]:
        """Run statements that see the database as of one moment.

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
                with suppress(FleetRefused), self._errors_told():  # the first error is raised
                    self._end(commit=False)
                raise
            self._end(commit=True)


class SqliteDatabase(FleetDatabase):
    """A SQLite file, created if it does not exist."""

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
        """Hold a lock file next to the database."""
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

    Raises:
        FleetRefused: it cannot be opened; the message says why and what to do.
    """
    if isinstance(address, SqliteAddress):
        return SqliteDatabase(address, write=write)
    # imported only now: it is an extra
    from robot_memory.applications.fleet.postgres_database import PostgresDatabase

    return PostgresDatabase(address)
