"""What a database of a recording holds, as SQLite alone reads it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

_MOST_ROWS = 1000  # a view may have rows without end


def rows_in(path: Path) -> int:
    """Return how many messages a db3 file has, as SQLite reads it; 0 where it reads none."""
    counted = f"SELECT count(*) FROM (SELECT 1 FROM messages LIMIT {_MOST_ROWS})"
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            return int(database.execute(counted).fetchone()[0])
    except (sqlite3.Error, UnicodeDecodeError):  # that quotes what stands in the file
        return 0
