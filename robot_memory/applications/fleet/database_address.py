"""Where the memory of a fleet is kept: an address of SQLite or of PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from robot_memory.foundation.errors import Defect, InvalidInput
from robot_memory.foundation.home import Home

VARIABLE = "ROBOT_MEMORY_FLEET_DATABASE"
_FORMS = "sqlite:///PATH or postgresql://USER@HOST:PORT/DATABASE"
_ESCAPED = "is a password in it written in percent signs, %2F for / and %40 for @?"
_OPTIONS = ("host", "sslmode", "sslrootcert")
_MODES = ("verify-full", "disable")


@dataclass(frozen=True)
class SqliteAddress:
    """A file.

    Attributes:
        path: of the database.
    """

    path: Path

    def __str__(self) -> str:
        return f"sqlite:///{self.path}"


@dataclass(frozen=True)
class PostgresAddress:
    """A database of a PostgreSQL server. Its text does not show the password.

    Attributes:
        host: name or address; a folder for the socket of a server on this machine.
        port: of the server.
        database, user: names.
        password: empty where the server asks for none.
        is_encrypted: whether the connection needs TLS, with a certificate of that host.
        authorities: file of the certificates that are believed; empty: those of the system.
    """

    host: str
    port: int
    database: str
    user: str
    password: str = ""
    is_encrypted: bool = True
    authorities: str = ""

    @property
    def is_socket(self) -> bool:
        """Whether the server is reached by a socket in a folder."""
        return self.host.startswith("/")

    def __str__(self) -> str:
        return f"postgresql://{self.user}@{self.host}:{self.port}/{self.database}"


DatabaseAddress = SqliteAddress | PostgresAddress


def find_address(
    given: str, home: Home, environment: Mapping[str, str] = os.environ
) -> DatabaseAddress:
    """Return where the memory of a fleet is kept.

    Args:
        given: on the command line; empty: what the environment says, or ``fleet.db`` in the home.
        home: of the fleet.
        environment: also names the password, in ``PGPASSWORD``: others on this machine can read a
            command line.

    Raises:
        InvalidInput: it is no address; says what is wrong.
    """
    text = given or environment.get(VARIABLE, "")
    if not text:
        return SqliteAddress(home.folder / "fleet.db")
    return read_address(text, environment)


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
    mode = options.get("sslmode", "disable" if _is_here(host) else "verify-full")
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


def _is_here(host: str) -> bool:
    return host.startswith("/") or host in ("localhost", "127.0.0.1", "::1")


def _refused(problem: str) -> InvalidInput:
    """Return the error, without any part of the address: it may be one of a password."""
    defect = Defect("--database", problem)
    return InvalidInput(f"no database was opened; an address is {_FORMS}", [defect])
