"""PostgreSQL as a fleet's database, through pg8000 (BSD licence)."""

from __future__ import annotations

import re
import ssl
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from robot_memory.applications.fleet.database import (
    ANOTHER_SERVER,
    KEPT,
    FleetDatabase,
    PostgresAddress,
    Row,
    Statements,
)
from robot_memory.foundation.errors import FleetRefused
from robot_memory.foundation.extras import how_to_install

try:
    import pg8000.dbapi as driver
except ImportError:
    raise FleetRefused(
        "a memory of a fleet in PostgreSQL needs the package pg8000: " + how_to_install("postgres")
    ) from None

_PATIENCE = 30.0  # s to wait for an answer of the server
#: The key of the advisory lock that writers hold: an arbitrary constant.
_LOCK = 0x726F626F746D656D
_SERVER_LOCK = _LOCK + 1
_VALUES = re.compile(r"VALUES (\([^()]*\))")
_ROWS = 100  # inserted by one statement


class PostgresDatabase(FleetDatabase):
    """A fleet's database on a PostgreSQL server.

    Raises:
        FleetRefused: the server cannot be reached, or does not admit the user.
    """

    includes = "INCLUDE ({})"

    def __init__(self, address: PostgresAddress) -> None:
        self._address = address
        self._is_lost = False
        self._is_claimed = False
        self._connect()

    def _connect(self) -> None:
        with self._errors_told():
            self._connection = connect_server(self._address)
            self._connection.autocommit = True  # transactions are begun and ended here
            self._is_lost = False

    def close(self) -> None:
        """Release the lock, and close the connection.

        The server ends a session some time after its connection closes: a server started
        immediately would still find the lock held.
        """
        with suppress(driver.Error, OSError):  # the connection is lost
            if self._is_claimed:
                self._connection.cursor().execute("SELECT pg_advisory_unlock(%s)", (_SERVER_LOCK,))
        with suppress(driver.Error, OSError):  # already closed
            self._connection.close()

    def claim(self) -> None:
        """Hold an advisory lock of this connection."""
        with self._errors_told():
            cursor = self._connection.cursor()
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (_SERVER_LOCK,))
            if not cursor.fetchone()[0]:
                raise FleetRefused(ANOTHER_SERVER)
        self._is_claimed = True

    def _begin(self, *, write: bool) -> Statements:
        if self._is_lost:  # for example after a server restart
            self.close()
            self._connect()
            if self._is_claimed:
                self.claim()
        statements = _PostgresStatements(self._connection.cursor())
        if write:
            statements.run("BEGIN")
            statements.run("SELECT pg_advisory_xact_lock(?)", _LOCK)
        else:
            statements.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return statements

    def _end(self, *, commit: bool) -> None:
        self._connection.cursor().execute("COMMIT" if commit else "ROLLBACK")

    @contextmanager
    def _errors_told(self) -> Iterator[None]:
        try:
            yield
        except driver.Error as error:
            self._is_lost = isinstance(error, driver.InterfaceError) or _is_ending(error)
            raise FleetRefused(f"{self._address} failed: {_words(error)}; {KEPT}") from error
        except OSError as error:
            self._is_lost = True
            raise FleetRefused(
                f"{self._address} is not reached: {error}; {KEPT}: is the server running?"
            ) from error


class _PostgresStatements:
    def __init__(self, cursor: Any) -> None:
        self._cursor = cursor

    def rows(self, sql: str, *values: object) -> list[Row]:
        self.run(sql, *values)
        return [tuple(row) for row in self._cursor.fetchall()]

    def run(self, sql: str, *values: object) -> None:
        self._cursor.execute(_placed(sql), values)

    def run_many(self, sql: str, values: Iterable[Sequence[object]]) -> None:
        rows = [tuple(each) for each in values]
        found = _VALUES.search(sql)
        together = _ROWS if found else 1
        for place in range(0, len(rows), together):
            some = rows[place : place + together]
            statement = sql
            if found:  # a single round trip for all of them
                statement = sql.replace(found[0], f"VALUES {', '.join([found[1]] * len(some))}", 1)
            self._cursor.execute(_placed(statement), [value for row in some for value in row])


def _placed(sql: str) -> str:
    """Return a statement with the driver's placeholders."""
    return sql.replace("?", "%s")


def connect_server(address: PostgresAddress) -> Any:
    """Return a pg8000 connection.

    Raises:
        OSError, driver.Error: the server cannot be reached, or does not admit the user.
    """
    where: dict[str, Any] = {"host": address.host, "port": address.port}
    if address.is_socket:
        where = {"unix_sock": f"{address.host}/.s.PGSQL.{address.port}"}
    context: ssl.SSLContext | bool = False
    if address.is_encrypted:
        context = ssl.create_default_context(cafile=address.authorities or None)
    return driver.connect(
        user=address.user, password=address.password or None, database=address.database,
        ssl_context=context, timeout=_PATIENCE, application_name="robot_memory", **where,
    )  # fmt: skip


def _is_ending(error: Exception) -> bool:
    """Whether the server ends the connection (class 57P: operator intervention)."""
    told = error.args[0] if error.args else None
    return isinstance(told, dict) and str(told.get("C", "")).startswith("57P")


def _words(error: Exception) -> str:
    """Return the server's message, without its fields for programs."""
    told = error.args[0] if error.args else error
    return str(told.get("M", told)) if isinstance(told, dict) else str(told)
