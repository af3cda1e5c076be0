"""Tells whether a ledger is whole, by SQLite's own check; nothing is changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_MOST = 5  # damages that are named
_PATIENCE = 5.0  # s to wait for a writer


def find_damage(path: Path) -> list[str]:
    """Return what SQLite finds damaged in a ledger, a sentence each; empty where it is whole.

    A checkpoint or a writer may be at work meanwhile. It reads the whole file.

    Raises:
        FileNotFoundError: there is no ledger.
    """
    if not path.exists():
        raise FileNotFoundError(f"there is no ledger {path}")
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_PATIENCE)) as connection:
            found = connection.execute(f"PRAGMA quick_check({_MOST})").fetchall()
    except sqlite3.DatabaseError as error:
        return [f"it cannot be read ({error})"]
    return [str(line) for (line,) in found if line != "ok"]
