"""The messages in a recording's database, counted with SQLite alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_MOST_ROWS = 1000  # a view may have endless rows


def rows_in(path: Path) -> int:
    """Return the number of messages in a db3 file, read with SQLite; 0 if it is unreadable."""
    counted = f"SELECT count(*) FROM (SELECT 1 FROM messages LIMIT {_MOST_ROWS})"
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return int(database.execute(counted).fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError):  # some error texts quote bytes of the file
        return 0
