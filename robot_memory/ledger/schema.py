"""The tables of ``observations.db``, their version, and the metadata of the ledger.

A ledger with another kind of time (wall, simulated, recording) is refused (rules.md §4.4).

See docs/explanation/time.md, "Kinds of time".
"""

from __future__ import annotations

import sqlite3
import uuid
from pathlib import Path

from robot_memory.foundation.errors import NewerSchema, WrongTimeKind

VERSION = 1

_TABLES = Path(__file__).with_name("tables.sql")


def make_tables(connection: sqlite3.Connection, time_kind: str | None) -> None:
    """Make missing tables, in the caller's transaction.

    Tables of a newer version are left as they are.

    Args:
        time_kind: the kind of time for a new ledger; None: wall time.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version <= VERSION:
        for statement in _TABLES.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                connection.execute(statement)
    if version == 0:
        values = [("ledger_id", uuid.uuid4().hex[:12]), ("time_kind", time_kind or "wall")]
        connection.executemany("INSERT INTO meta VALUES (?, ?)", values)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def check_version(connection: sqlite3.Connection, path: Path) -> None:
    """Check that the tables are not of a newer version.

    Raises:
        NewerSchema: a newer robot_memory made this ledger.
    """
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise NewerSchema(
            f"{path} has schema {version}, this robot_memory knows up to {VERSION}; "
            "nothing was changed: upgrade robot_memory"
        )


def check_time_kind(connection: sqlite3.Connection, path: Path, time_kind: str | None) -> None:
    """Check the ledger's kind of time; None: any kind is accepted.

    Raises:
        WrongTimeKind: the home belongs to another kind of time.
    """
    found = meta(connection, "time_kind")
    if time_kind is not None and found != time_kind:
        read_only = "what recordings told is only read; " if found == "recording" else ""
        raise WrongTimeKind(
            f"{path} holds {found} time, not {time_kind} time; nothing was changed: "
            f"{read_only}give this a home of its own"
        )


def meta(connection: sqlite3.Connection, name: str) -> str | None:
    """Read one metadata value of the ledger."""
    row = connection.execute("SELECT value FROM meta WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def set_meta(connection: sqlite3.Connection, name: str, value: object) -> None:
    """Write one metadata value of the ledger, in the caller's transaction."""
    connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, str(value)))
